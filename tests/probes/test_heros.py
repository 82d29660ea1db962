from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.datasets.background import Background
from perimetry.datasets.heros import EditedSentence, HerosSet
from perimetry.errors import EncodingError
from perimetry.probes.heros import HerosProbe
from perimetry.records import Estimate, ItemScores, Text

BACKGROUND = Background(list("vwxyz"), ["v", "w", "x", "y", "z"])


class Angles:
    """Texts as unit vectors in the plane, by angle in degrees."""

    def __init__(self, **degrees: float) -> None:
        self.degrees = degrees

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        angles = np.radians([self.degrees[text.string] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def probe(background: Background, *sentences: dict[str, str]) -> HerosProbe:
    edited = [
        EditedSentence(f"s{i}", f"s{i}", s.pop("original"), s) for i, s in enumerate(sentences)
    ]
    return HerosProbe(HerosSet("hand made", "test", edited), background)


PLACES = {"v": 0.0, "w": 90.0, "x": 180.0, "y": 270.0, "z": 90.0}
ONE = probe(
    BACKGROUND, {"original": "o", "synonym": "s", "typo": "t", "antonym": "a", "negation": "n"}
)
VECTORS = Angles(**PLACES, o=0.0, s=60.0, t=0.0, a=30.0, n=60.0)


@pytest.fixture
def scores() -> ItemScores:
    return ONE.judge(VECTORS)


def test_the_floor_is_the_mean_cosine_of_the_background_pairs(scores: ItemScores) -> None:
    """Angles 0, 90, 180, 270, 90: of ten pairs, two are opposite (-1), one equal (1) and
    z-y opposite too: w-y and z-y and v-x give -3, w-z gives +1, the other six 0."""
    cosines = scores.values("background", "cosine")
    assert sorted(cosines.round(6)) == [-1.0, -1.0, -1.0, *[0.0] * 6, 1.0]
    assert cosines.mean() == pytest.approx(-0.2)


def test_cosine_and_normalised_similarity_by_hand(scores: ItemScores) -> None:
    assert scores.values("synonym", "cosine") == pytest.approx([0.5])
    assert scores.values("synonym", "normalised_similarity") == pytest.approx([0.7 / 1.2])
    assert scores.values("antonym", "cosine") == pytest.approx([np.sqrt(3) / 2])


def test_the_percentile_is_read_in_the_background(scores: ItemScores) -> None:
    assert scores.values("synonym", "background_percentile") == [90.0]
    assert scores.values("typo", "background_percentile") == [100.0]


def test_a_keeping_partner_farther_than_the_breaking_one_is_a_failure(scores: ItemScores) -> None:
    assert scores.values("synonym>antonym", "order_accuracy") == [0.0]
    assert scores.values("synonym>antonym", "margin") == pytest.approx([0.5 - np.sqrt(3) / 2])
    assert scores.values("typo>antonym", "order_accuracy") == [1.0]


def test_a_tie_is_a_failure_and_counted_apart(scores: ItemScores) -> None:
    assert scores.values("synonym>negation", "order_accuracy") == [0.0]
    assert scores.values("synonym>negation", "order_tie") == [1.0]
    assert scores.values("synonym>antonym", "order_tie") == [0.0]


def test_a_triplet_row_names_its_three_texts(scores: ItemScores) -> None:
    [row] = scores.select("typo>negation", "order_accuracy")
    assert (row.anchor, row.text_a, row.text_b) == ("o", "t", "n")
    assert (row.item, row.group) == ("s0/typo>negation", "s0")


def test_an_absent_partner_makes_no_rows(scores: ItemScores) -> None:
    assert len(scores.values("random_word", "cosine")) == 0
    assert len(scores.values("typo>random_word", "order_accuracy")) == 0


def test_every_text_that_is_judged_is_announced() -> None:
    announced = {text.string for text in ONE.texts()}
    assert announced == {*PLACES, "o", "s", "t", "a", "n"}


CROWD = [f"b{i}" for i in range(60)]
MANY = probe(
    Background(CROWD, CROWD),
    *({"original": f"o{i}", "synonym": f"s{i}", "antonym": f"a{i}"} for i in range(40)),
)
SPREAD = (
    {f"b{i}": 6.0 * i for i in range(60)}
    | {f"o{i}": 0.0 for i in range(40)}
    | {f"a{i}": 20.0 + i / 10 for i in range(40)}
)


def estimates(**synonyms: float) -> dict[tuple[str, str], Estimate]:
    found = MANY.summarise(MANY.judge(Angles(**SPREAD, **synonyms)), seed=5)
    return {(e.subset, e.measure): e for e in found}


def fooled(times: int) -> dict[tuple[str, str], Estimate]:
    """Of 40 anchors, so many have a synonym farther (50°) than their antonym (20° to 24°)."""
    return estimates(**{f"s{i}": 50.0 if i < times else 10.0 for i in range(40)})


def test_the_mean_estimate_is_the_mean_of_the_items() -> None:
    found = fooled(times=10)
    cosines = [np.cos(np.radians(50))] * 10 + [np.cos(np.radians(10))] * 30
    assert found["synonym", "cosine"].value == pytest.approx(np.mean(cosines))
    floor = found["background", "cosine"].value
    normalised = (np.mean(cosines) - floor) / (1 - floor)
    assert found["synonym", "normalised_similarity"].value == pytest.approx(normalised)


def test_the_contrast_is_the_difference_of_the_normalised_similarities() -> None:
    found = fooled(times=10)
    difference = (
        found["synonym", "normalised_similarity"].value
        - found["antonym", "normalised_similarity"].value
    )
    assert found["synonym-antonym", "contrast"].value == pytest.approx(difference)


def test_order_accuracy_has_the_group_interval_and_a_verdict() -> None:
    found = fooled(times=10)["synonym>antonym", "order_accuracy"]
    assert (found.value, found.n, found.groups) == (0.75, 40, 40)
    assert 0.58 < found.low < 0.68
    assert 0.83 < found.high < 0.90
    assert found.verdict == "weak"


def test_an_encoder_that_is_never_fooled_sees_it_with_the_exact_interval() -> None:
    found = fooled(times=0)["antonym", "order_accuracy"]
    assert (found.value, found.high, found.verdict) == (1.0, 1.0, "sees it")
    assert found.low == pytest.approx(0.025 ** (1 / 40))


def test_an_encoder_that_is_always_fooled_is_inverted() -> None:
    assert fooled(times=40)["antonym", "order_accuracy"].verdict == "inverted"


def test_ties_alone_make_an_encoder_blind_not_inverted() -> None:
    """Thirty ties, five wins and five losses: strict accuracy 0.125, with ties at half 0.5."""
    found = estimates(
        **{f"s{i}": SPREAD[f"a{i}"] for i in range(30)},
        **{f"s{i}": 10.0 if i % 2 else 50.0 for i in range(30, 40)},
    )
    strict, half = (found["antonym", m] for m in ("order_accuracy", "order_accuracy_half_ties"))
    assert (strict.value, half.value) == (0.125, 0.5)
    assert found["antonym", "order_tie"].value == 0.75
    assert strict.verdict == "blind"


def test_the_same_seed_gives_the_same_estimates() -> None:
    assert fooled(times=10) == fooled(times=10)


def test_the_floor_widens_the_normalised_interval_but_not_the_cosines() -> None:
    """All cosines are equal, so only the floor's resampling is left to vary."""
    found = fooled(times=0)
    cosine, normalised = (found["synonym", m] for m in ("cosine", "normalised_similarity"))
    assert cosine.high - cosine.low == pytest.approx(0.0, abs=1e-9)
    assert normalised.high - normalised.low > 1e-4


def test_the_floor_interval_covers_the_floor_and_counts_sentences() -> None:
    floor = fooled(times=0)["background", "cosine"]
    assert floor.low < floor.value < floor.high
    assert (floor.n, floor.groups) == (480, 60)


def test_an_encoder_with_one_vector_for_all_texts_is_refused() -> None:
    same = Angles(**dict.fromkeys(PLACES, 0.0), o=0.0, s=0.0, t=0.0, a=0.0, n=0.0)
    with pytest.raises(EncodingError, match="the same vector"):
        ONE.judge(same)
