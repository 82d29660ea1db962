"""Encoders behind endpoints in a run: what asking takes, asking ahead, and the account.

All texts of an audit are known before it runs. So an endpoint is asked for all that are missing in
one go, with as many requests at once as it bears, and each answer goes to the store as it comes;
the audit then finds them there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from perimetry.encoders.api.encoder import ApiEncoder
from perimetry.encoders.api.settings import ApiSettings
from perimetry.encoders.base import Encoder
from perimetry.probes.base import Probe
from perimetry.records import unique
from perimetry.runner.encode import prompt_sent
from perimetry.runner.endpoint_memory import behind, remember_in
from perimetry.runner.local import Watch
from perimetry.store import VectorStore


class Hosted:
    """Those of a run's encoders that are behind an endpoint, under views or not."""

    def __init__(self, encoders: Sequence[Encoder], settings: ApiSettings) -> None:
        self._settings = settings
        self._encoders = [
            (encoder, inner) for encoder in encoders if (inner := behind(encoder)) is not None
        ]

    def notices(self) -> Iterator[str]:
        """What the user should know, a sentence each."""
        for _, inner in self._encoders:
            yield from inner.notices

    def plans(self, probes: Sequence[Probe], store: VectorStore | None) -> Iterator[str]:
        """What asking would take, a sentence an endpoint. Nothing is sent."""
        price = self._settings.budget.price
        for inner, sent in self._needed(probes, store).items():
            plan = inner.plan(sent)
            cost = "" if price is None else f", {plan.cost(price):.4f} at {price:g} a million"
            yield (
                f"{plan.encoder}: {plan.texts:,} texts, {plan.known:,} of them stored; "
                f"{plan.requests:,} requests, {plan.tokens:,} tokens ({plan.counted}){cost}."
            )
        if not self._encoders:
            yield "No encoder here is behind an endpoint, so there is nothing to pay."
        yield "Nothing was sent."

    def ask_ahead(self, probes: Sequence[Probe], store: VectorStore | None, watch: Watch) -> None:
        """Ask for every text that no memory has; each answer is kept as it comes."""
        for inner, sent in self._needed(probes, store).items():
            missing = inner.missing(sent)
            if not missing:
                continue
            advance = watch(f"asking {inner.name}", len(missing))
            for part in inner.ask(missing):
                advance(len(part.sent))

    def check_ends(self) -> None:
        """Ask for the canaries again where anything was asked."""
        for _, inner in self._encoders:
            inner.check_end()

    def account(self) -> Iterator[str]:
        """What was sent, in a sentence."""
        budget = self._settings.budget
        if any(not inner.offline for _, inner in self._encoders):
            cost = "" if budget.cost is None else f", which cost {budget.cost:.4f}"
            texts = sum(inner.asked for inner in {inner for _, inner in self._encoders})
            yield (
                f"Asked for {texts:,} texts: {budget.requests:,} requests with {budget.tokens:,} "
                f"tokens{cost}."
            )

    def _needed(
        self, probes: Sequence[Probe], store: VectorStore | None
    ) -> Mapping[ApiEncoder, Sequence[str]]:
        """The texts as they are sent to each endpoint, which remembers by ``store`` from now on."""
        if not self._encoders:
            return {}
        texts = unique(text for probe in probes for text in probe.texts())
        needed: dict[ApiEncoder, list[str]] = {}
        for encoder, inner in self._encoders:
            if store:
                remember_in(store, encoder)
            needed.setdefault(inner, []).extend(
                prompt_sent(encoder, text) + text.string for text in texts
            )
        return needed
