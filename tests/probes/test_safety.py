from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.datasets.background import Background, builtin_background
from perimetry.datasets.safety_pairs import (
    SafetyLabel,
    SafetyPrompt,
    SafetySet,
    builtin_requests,
    read_xstest,
)
from perimetry.encoders import open_encoder
from perimetry.errors import EncodingError, InputError
from perimetry.measures.lexical import jaccard_similarity, random_similarity
from perimetry.probes.safety import SafetyProbe
from perimetry.records import Estimate, ItemScores, Text
from perimetry.runner import run_audit
from perimetry.stats.bootstrap import resampled_counts
from perimetry.stats.intervals import percentile_interval
from perimetry.stats.seeds import derived_seed

Vector = Sequence[float]

FLOOR = 0.2
BACKGROUND = Background(list("wxyz"), ["w text", "x text", "y text", "z text"])
AXES = np.sqrt(FLOOR) * np.eye(8)[2] + np.sqrt(1 - FLOOR) * np.eye(8)[3:7]
"""Any two of these four have the cosine 0.2, so the floor is that whatever the halves."""


class Given:
    """The vectors of texts as given, padded with zeros to eight dimensions."""

    def __init__(self, vectors: Mapping[str, Vector]) -> None:
        self.vectors = {**dict(zip(BACKGROUND.sentences, AXES.tolist(), strict=True)), **vectors}

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        rows = [[*self.vectors[text.string], *[0.0] * 8][:8] for text in texts]
        return np.array(rows, dtype=np.float32)


def at(degrees: float) -> Vector:
    angle = np.radians(degrees)
    return [float(np.cos(angle)), float(np.sin(angle))]


def prompt(text: str, kind: str = "k") -> SafetyPrompt:
    """``u1`` is the unsafe prompt of group 1 and ``s1`` the safe one."""
    label: SafetyLabel = "unsafe" if text[0] == "u" else "safe"
    return SafetyPrompt(text, text[1:], kind, label, text)


def data(*texts: str, kind: str = "k") -> SafetySet:
    return SafetySet("mine", "file mine", [prompt(text, kind) for text in texts])


def judged(
    probe: SafetyProbe, vectors: Mapping[str, Vector]
) -> tuple[ItemScores, dict[tuple[str, str], Estimate]]:
    scores = probe.judge(Given(vectors))
    return scores, {(e.subset, e.measure): e for e in probe.summarise(scores, seed=1)}


PAIRS = {"u1": [1.0, 0.0], "s1": [0.6, 0.8], "u2": [0.28, 0.96], "s2": [0.8, -0.6]}
"""cos(u1, s1) = 0.6, cos(u1, s2) = 0.8, cos(u2, s2) = 0.224 − 0.576, cos(u2, s1) = 0.936."""


def test_pairs_and_contrasts_are_worked_by_hand() -> None:
    scores, found = judged(SafetyProbe(data("u1", "s1", "u2", "s2"), BACKGROUND), PAIRS)
    assert found["background", "cosine"].value == pytest.approx(FLOOR)
    assert scores.values("k", "cosine") == pytest.approx([0.6, -0.352])
    assert scores.values("k", "normalised_similarity") == pytest.approx([0.4 / 0.8, -0.552 / 0.8])
    # The nearest safe prompt of u1 is the partner of u2, and the other way round.
    assert scores.values("k", "contrast_cosine") == pytest.approx([0.8, 0.936])
    assert [row.text_b for row in scores.select("k", "normalised_contrast")] == ["s2", "s1"]
    assert found["k", "normalised_contrast"].value == pytest.approx((0.6 + 0.736) / 2 / 0.8)
    assert found["all", "normalised_similarity"] == Estimate(
        **{**vars(found["k", "normalised_similarity"]), "subset": "all"}
    )


def test_a_contrast_is_sought_among_the_safe_prompts_of_its_own_kind() -> None:
    mixed = SafetySet("mine", "", [*data("u1", "s1").prompts, *data("u2", "s2", kind="l").prompts])
    scores, found = judged(SafetyProbe(mixed, BACKGROUND), PAIRS)
    assert scores.values("k", "contrast_cosine") == pytest.approx([0.6])
    assert scores.values("l", "contrast_cosine") == pytest.approx([-0.352])
    assert found["all", "cosine"].value == pytest.approx((0.6 - 0.352) / 2)
    assert (found["k", "cosine"].n, found["all", "cosine"].groups) == (1, 2)


def test_the_width_of_a_lone_pair_is_that_of_the_floor() -> None:
    rng = np.random.default_rng(5)
    background = Background(list("wxyz"), BACKGROUND.sentences)
    vectors = {text: rng.normal(1.0, 1.0, 8).tolist() for text in background.sentences}
    _, found = judged(SafetyProbe(data("u1", "s1", "s2"), background), vectors | PAIRS)
    raw, floor, scaled = (
        found[key] for key in (("k", "cosine"), ("background", "cosine"),
                               ("k", "normalised_similarity"))
    )  # fmt: skip
    assert raw.low == raw.high == raw.value
    assert floor.low < floor.value < floor.high
    # The higher the floor, the lower what stands above it.
    assert scaled.low == pytest.approx((raw.value - floor.high) / (1 - floor.high))
    assert scaled.high == pytest.approx((raw.value - floor.low) / (1 - floor.low))


def test_the_floor_is_the_mean_over_all_cross_pairs_of_two_halves() -> None:
    rng = np.random.default_rng(7)
    texts = [f"sentence {place}" for place in range(60)]
    vectors = {text: rng.normal(rng.uniform(0, 2), 1.0, 8).tolist() for text in texts}
    probe = SafetyProbe(data("u1", "s1", "s2"), Background(texts, texts))
    scores, found = judged(probe, vectors | PAIRS)
    first, second = probe._halves
    assert sorted(first + second) == list(range(60))
    rows = np.array([vectors[text] for text in texts])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    table = rows[first] @ rows[second].T
    floor = found["background", "cosine"]
    assert floor.value == pytest.approx(table.mean(), abs=1e-6)
    assert (floor.n, floor.groups) == (900, 60)
    assert len(scores.select("background", "mean_cosine")) == 60
    # The bootstrap of the whole table, drawn alike: item rows of means give nearly its interval.
    drawn = [
        resampled_counts(30, derived_seed(1, "background", name)) for name in ("first", "second")
    ]
    whole = percentile_interval(table.mean(), ((drawn[0] @ table) * drawn[1]).sum(axis=1) / 900)
    width = whole.high - whole.low
    assert (floor.low, floor.high) == pytest.approx((whole.low, whole.high), abs=0.05 * width)


def test_an_encoder_that_tells_nothing_apart_is_refused() -> None:
    probe = SafetyProbe(data("u1", "s1", "s2"), BACKGROUND)
    with pytest.raises(EncodingError, match="the same vector"):
        probe.judge(Given({text: [1.0] for text in [*BACKGROUND.sentences, "u1", "s1", "s2"]}))


CROWD = {"u1": at(0), "u2": at(2), "u3": at(5), "s1": at(1), "s2": at(20), "s3": at(21)}


def test_purity_is_worked_by_hand() -> None:
    probe = SafetyProbe(data(*CROWD), BACKGROUND, k=2)
    scores, found = judged(probe, CROWD)
    purity = {row.item: row.value for row in scores.select("k", "label_purity")}
    # u1 sees u2, u3 (s1 lies between, but is its partner); u2 sees s1, u1; u3 sees u2, s1.
    # s1 sees u2, u3 (not u1); s2 sees s3, u3 (not u2); s3 sees s2, s1 or u2: 19° to u2, 20° to s1.
    assert purity == {"u1": 1, "u2": 0.5, "u3": 0.5, "s1": 0, "s2": 0.5, "s3": 0.5}
    assert found["all", "label_purity"].value == pytest.approx(0.5)
    assert found["unsafe", "label_purity"].value == pytest.approx(2 / 3)
    assert found["safe", "label_purity"].value == pytest.approx(1 / 3)
    assert found["all", "label_chance"].value == 0.5
    # All are of one kind, which the exact interval of three groups does not take for granted.
    kind = found["k", "kind_purity"]
    assert (kind.value, kind.high, kind.groups) == (1.0, 1.0, 3)
    assert kind.low == pytest.approx(0.2924, abs=1e-4)


def test_a_tie_goes_to_the_neighbour_that_is_not_of_the_like() -> None:
    vectors = {"u1": at(0), "s1": at(0), "u2": at(40), "s2": at(40)}
    scores, _ = judged(SafetyProbe(data(*vectors), BACKGROUND, k=1), vectors)
    assert not scores.values("k", "label_purity").any()


def test_kinds_have_their_purity_and_a_small_one_its_limit() -> None:
    mixed = SafetySet(
        "mine", "", [*data("u1", "s1", "u2", "s2").prompts, *data("u3", "s3", kind="l").prompts]
    )
    probe = SafetyProbe(mixed, BACKGROUND, k=2)
    scores, found = judged(probe, CROWD)
    # u1 sees u2 (k) and u3 (l); u2 sees s1, u1; s1 sees u2, u3; s2 sees s3 (l), u3 (l).
    assert scores.values("k", "kind_purity").tolist() == [0.5, 0.5, 1.0, 0.0]
    assert found["k", "kind_chance"].value == pytest.approx(2 / 4)
    assert found["l", "kind_purity"].value == 0.0
    assert probe.note().notes[-1] == "l: 0 other prompts, so no kind purity above 0/2"


def test_the_note_says_what_was_asked() -> None:
    note = SafetyProbe(data("u1", "s1", "s2"), BACKGROUND, k=3).note()
    assert (note.family, note.groups, list(note.overlap)) == ("safety", 2, ["k"])
    assert note.notes[0].startswith("floor: all 4 pairs of two halves of 4 built-in")
    assert note.notes[1] == "purity: k = 3 nearest, without the prompt and its own partner"


@pytest.mark.parametrize(
    ("texts", "k", "problem"),
    [(("u1", "s1", "s2"), 0, "at least 1"), (("u1", "s1"), 1, "two groups"),
     (("s1", "s2"), 1, "one pair")],
)  # fmt: skip
def test_a_set_that_cannot_be_asked_is_refused(texts: Sequence[str], k: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        SafetyProbe(data(*texts), BACKGROUND, k=k)


def test_the_baselines_score_the_same_items_with_floors_of_their_own() -> None:
    probe = SafetyProbe(builtin_requests().sample(1, seed=0), builtin_background())
    by_name = probe.baselines()
    assert list(by_name) == ["token Jaccard", "Levenshtein", "random"]
    pairs = [(pair.unsafe.text, pair.safe.text) for pair in probe.data.pairs]
    for name, similarity in (("token Jaccard", jaccard_similarity), ("random", random_similarity)):
        values = [by_name[name].values(kind, "similarity")[0] for kind in probe.data.kinds]
        assert values == pytest.approx(similarity(pairs).tolist())
    floors = {
        name: {(e.subset, e.measure): e for e in probe.summarise(scores, seed=0)}[
            "background", "similarity"
        ].value
        for name, scores in by_name.items()
    }
    assert floors["random"] == pytest.approx(0.5, abs=0.01)
    assert floors["token Jaccard"] < 0.1 < floors["Levenshtein"]


def test_the_bundled_encoder_on_our_own_requests_is_reproduced() -> None:
    probe = SafetyProbe(builtin_requests(), builtin_background())
    audit = run_audit([open_encoder(None)], [probe], suite="safety", seed=0)
    name = audit.encoders[0].name

    def value(who: str, measure: str) -> float:
        found = audit.get(who, "all", measure)
        assert found is not None
        return found.value

    assert value(name, "normalised_similarity") == pytest.approx(CHALLENGING, abs=5e-4)
    assert value(name, "label_purity") == pytest.approx(LABEL_PURITY, abs=5e-3)
    assert value(name, "label_purity") > value("token Jaccard", "label_purity")
    assert value(name, "label_chance") == 0.5
    assert len(audit.items) == 4 * (600 + 4 * 60 + 4 * 120)


CHALLENGING, LABEL_PURITY = 0.6287, 0.5767


def test_xstest_is_asked_from_its_own_file(public_data: Path) -> None:
    probe = SafetyProbe(
        read_xstest(public_data / "xstest" / "xstest_prompts.csv"), builtin_background()
    )
    audit = run_audit([open_encoder("hash:?dim=256")], [probe], suite="safety", seed=0)
    found = {entry.estimate.subset for entry in audit.estimates if entry.encoder[:5] == "hash:"}
    assert found == {"background", "all", "safe", "unsafe", *probe.data.kinds}
    challenging = audit.get("hash:?dim=256", "all", "normalised_similarity")
    assert challenging is not None
    assert (challenging.n, challenging.groups) == (200, 200)
    assert audit.get("hash:?dim=256", "privacy_public", "normalised_similarity") is None
    assert audit.get("hash:?dim=256", "privacy_public", "label_purity") is not None
