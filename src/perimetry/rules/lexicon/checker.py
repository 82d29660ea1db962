"""What is wrong with a lexicon: run it over the shipped files, or over your own.

``python -m perimetry.rules.lexicon.checker`` prints each fault and ends with status 1 if there is
any.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from perimetry.rules.english.forms import form
from perimetry.rules.lexicon.bank import BankWord, bank
from perimetry.rules.lexicon.entries import (
    FRAMES,
    INFLECTIONS,
    POS,
    REGISTERS,
    AntonymPair,
    Entry,
    SynonymSet,
)
from perimetry.rules.lexicon.inflection_class import inflection_class
from perimetry.rules.lexicon.lexicon import lexicon

LEAST_PAIRS = 400
LEAST_SETS = 600
LEAST_BANK = 600
BANDS = (1, 2)
MOST_MEMBERS = 4

WORD = re.compile(r"[a-z]+")
NEAR = re.compile(r"[\w.'-]+")


def faults(antonyms: Sequence[AntonymPair], synonyms: Sequence[SynonymSet]) -> Iterator[str]:
    """Each fault as a line that names the entry; nothing where all is well."""
    entries: list[Entry] = [*antonyms, *synonyms]
    for entry in entries:
        title = f"{entry.pos} {'/'.join(entry.members)}"
        yield from (f"{title}: {fault}" for fault in _entry_faults(entry))
    for pair in antonyms:
        if pair.direction not in ("both", "a>b"):
            yield f"{pair.pos} {pair.a}/{pair.b}: direction {pair.direction!r}"
    yield from _twice("antonym pair", ((each.pos, *sorted(each.members)) for each in antonyms))
    yield from _twice(
        "synonym set",
        ((each.pos, *sorted(each.members), *sorted(each.sources)) for each in synonyms),
    )
    yield from _twice(
        "source of a set", ((each.pos, word) for each in synonyms for word in each.sources)
    )
    opposites = {(each.pos, *sorted(each.members)) for each in antonyms}
    for each in synonyms:
        for source in each.sources:
            for other in each.members:
                if (each.pos, *sorted((source, other))) in opposites:
                    yield f"{each.pos} {source}/{other}: both synonyms and antonyms"
    if len(antonyms) < LEAST_PAIRS:
        yield f"{len(antonyms)} antonym pairs, where {LEAST_PAIRS} are promised"
    if len(synonyms) < LEAST_SETS:
        yield f"{len(synonyms)} synonym sets, where {LEAST_SETS} are promised"


def bank_faults(words: Sequence[BankWord]) -> Iterator[str]:
    """Each fault of a word bank as a line that names the word; nothing where all is well."""
    for each in words:
        if not WORD.fullmatch(each.word) or not each.kind:
            yield f"{each.pos} {each.word!r}: no word, or of no kind"
        if each.pos not in POS or each.frame not in FRAMES[each.pos]:
            yield f"{each.pos} {each.word}: frame {each.frame!r}"
        if each.band not in BANDS:
            yield f"{each.pos} {each.word}: band {each.band}"
        if each.pos == "VERB" and form(each.word, "VBD") is None:
            yield f"{each.pos} {each.word}: no past tense"
        if (each.pos, each.frame) == ("NOUN", "countable") and form(each.word, "NNS") is None:
            yield f"{each.pos} {each.word}: no plural"
    yield from _twice("word of the bank", ((each.pos, each.word) for each in words))
    if len(words) < LEAST_BANK:
        yield f"{len(words)} words in the bank, where {LEAST_BANK} are promised"


def _entry_faults(entry: Entry) -> Iterator[str]:
    if entry.pos not in POS:
        yield f"part of speech {entry.pos!r}"
        return
    if entry.register not in REGISTERS:
        yield f"register {entry.register!r}"
    if entry.frame not in FRAMES[entry.pos]:
        yield f"frame {entry.frame!r}"
    if not entry.sense:
        yield "no sense"
    if not 2 <= len(set(entry.members)) == len(entry.members) <= MOST_MEMBERS:
        yield f"{len(entry.members)} members, or one of them twice"
    if not entry.sources or not set(entry.sources) <= set(entry.members):
        yield "sources that are no members"
    yield from (f"{word!r} is no word" for word in entry.members if not WORD.fullmatch(word))
    yield from (
        f"{word!r} near is no word" for word in entry.never_near if not NEAR.fullmatch(word)
    )
    if near := set(entry.members) & entry.never_near:
        yield f"members may not be near themselves: {sorted(near)}"
    for phrase in entry.never_in:
        if not phrase or phrase != " ".join(phrase.lower().split()):
            yield f"phrase {phrase!r}"
    if len(set(entry.never_in)) != len(entry.never_in):
        yield "a phrase twice"
    for word, stored in zip(entry.members, entry.inflection, strict=False):
        if stored not in INFLECTIONS or stored != inflection_class(word, entry.pos):
            yield f"{word!r} is not {stored}"
    if len(entry.inflection) != len(entry.members):
        yield "a member without its inflection"


def _twice(what: str, keys: Iterator[tuple[str, ...]]) -> Iterator[str]:
    for key, count in Counter(keys).items():
        if count > 1:
            yield f"{what} {count} times: {' '.join(key)}"


def main() -> int:
    """Print the faults of the shipped lexicon."""
    shipped = lexicon()
    found = [*faults(shipped.antonyms, shipped.synonyms), *bank_faults(bank())]
    for fault in found:
        print(fault)
    counts = f"{len(shipped.antonyms)} pairs, {len(shipped.synonyms)} sets, {len(bank())} words"
    print(f"{counts}, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
