"""The one sentence that a newcomer should take away about an encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Estimate
from perimetry.report.wording import edit_words, interval, listed, number, percent, short
from perimetry.results import Audit
from perimetry.stats.verdict import LEAST_GROUPS

TIES_DOMINATE = 0.5
NAMED = 2
TOO_FEW = "too few to say"
SEES_IT = "sees it"


@dataclass(frozen=True)
class Conclusion:
    """What to take away about one encoder: ``finding`` follows its name in a sentence.

    ``verdict`` is that of the worst breaking edit and ``evidence`` the numbers behind it, "" where
    the audit has none.
    """

    encoder: str
    finding: str
    verdict: str
    evidence: str

    @property
    def sentence(self) -> str:
        """The whole sentence."""
        return f"{self.encoder} {self.finding}"


def conclude(audit: Audit, encoder: str) -> Conclusion:
    """The conclusion on ``encoder``: its worst breaking edit by order accuracy, put in words."""
    found = [audit.get(encoder, edit, "order_accuracy") for edit in audit.breaking]
    orders = [order for order in found if order]
    name = short(encoder)
    decided = [order for order in orders if order.verdict != TOO_FEW]
    if not orders:
        finding = (
            "was not asked to tell meanings apart: these data hold no sentence with both a "
            "partner that keeps its meaning and one that breaks it."
        )
        return Conclusion(name, finding, TOO_FEW, "")
    if not decided:
        return Conclusion(name, _too_few(orders), TOO_FEW, _evidence(orders))
    worst = min(decided, key=lambda order: order.value)
    if worst.verdict == SEES_IT:
        finding = _sees(decided, [order for order in orders if order.verdict == TOO_FEW])
    else:
        finding = _fails(audit, encoder, worst)
    return Conclusion(name, finding, worst.verdict or TOO_FEW, _evidence([worst]))


def _fails(audit: Audit, encoder: str, worst: Estimate) -> str:
    """How the encoder fails at its worst edit, against each keeping edit by itself.

    A typo moves many encoders a long way, so to pool it with the synonym would blame the breaking
    edit for it.
    """
    edit = edit_words(worst.subset)
    kinds = [
        (keeping, accuracy)
        for keeping in audit.keeping
        if (accuracy := audit.get(encoder, f"{keeping}>{worst.subset}", "order_accuracy"))
    ]
    ties = _ties(audit, encoder, worst.subset)
    if ties >= TIES_DOMINATE:
        others = listed([edit_words(keeping).single for keeping, _ in kinds], last="or")
        return (
            f"cannot tell {edit.single} from {others}: both lie equally close to the "
            f"original in {percent(ties)} of {worst.n} comparisons."
        )
    shares: list[str] = []
    for keeping, accuracy in _telling(kinds):
        closer = 1 - accuracy.value - _ties(audit, encoder, accuracy.subset)
        noun = "" if shares else " sentences"
        shares.append(
            f"than {edit_words(keeping).sentence} in {percent(closer)} of {accuracy.n}{noun}"
        )
    trust = "is unsure of" if worst.verdict == "weak" else "cannot be trusted with"
    return f"{trust} {edit.topic}: {edit.sentence} lies closer to the original {listed(shares)}."


def _telling(kinds: Sequence[tuple[str, Estimate]]) -> Sequence[tuple[str, Estimate]]:
    """At most :data:`NAMED` keeping edits: of those with enough sentences, the worst."""
    enough = [kind for kind in kinds if kind[1].groups >= LEAST_GROUPS] or kinds
    worst = sorted(enough, key=lambda kind: kind[1].value)[:NAMED]
    return [kind for kind in kinds if kind in worst]


def _ties(audit: Audit, encoder: str, subset: str) -> float:
    tie = audit.get(encoder, subset, "order_tie")
    return tie.value if tie else 0.0


def _sees(decided: Sequence[Estimate], undecided: Sequence[Estimate]) -> str:
    weakest = min(decided, key=lambda order: order.value)
    finding = (
        f"keeps {_topics(decided)} apart from edits that keep the meaning: even for "
        f"{edit_words(weakest.subset).topic} it puts the right sentence closer in "
        f"{percent(weakest.value)} of {weakest.n} comparisons"
    )
    rest = f"; there is too little to say about {_topics(undecided)}" if undecided else ""
    return finding + rest + "."


def _too_few(orders: Sequence[Estimate]) -> str:
    groups = max(order.groups for order in orders)
    if groups < LEAST_GROUPS:
        return (
            f"was asked too little to be judged: {groups} independent "
            f"{'sentence' if groups == 1 else 'sentences'}, and a verdict needs at least "
            f"{LEAST_GROUPS}."
        )
    return (
        f"cannot be judged from {groups} sentences: the intervals are too wide to name a blind "
        "spot or to rule one out."
    )


def _topics(orders: Sequence[Estimate]) -> str:
    return listed([edit_words(order.subset).topic for order in orders])


def _evidence(orders: Sequence[Estimate]) -> str:
    return "; ".join(
        f"{edit_words(order.subset).label}: order accuracy {number(order.value)} "
        f"({interval(order)}), {order.n} triplets of {order.groups} sentences"
        for order in orders
    )
