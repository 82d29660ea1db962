"use strict";
// The explorer of a report. Without it every entry can be read, by phenomenon; with it they are
// one list to search, filter, order and copy. It asks for nothing and keeps nothing but the
// fragment of the page's own address.
(() => {
  const PAGE = 10;
  const SETTLED_MS = 300; // browsers refuse to be told a new address at every key
  const MARK = "#worst?";

  const at = (id) => document.getElementById(id);
  const form = at("worst-filter");
  const list = at("worst-list");
  const count = at("worst-count");
  const more = at("worst-more");
  const copied = at("worst-copied");
  const records = JSON.parse(at("worst-records").textContent);

  // Capitals after small letters also make one of ß and ss, and of both Greek sigmas.
  const fold = (text) => text.normalize("NFKC").toLowerCase().toUpperCase();
  const numbers = (text) => text.split(" ").filter(Boolean).map(Number);

  const entries = Array.from(document.querySelectorAll("#worst-all li"), (node, place) => {
    const record = records[place];
    const texts = record ? Object.values(record) : [];
    return {
      node,
      place,
      record,
      phenomenon: node.dataset.phenomenon,
      register: node.dataset.register,
      orders: numbers(node.dataset.orders),
      wrong: numbers(node.dataset.wrong),
      words: fold([node.textContent, ...texts].join("\n")),
    };
  });
  const encoders = entries[0].orders.length;
  let found = entries;
  let limit = PAGE;

  const chosen = () => {
    const names = ["q", "phenomenon", "encoder", "register", "order"];
    const fields = names.filter((name) => form.elements[name]);
    return new Map(fields.map((name) => [name, form.elements[name].value]));
  };

  const fooled = (entry, encoder) => {
    if (!encoder) return true;
    if (encoder === "all") return entry.wrong.length === encoders;
    return entry.wrong.includes(Number(encoder));
  };

  // Of one encoder, or of the one that does best: what fools them all comes first.
  const gap = (entry, encoder) =>
    encoder && encoder !== "all" ? entry.orders[Number(encoder)] : Math.max(...entry.orders);

  const ordered = (some, order, encoder) => {
    if (order === "phenomenon") return some;
    const sign = order === "narrow" ? -1 : 1;
    const key = (entry) => sign * gap(entry, encoder);
    return some.slice().sort((a, b) => key(a) - key(b) || a.place - b.place);
  };

  const say = () => {
    const shown = Math.min(limit, found.length);
    const tail = shown < found.length ? `, the first ${shown} of them below` : "";
    count.textContent = found.length
      ? `${found.length} of ${entries.length} match${tail}.`
      : `None of ${entries.length} matches.`;
  };

  const draw = () => {
    list.replaceChildren(...found.slice(0, limit).map((entry) => entry.node));
    more.hidden = found.length <= limit;
    say();
  };

  const filter = () => {
    const wanted = chosen();
    const terms = fold(wanted.get("q")).split(/\s+/u).filter(Boolean);
    const encoder = wanted.get("encoder");
    const some = entries.filter(
      (entry) =>
        terms.every((term) => entry.words.includes(term)) &&
        [entry.phenomenon, ""].includes(wanted.get("phenomenon")) &&
        [entry.register, "", undefined].includes(wanted.get("register")) &&
        fooled(entry, encoder),
    );
    found = ordered(some, wanted.get("order"), encoder);
    limit = PAGE;
    copied.hidden = true;
    draw();
  };

  // The address

  const read = () => {
    if (!location.hash.startsWith(MARK)) return;
    const asked = new URLSearchParams(location.hash.slice(MARK.length));
    for (const name of chosen().keys()) {
      const field = form.elements[name];
      const value = asked.get(name) ?? "";
      const known = !field.options || Array.from(field.options).some((o) => o.value === value);
      field.value = known ? value : "";
    }
  };

  const write = () => {
    const set = Array.from(chosen()).filter(([, value]) => value);
    const asked = new URLSearchParams(set).toString();
    if (asked || location.hash.startsWith(MARK)) {
      history.replaceState(null, "", asked ? MARK + asked : "#worst");
    }
  };

  let settling;
  const changed = () => {
    filter();
    clearTimeout(settling);
    settling = setTimeout(write, SETTLED_MS);
  };

  // Copying: triplets where there are any, else pairs, since a file holds one of the two.

  const lines = () => {
    const whole = found.map((entry) => entry.record).filter(Boolean);
    const triplets = whole.filter((record) => "anchor" in record);
    return (triplets.length ? triplets : whole).map((record) => JSON.stringify(record) + "\n");
  };

  const copy = async () => {
    const made = lines();
    const left = found.length - made.length;
    const rest = left ? ` ${left} left out: too long for this page, or pairs among triplets.` : "";
    const field = copied.querySelector("textarea");
    field.value = made.join("");
    try {
      await navigator.clipboard.writeText(field.value);
      count.textContent = `Copied ${made.length} ${made.length === 1 ? "line" : "lines"}.${rest}`;
    } catch {
      copied.hidden = false; // no clipboard here: the reader copies by hand
      field.focus();
      field.select();
      count.textContent = `${made.length} lines are selected: copy them by hand.${rest}`;
    }
  };

  form.addEventListener("input", changed);
  at("worst-clear").addEventListener("click", () => {
    form.reset();
    changed();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  at("worst-copy")?.addEventListener("click", copy);
  more.addEventListener("click", () => {
    const next = found[limit].node;
    limit += PAGE;
    draw();
    next.tabIndex = -1;
    next.focus();
  });
  addEventListener("hashchange", () => {
    if (location.hash.startsWith(MARK)) {
      read();
      filter();
    }
  });

  at("worst-all").remove();
  form.hidden = list.hidden = false;
  read();
  filter();
  if (location.hash.startsWith(MARK)) at("worst").scrollIntoView();
})();
