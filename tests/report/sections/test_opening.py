from __future__ import annotations

from dataclasses import replace

import pytest

from perimetry.records import Estimate, ItemScores, Score
from perimetry.report import build_view
from perimetry.report.dossier import Dossier
from perimetry.report.sections.better import build_better
from perimetry.results import Audit, EncoderEstimate
from perimetry.results.items import items_table
from tests.report.audits import make_audit
from tests.report.records import COMPARISON


def audit(
    word: str = "weak",
    *,
    negation: float = 0.25,
    triplets: tuple[tuple[str, str, float], ...] = (),
) -> Audit:
    """An audit of negation (100 triplets), antonyms all right, and these triplets' texts.

    A triplet is its anchor, its broken partner and the cosine of that one; the keeping partner has
    0.5.
    """
    rows = []
    for place, (anchor, broken, cosine) in enumerate(triplets):
        item = f"s{place}"
        rows += [
            Score("negation", f"{item}/negation", item, "cosine", cosine, anchor, broken),
            Score("synonym>negation", f"{item}/synonym>negation", item, "margin", 0.5 - cosine,
                  anchor, broken, anchor=anchor),
        ]  # fmt: skip
    base = make_audit({})
    return replace(
        base,
        estimates=[
            EncoderEstimate("tiny", "heros", Estimate(subset, "order_accuracy", value, value - 0.05,
                            value + 0.05, n, 100, verdict))
            for subset, value, n, verdict in (
                ("all", 0.6, 200, word),
                ("antonym", 1.0, 100, "sees it"),
                ("negation", negation, 100, "inverted"),
            )
        ],
        items=items_table("tiny", "heros", ItemScores(rows)),
    )  # fmt: skip


def opening(found: Audit) -> list[str]:
    return list(build_view(found).encoders[0].opening)


@pytest.mark.parametrize(
    ("word", "like"),
    [
        ("sees it", "tells meanings apart: "),
        ("weak", "tells meanings apart only in part: "),
        ("blind", "guesses at meaning: "),
        ("inverted", "prefers the wrong meaning: "),
    ],
)
def test_what_it_is_like_is_the_word_on_all_orders_with_its_interval(word: str, like: str) -> None:
    first, _ = opening(audit(word))
    assert first == (
        f"{like}of two edited sentences, the one that still says the same lies closer in 60 % of "
        "200 tries (95 % interval 55 to 65 %; guessing is 50 %)."
    )


def test_what_fooled_it_most_is_counted() -> None:
    assert opening(audit())[1] == (
        "What fooled it most: negation. In 75 of 100 tries the sentence that says something else "
        "lies as close as the one that says the same, or closer."
    )


def test_an_encoder_that_nothing_fools_is_said_to_be_so() -> None:
    found = opening(audit("sees it", negation=1.0))
    assert found[1] == "Nothing fooled it: even with antonyms it was right in all 100 tries."


def test_the_shortest_change_with_the_highest_cosine_is_the_example() -> None:
    found = opening(
        audit(
            triplets=(
                ("He is in.", "He is not in.", 0.75),
                ("It is cold.", "It is warm.", 0.875),
                ("We won it.", "Nobody lost what they never had at all.", 0.99),  # no short change
                ("She left.", "She stayed.", 0.25),  # not fooled
            )
        )
    )
    assert found[1].endswith("or closer; “warm” for “cold” leaves a cosine of 0.875.")


def test_added_and_missing_words_are_told_as_such() -> None:
    added = opening(audit(triplets=(("He is in.", "He is not in.", 0.75),)))
    missing = opening(audit(triplets=(("He is not in.", "He is in.", 0.75),)))
    assert added[1].endswith("; adding “not” leaves a cosine of 0.750.")
    assert missing[1].endswith("; leaving out “not” leaves a cosine of 0.750.")


def test_a_redacted_audit_has_no_example() -> None:
    found = audit(triplets=(("He is in.", "He is not in.", 0.75),)).without_texts()
    assert opening(found)[1].endswith("or closer.")


def test_a_control_character_in_an_example_is_made_visible() -> None:
    found = opening(audit(triplets=(("He is in.", "He is \x1bnot in.", 0.75),)))
    assert "“␛not”" in found[1]


def test_too_little_leaves_the_conclusion_to_speak() -> None:
    found = build_view(audit("too few to say")).encoders[0]
    assert list(found.opening) == [found.conclusion.finding]


def test_how_sure_counts_the_sentences_and_says_what_it_is_no_forecast_of() -> None:
    sure = build_view(audit()).sure
    assert sure.startswith("How sure: all of this rests on 100 sentences")
    assert "not a forecast for your traffic" in sure
    assert build_view(replace(audit(), estimates=[])).sure == ""


def test_which_is_better_is_said_by_the_comparison_of_all_edits() -> None:
    found = build_better(Dossier(make_audit(), comparisons=[COMPARISON]))
    assert found is not None
    assert found.answers == [
        "Is two better than one? Yes: the text that keeps the meaning lies closer in 75 % of 640 "
        "comparisons, where one has 25 %; the difference is 0.500 (0.375 to 0.625, p < 0.001)."
    ]


def test_what_cannot_be_said_comes_with_what_would_tell() -> None:
    [change] = COMPARISON.changes
    open_ = replace(change, outcome="cannot be said", p_adjusted=0.25, groups_needed=4000)
    found = build_better(Dossier(make_audit(), comparisons=[replace(COMPARISON, changes=[open_])]))
    assert found is not None
    assert "It cannot be said: " in found.answers[0]
    assert found.answers[0].endswith(
        "p = 0.250); about 4,000 sentences would tell, and here are 320."
    )


def test_one_encoder_is_compared_with_none_and_two_get_the_command() -> None:
    assert build_better(Dossier(make_audit())) is None
    found = build_better(Dossier(make_audit(names=("one", "two"))))
    assert found is not None
    assert (found.answers, found.command) == ([], "perimetry compare OLD NEW --out FOLDER")


def test_equal_encoders_are_one() -> None:
    same = replace(COMPARISON, same_fingerprint=True)
    found = build_better(Dossier(make_audit(), comparisons=[same]))
    assert found is not None
    assert found.answers == ["one and two are one encoder: their fingerprints are equal."]
