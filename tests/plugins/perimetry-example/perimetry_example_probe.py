"""``greeting``: does a greeting push a question further away than another question is?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from perimetry.measures.similarity import cosine
from perimetry.probes.base import Vectors
from perimetry.probes.suites import Asked
from perimetry.records import DatasetNote, Estimate, ItemScores, Score, Text
from perimetry.stats.intervals import group_mean
from perimetry.stats.seeds import derived_seed
from perimetry.stats.verdict import verdict

QUESTIONS = (
    "Is the library open on Sunday?",
    "Is the library open on Monday?",
    "When does the reading room open?",
    "When does the reading room close?",
    "How do I activate my account?",
    "How do I deactivate my account?",
)


@dataclass(frozen=True)
class GreetingProbe:
    """How often a greeted question still lies nearer to itself than another question does."""

    questions: Sequence[str]
    name: str = "greeting"

    def note(self) -> DatasetNote:
        """The questions and their digest."""
        digest = sha256("\n".join(self.questions).encode()).hexdigest()
        return DatasetNote("my questions", digest, "built into the example", len(self.questions))

    def texts(self) -> list[Text]:
        """Every question twice; each text is encoded once."""
        return [*self._plain(), *self._greeted()]

    def judge(self, vectors: Vectors) -> ItemScores:
        """1 where the greeted question lies nearer than the nearest other one."""
        plain, greeted = vectors[self._plain()], vectors[self._greeted()]
        rows = []
        for place, question in enumerate(self.questions):
            others = np.delete(plain, place, axis=0)
            nearest = int(np.argmax(cosine(others, np.broadcast_to(plain[place], others.shape))))
            kept = cosine(plain[[place]], greeted[[place]])[0]
            moved = cosine(plain[[place]], others[[nearest]])[0]
            other = [*self.questions[:place], *self.questions[place + 1 :]][nearest]
            found = float(kept > moved)  # a tie is a failure
            rows.append(
                Score("all", f"q-{place}", f"q-{place}", "found_again", found, question, other)
            )
        return ItemScores(rows)

    def baselines(self) -> dict[str, ItemScores]:
        """None: shared words would be no answer."""
        return {}

    def summarise(self, scores: ItemScores, *, seed: int) -> list[Estimate]:
        """The share of questions that are found again."""
        groups = [row.group for row in scores.select("all", "found_again")]
        found = group_mean(
            scores.values("all", "found_again"), groups, derived_seed(seed, "all", "found_again")
        )
        word = verdict(found.low, found.high, len(groups))
        return [
            Estimate(
                "all",
                "found_again",
                found.value,
                found.low,
                found.high,
                n=len(groups),
                groups=len(groups),
                verdict=word,
            )
        ]

    def _plain(self) -> list[Text]:
        return [Text(question) for question in self.questions]

    def _greeted(self) -> list[Text]:
        return [Text(f"Good morning, I hope you are well! {q}") for q in self.questions]


def suite(asked: Asked) -> list[GreetingProbe]:
    """What ``--suite greeting`` asks; ``--limit`` takes the first questions."""
    return [GreetingProbe(QUESTIONS[: asked.limit])]
