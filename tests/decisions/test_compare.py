from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from perimetry.decisions.compare import compare
from perimetry.errors import InputError
from perimetry.records import DatasetNote, Estimate, ItemScores, Score
from perimetry.results import Audit, EncoderEstimate, EncoderRecord
from perimetry.results.board import board, joined_audit
from perimetry.results.comparison import Change
from perimetry.results.items import items_table, joined

NOTE = DatasetNote("set", "d" * 64, "test", 100, {"synonym": "same", "negation": "different"})


def scores(right: Sequence[float]) -> ItemScores:
    return ItemScores(
        [
            Score("synonym>negation", f"s{i}/synonym>negation", f"s{i}", "order_accuracy", value,
                  "kept", "broken", anchor="source")
            for i, value in enumerate(right)
        ]
    )  # fmt: skip


def audit(**encoders: Sequence[float]) -> Audit:
    return Audit(
        suite="heros",
        seed=0,
        limit=None,
        encoders=[EncoderRecord(name, f"of {name}", {"dimension": 4}, {}) for name in encoders],
        datasets={"heros": NOTE},
        estimates=[
            EncoderEstimate(
                name,
                "heros",
                Estimate("all", "order_accuracy", float(np.mean(right)), 0, 1, len(right), 100),
            )
            for name, right in encoders.items()
        ],
        items=joined(
            [items_table(name, "heros", scores(right)) for name, right in encoders.items()]
        ),
        versions={},
    )


def change(found: Sequence[Change], subset: str) -> Change:
    return next(c for c in found if c.subset == subset)


HALF = [1.0, 0.0] * 50
BETTER = [1.0] * 70 + [0.0] * 30


def test_the_difference_is_new_minus_old_on_the_same_items() -> None:
    found = change(compare(audit(old=HALF, new=BETTER), seed=0).changes, "all")
    assert (found.old, found.new, found.n, found.groups) == (0.5, 0.7, 100, 100)
    assert found.difference == pytest.approx(0.2)
    assert found.low < 0.2 < found.high


def test_a_clear_gain_is_improved_and_a_clear_loss_worse() -> None:
    gain = compare(audit(old=[0.0] * 100, new=BETTER), seed=0)
    loss = compare(audit(old=BETTER, new=[0.0] * 100), seed=0)
    assert {c.outcome for c in gain.changes} == {"improved"}
    assert {c.outcome for c in loss.changes} == {"worse"}


def test_a_small_gain_cannot_be_said_and_says_how_many_groups_would_settle_it() -> None:
    """Two of 100 gained: spread √(0.02·0.98·100/99), needed (2.8016·spread/0.02)²."""
    new = [1.0, 1.0, 1.0, 1.0, *HALF[4:]]
    found = change(compare(audit(old=HALF, new=new), seed=0).changes, "all")
    assert found.outcome == "cannot be said"
    spread = np.sqrt(0.02 * 0.98 * 100 / 99)
    assert found.groups_needed == int(np.ceil((2.801585 * spread / 0.02) ** 2))


def test_equal_scores_are_no_difference() -> None:
    found = compare(audit(old=HALF, new=HALF), seed=0)
    assert {c.outcome for c in found.changes} == {"no difference"}
    assert found.flips == []


def test_flips_name_the_items_losses_first() -> None:
    found = compare(audit(old=[1.0, 0.0, 1.0] * 30, new=[1.0, 1.0, 0.0] * 30), seed=0)
    assert [flip.gained for flip in found.flips] == [False] * 30 + [True] * 30
    assert found.flips[0].item == "s2/synonym>negation"
    assert (found.flips[0].anchor, found.flips[0].text_a) == ("source", "kept")


def test_many_encoders_are_ranked_and_lettered() -> None:
    found = compare(audit(low=[0.0] * 100, mid=HALF, twin=HALF, top=[1.0] * 100), seed=0)
    assert [(p.encoder, p.rank, p.letters) for p in found.places] == [
        ("top", 1, "a"),
        ("mid", 2, "b"),
        ("twin", 2, "b"),
        ("low", 4, "c"),
    ]
    assert (found.places[1].rank_low, found.places[1].rank_high) == (2, 3)


def test_the_first_is_compared_with_the_last() -> None:
    found = compare(audit(first=HALF, second=BETTER, third=HALF), seed=0)
    assert (found.old, found.new) == ("first", "third")


def test_one_encoder_is_no_comparison() -> None:
    with pytest.raises(InputError, match="needs two"):
        compare(audit(old=HALF), seed=0)


def test_audits_of_the_same_data_are_joined() -> None:
    both = joined_audit([audit(old=HALF), audit(new=BETTER)], ["a", "b"])
    assert board(both, "order_accuracy", ["synonym>negation"]).scores.shape == (100, 2)
    assert compare(both, seed=0) == compare(audit(old=HALF, new=BETTER), seed=0)


def test_one_name_in_two_audits_is_told_apart_by_their_labels() -> None:
    both = joined_audit([audit(m=HALF), audit(m=BETTER)], ["before", "after"])
    assert [r.name for r in both.encoders] == ["m [before]", "m [after]"]
    assert change(compare(both, seed=0).changes, "all").difference == pytest.approx(0.2)


def test_audits_of_other_data_are_refused_with_the_difference() -> None:
    other = replace(audit(new=HALF), datasets={"heros": replace(NOTE, digest="e" * 64, groups=40)})
    with pytest.raises(InputError, match="set with 100 groups and set with 40"):
        joined_audit([audit(old=HALF), other], ["a", "b"])


def test_audits_of_other_suites_are_refused() -> None:
    with pytest.raises(InputError, match="suite heros, the other of core"):
        joined_audit([audit(old=HALF), replace(audit(new=HALF), suite="core")], ["a", "b"])


def test_encoders_with_other_items_are_refused_with_examples() -> None:
    short = joined(
        [items_table("old", "heros", scores(HALF)), items_table("new", "heros", scores(HALF[:98]))]
    )
    uneven = replace(audit(old=HALF, new=HALF), items=short)
    with pytest.raises(InputError, match=r"2 only by the first and 0 only by the second \(s98/"):
        compare(uneven, seed=0)
