from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.records import Estimate, ItemScores, Score
from perimetry.report.dossier import Dossier
from perimetry.report.sections.labelled import labelled_cosines
from perimetry.report.sections.tasks import build_tasks
from perimetry.report.sections.use_rules import (
    Answer,
    choice_answer,
    cutoff_answer,
    order_answer,
    weakest_answer,
)
from perimetry.report.sections.uses import Use, build_uses
from perimetry.results import Audit, EncoderEstimate
from perimetry.results.items import items_table
from tests.report.audits import Order, make_audit
from tests.report.records import CERTIFIED, NONE_FOUND

SHARES = st.floats(0, 1)


def paired(different: list[float], same: list[float]) -> Audit:
    """An audit of a labelled set, one pair a group, with these cosines."""
    rows = [
        Score(f"negation/{label}/close", f"{label}-{place}/b", f"{label}-{place}", "cosine", cosine)
        for label, cosines in (("different", different), ("same", same))
        for place, cosine in enumerate(cosines)
    ]
    base = make_audit({})
    [note] = base.datasets.values()
    return replace(
        base,
        datasets={"pairs": replace(note, relations={})},
        estimates=[],
        items=items_table("tiny", "pairs", ItemScores(rows)),
    )


def uses(audit: Audit, **records: object) -> dict[str, Use]:
    return {use.short: use for use in build_uses(Dossier(audit, **records), build_tasks(audit))}


def answer(audit: Audit, use: str) -> Answer:
    return uses(audit)[use].findings[0].answer


CACHE = "cache, duplicates at 0.90"


def test_none_of_299_wrong_pairs_at_the_cut_off_is_safe_at_one_percent() -> None:
    # 0.05 = (1 - rate)^299 gives a bound of 0.00997; with 298 pairs it is 0.01000.
    assert answer(paired([0.5] * 299, [0.95] * 50), CACHE) == "safe"
    assert answer(paired([0.5] * 298, [0.95] * 50), CACHE) == "not shown"


def test_one_wrong_pair_in_ten_is_not_safe() -> None:
    found = uses(paired([0.95] * 30 + [0.5] * 270, [0.95] * 150 + [0.5] * 150))[CACHE].findings[0]
    assert found.answer == "not safe"
    # The lower bound of 30 of 300 at 95 %: the beta quantile, 7.28 %.
    assert found.sentences[0] == (
        "10 % of the pairs that say something else reach 0.90 (30 of 300 pairs from 300 "
        "sentences; with 95 % confidence at least 7.3 %), and 50 % of those that say the same "
        "(150 of 300)."
    )


def test_a_cut_off_that_accepts_nothing_is_of_no_use() -> None:
    assert answer(paired([0.5] * 299, [0.5] * 100), CACHE) == "of no use"


def test_the_cut_off_itself_is_accepted() -> None:
    assert (
        "100 % of the pairs that say something else"
        in (uses(paired([0.9] * 3, [0.9] * 3))[CACHE].findings[0].sentences[0])
    )


def test_a_set_of_one_label_says_nothing() -> None:
    assert CACHE not in uses(paired([0.5] * 10, []))


def test_pairs_that_depend_on_the_application_are_left_out() -> None:
    rows = [
        Score(f"negation/{label}/close", f"{label}/b", label, "cosine", 0.5)
        for label in ("same", "depends", "different")
    ]
    audit = replace(paired([], []), items=items_table("tiny", "pairs", ItemScores(rows)))
    found = labelled_cosines(audit, "tiny")
    assert found is not None
    assert found.groups == ["same", "different"]


def test_edits_are_labelled_by_their_relation() -> None:
    found = labelled_cosines(make_audit(), "tiny")
    assert found is not None
    assert found.same.tolist() == [True, False] * 3
    assert found.cosines.tolist() == [0.75, 0.875, 0.5, 0.75, 0.75, 0.5]
    assert found.groups == ["s1", "s1", "s2", "s2", "s3", "s3"]


def test_a_certificate_of_the_same_encoder_is_told_and_of_another_not() -> None:
    audit = paired([0.5] * 9, [0.95] * 9)
    told = uses(audit, certificates=[CERTIFIED])[CACHE].findings[0].sentences[-1]
    assert told == (
        "On mine.csv it is certified to accept at most 1.0 % wrongly: cosine ≥ 0.9375, and no "
        "guard objects (negation)."
    )
    told = uses(audit, certificates=[NONE_FOUND])[CACHE].findings[0].sentences[-1]
    assert told == "On mine.csv no cut-off keeps wrong acceptances within 1.0 %."
    other = replace(CERTIFIED, encoder=replace(CERTIFIED.encoder, fingerprint="another"))
    assert "certified" not in " ".join(
        uses(audit, certificates=[other])[CACHE].findings[0].sentences
    )


def ordered(whole: tuple[float, float, float], **kinds: tuple[float, float, float]) -> Audit:
    audit = make_audit({})
    estimates = [
        EncoderEstimate("tiny", "heros", Estimate(subset, "order_accuracy", *value, 200, 200))
        for subset, value in {"all": whole, **kinds}.items()
    ]
    return replace(audit, estimates=estimates)


@pytest.mark.parametrize(
    ("whole", "negation", "expected"),
    [
        ((0.9, 0.85, 0.95), (0.85, 0.81, 0.9), "safe"),
        ((0.9, 0.85, 0.95), (0.85, 0.78, 0.9), "safe"),  # not shown to be below
        ((0.9, 0.85, 0.95), (0.7, 0.6, 0.79), "not safe"),
        ((0.7, 0.6, 0.79), (0.85, 0.81, 0.9), "not safe"),
        ((0.8, 0.75, 0.85), (0.85, 0.81, 0.9), "not shown"),
    ],
)
def test_search_is_safe_where_all_orders_are_and_none_is_shown_below(
    whole: tuple[float, float, float], negation: tuple[float, float, float], expected: Answer
) -> None:
    assert answer(ordered(whole, negation=negation), "search, reranking") == expected


def test_the_kinds_below_are_named_with_their_intervals_the_worst_first() -> None:
    found = uses(ordered((0.7, 0.65, 0.75), negation=(0.5, 0.45, 0.55), antonym=(0.25, 0.2, 0.3)))[
        "search, reranking"
    ].findings[0]
    assert found.sentences == [
        "The text that keeps the meaning lies closer in 70 % of 200 comparisons (95 % interval 65 "
        "to 75 %; 200 sentences).",
        "Shown to be below 80 %, the worst first: antonyms 25 % (20 to 30 %) and negation 50 % "
        "(45 to 55 %).",
    ]


def test_few_sentences_show_nothing() -> None:
    assert order_answer((0.9, 1.0), [], groups=29) == "not shown"
    assert choice_answer((0.9, 1.0), 0.5, groups=29) == "not shown"


def test_a_task_must_also_beat_what_needs_no_encoder() -> None:
    assert choice_answer((0.85, 0.9), 0.86, groups=100) == "not shown"
    assert choice_answer((0.85, 0.9), 0.90, groups=100) == "not safe"


def test_an_audit_without_pairs_or_triplets_or_tasks_has_no_uses() -> None:
    assert uses(replace(make_audit(), estimates=[], datasets={})) == {}


def test_tasks_with_labels_are_routing_and_those_of_safety_a_gate() -> None:
    found = uses(task_audit())
    assert found["routing, classification"].findings[0].answer == "not safe"
    assert found["routing, classification"].findings[0].sentences == [
        "Safe in 1 of 2 tasks, the worst first. Right answers: colours 50 % (45 to 55 %; 60 % "
        "without an encoder; 100 groups) and shapes 90 % (85 to 95 %; 25 % without an encoder; "
        "100 groups)."
    ]
    gate = found["agent or safety gate"].findings[0]
    assert gate.answer == "safe"
    assert gate.sentences == [
        "Right answers: refusals 90 % (85 to 95 %; 50 % without an encoder; 100 groups)."
    ]


def task_audit() -> Audit:
    base = make_audit({})
    [note] = base.datasets.values()
    estimates = []
    for task, chance, accuracy in (
        ("colours", 0.6, 0.5), ("shapes", 0.25, 0.9), ("refusals", 0.5, 0.9)
    ):  # fmt: skip
        estimates += [
            EncoderEstimate("tiny", task, estimate)
            for estimate in (
                Estimate(task, "chance", chance, chance, chance, 100, 100),
                Estimate(task, "accuracy", accuracy, accuracy - 0.05, accuracy + 0.05, 100, 100),
                Estimate(f"{task}/yes", "recall", accuracy, 0, 1, 100, 100),
                Estimate(f"{task}/yes>yes", "confusion", accuracy, 0, 1, 100, 100),
            )
        ]
    families = {"colours": "factuality", "shapes": "factuality", "refusals": "safety"}
    return replace(
        base,
        datasets={
            task: replace(note, relations={}, family=family) for task, family in families.items()
        },
        estimates=estimates,
    )


@given(low=SHARES, high=SHARES, least=SHARES, most=SHARES)
def test_an_answer_on_a_cut_off_is_never_better_for_more_wrong_pairs(
    low: float, high: float, least: float, most: float
) -> None:
    low, high = sorted((low, high))
    least, most = sorted((least, most))
    if cutoff_answer((low, high), (least, most)) != "safe":
        worse = cutoff_answer((low, 1.0), (least, most))
        assert worse != "safe"


@given(st.lists(st.sampled_from(["safe", "not shown", "of no use", "not safe"])))
def test_tasks_together_are_safe_only_where_each_is(answers: list[Answer]) -> None:
    assert (weakest_answer(answers) == "safe") == (bool(answers) and set(answers) == {"safe"})


def test_orders_of_the_audit_are_those_of_its_breaking_edits() -> None:
    audit = make_audit({"negation": Order(0.25, "inverted"), "antonym": Order(0.9, "sees it")})
    assert "search, reranking" not in uses(audit)  # no estimate over all
