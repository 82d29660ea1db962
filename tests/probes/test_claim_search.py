from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.probes import claim_search
from perimetry.probes.claim_search import ClaimSearchProbe, ClaimSet, EvolvingClaim
from perimetry.records import Estimate, ItemScores, Relation, Score, Text

CORPUS = [f"d{place}" for place in range(12)]
"""Each twelfth of a circle has a document: ``d0`` at 0°, ``d1`` at 30°, and so on."""


class Places:
    """Documents on their places of the circle, queries at angles given in degrees."""

    def __init__(self, degrees: Mapping[str, float]) -> None:
        self.degrees = {**{d: 30.0 * place for place, d in enumerate(CORPUS)}, **degrees}

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        angles = np.radians([self.degrees[text.string] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def claim(number: int, **edits: Sequence[str]) -> EvolvingClaim:
    """The claim ``c1`` of group ``g1``, whose fact-check is ``d0``."""
    return EvolvingClaim(f"i{number}", f"g{number}", f"c{number}", 0, edits)


def claims(*made: EvolvingClaim, pools: Mapping[str, Sequence[str]] | None = None) -> ClaimSet:
    relations: dict[str, Relation] = {"typo": "same", "voice": "same", "negation": "different"}
    return ClaimSet("mine", "file mine", CORPUS, made, relations, pools or {})


def judged(
    data: ClaimSet, degrees: Mapping[str, float]
) -> tuple[ItemScores, dict[tuple[str, str], Estimate]]:
    probe = ClaimSearchProbe(data)
    scores = probe.judge(Places(degrees))
    return scores, {(e.subset, e.measure): e for e in probe.summarise(scores, seed=1)}


def one(scores: ItemScores, subset: str, measure: str) -> Score:
    [row] = scores.select(subset, measure)
    return row


def test_the_rank_of_the_fact_check_is_worked_by_hand() -> None:
    # c1 at 40°: d1 (10° away), d2 (20°), then d0 (40°).
    scores, _ = judged(claims(claim(1)), {"c1": 40})
    values = {row.measure: row.value for row in scores.rows}
    assert values == {
        "rank": 3, "map_5": 1 / 3, "map_10": 1 / 3, "recall_1": 0, "recall_5": 1, "recall_10": 1,
    }  # fmt: skip
    row = one(scores, "unedited", "rank")
    assert (row.item, row.group, row.text_a, row.text_b) == ("i1", "g1", "c1", "d0")


def test_past_the_cut_off_nothing_is_earned() -> None:
    # 100° away: d1 … d6 lie nearer, which makes 7; 160° away, d1 … d10 do.
    scores, _ = judged(claims(claim(1), claim(2)), {"c1": 100, "c2": 160})
    assert scores.values("unedited", "rank").tolist() == [7, 11]
    assert scores.values("unedited", "map_5").tolist() == [0, 0]
    assert scores.values("unedited", "map_10") == pytest.approx([1 / 7, 0])
    assert scores.values("unedited", "recall_10").tolist() == [1, 0]


def test_a_tie_puts_the_fact_check_behind() -> None:
    scores, _ = judged(claims(claim(1)), {"c1": 15})  # d0 and d1 are 15° away
    assert one(scores, "unedited", "rank").value == 2


def test_beyond_the_depth_all_rank_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim_search, "DEPTH", 4)
    scores, _ = judged(claims(claim(1), claim(2)), {"c1": 100, "c2": 160})
    assert scores.values("unedited", "rank").tolist() == [5, 5]


def test_an_edit_has_its_first_version_and_the_one_that_ranks_lowest() -> None:
    data = claims(claim(1, typo=["near", "far", "between"]), claim(2, negation=["not"]))
    degrees = {"c1": 0, "near": 10, "far": 100, "between": 40, "c2": 0, "not": 20}
    scores, _ = judged(data, degrees)
    assert one(scores, "typo", "rank").value == 1
    worst = one(scores, "typo", "worst_rank")
    assert (worst.value, worst.text_a) == (7, "far")
    assert one(scores, "typo", "worst_map_5").value == 0
    # One version is both; an edit that does not fit a claim is absent.
    assert one(scores, "negation", "rank").value == one(scores, "negation", "worst_rank").value == 2
    assert not scores.select("voice", "rank")


FIVE = [claim(n, typo=[f"t{n}", f"w{n}"]) for n in range(1, 6)]
BEFORE = {f"c{n}": 0.0 for n in range(1, 6)}


def test_the_change_is_that_of_the_same_claims() -> None:
    """Typos push three of five to the second place, and at their worst two of these to none."""
    typos = {"t1": 0, "t2": 0, "t3": 20, "t4": 20, "t5": 20}
    worst = {"w1": 0, "w2": 0, "w3": 20, "w4": 160, "w5": 160}
    alone = claim(6)  # without an edit it has no part in the change
    _, found = judged(claims(*FIVE, alone), {**BEFORE, **typos, **worst, "c6": 100})
    assert found["unedited", "map_10"].value == pytest.approx((5 + 1 / 7) / 6)
    assert found["typo", "map_10"].value == pytest.approx((2 + 3 / 2) / 5)
    change = found["typo", "map_10_change"]
    assert change.value == pytest.approx(-3 / 2 / 5)
    assert (change.n, change.groups) == (5, 5)
    assert change.low < change.value < change.high <= 0
    assert found["typo", "recall_5_change"].value == 0
    assert found["typo", "worst_map_10"].value == pytest.approx((2 + 1 / 2) / 5)
    assert found["typo", "worst_map_10_change"].value == pytest.approx(-(1 / 2 + 2) / 5)
    assert found["typo", "worst_recall_1_change"].value == pytest.approx(-3 / 5)


def test_no_change_in_five_groups_does_not_exclude_a_change() -> None:
    same = {f"{kind}{n}": 0.0 for kind in "tw" for n in range(1, 6)}
    _, found = judged(claims(*FIVE), {**BEFORE, **same})
    change = found["typo", "map_10_change"]
    share = 1 - 0.025 ** (1 / 5)  # Clopper and Pearson, 0 of 5
    assert (change.low, change.value, change.high) == pytest.approx((-share, 0, share))
    assert found["typo", "map_10"].low == pytest.approx(1 - share)


def test_a_kind_of_few_groups_is_read_in_its_pool_only() -> None:
    few = [claim(n, typo=[f"t{n}"]) for n in range(1, 4)]
    others = [claim(n, voice=[f"v{n}"], typo=[f"t{n}"]) for n in range(4, 6)]
    degrees = {f"{kind}{n}": 20.0 for kind in "tv" for n in range(1, 6)}
    data = claims(*few, *others, pools={"rewrites": ["typo", "voice"]})
    _, found = judged(data, {**BEFORE, **degrees})
    assert ("voice", "map_10") not in found
    pooled = found["rewrites", "map_10"]
    assert (pooled.value, pooled.n, pooled.groups) == (pytest.approx(0.5), 7, 5)
    assert found["typo", "map_10"].n == 5


def test_claims_are_queries_and_fact_checks_documents() -> None:
    texts = list(ClaimSearchProbe(claims(claim(1, typo=["t1", "w1"]))).texts())
    assert texts[:12] == [Text(document, "document") for document in CORPUS]
    assert texts[12:] == [Text(text, "query") for text in ("c1", "t1", "w1")]


def test_the_note_counts_the_claims_that_each_edit_fits() -> None:
    data = claims(claim(1, typo=["t1", "w1"]), claim(2, typo=["t2"], negation=["n2"]))
    note = ClaimSearchProbe(data).note()
    assert note.notes == (
        "12 documents are searched",
        "typo: 2 of 2 claims edited, 3 versions",
        "voice: 0 of 2 claims edited, 0 versions",
        "negation: 1 of 2 claims edited, 1 versions",
    )
    assert note.family == "factuality"
    assert note.relations == {"typo": "same", "voice": "same", "negation": "different"}
    assert list(note.overlap) == ["unedited", "typo", "negation"]


def test_the_digest_changes_with_an_edit_and_with_the_corpus() -> None:
    data = claims(claim(1))
    assert data.digest != claims(claim(1, typo=["t1"])).digest
    assert data.digest != replace(data, corpus=[*CORPUS, "d12"]).digest


def test_the_baselines_search_by_counting_words() -> None:
    corpus = ["the red door is open", "a blue door", "the cat sat"]
    edits = {"typo": ["the rad doar is open"], "negation": ["the red door is not open"]}
    data = ClaimSet(
        "mine", "", corpus, [EvolvingClaim("i", "g", "the red door is open", 0, edits)],
        {"typo": "same", "negation": "different"},
    )  # fmt: skip
    by_name = ClaimSearchProbe(data).baselines()
    assert list(by_name) == ["token Jaccard", "BM25"]
    for scores in by_name.values():
        assert one(scores, "unedited", "rank").value == 1
        assert one(scores, "negation", "map_10").value == 1
    nothing = replace(data, claims=[EvolvingClaim("i", "g", "zebra", 0)])
    scores = ClaimSearchProbe(nothing).baselines()["BM25"]
    assert one(scores, "unedited", "rank").value == 3  # no word is shared, so all three tie


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        ([], "at least one claim"),
        ([EvolvingClaim("i", "g", "c", 12)], "'i' has fact-check 12, of a corpus of 12"),
        ([EvolvingClaim("i", "g", "c", 0, {"typo": []})], "'typo' needs a relation and a version"),
        ([EvolvingClaim("i", "g", "c", 0, {"dialect": ["d"]})], "'dialect' needs a relation"),
    ],
)
def test_a_set_that_cannot_be_searched_is_refused(
    made: Sequence[EvolvingClaim], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        claims(*made)
