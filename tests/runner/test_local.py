from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.datasets.background import builtin_background
from perimetry.encoders import open_encoder
from perimetry.errors import InputError
from perimetry.probes import load_suite
from perimetry.records import Text
from perimetry.runner import read_pair, run_audit
from perimetry.store import VectorStore
from tests.runner.counting import CountingEncoder

PROBES = load_suite("heros", limit=40, seed=0)


def test_probes_that_share_texts_encode_them_once(tmp_path: Path) -> None:
    encoder = CountingEncoder()
    with VectorStore(tmp_path / "v.sqlite") as store:
        audit = run_audit([encoder], [*PROBES, *PROBES], suite="heros", seed=0, store=store)
    assert len(encoder.encoded) == len(set(encoder.encoded)) == 600 + 40 * 6
    assert audit.counts.encoded == 840


def test_every_subset_and_measure_of_the_items_has_an_estimate() -> None:
    audit = run_audit([CountingEncoder()], PROBES, suite="heros", seed=0)
    items = audit.items.select(["subset", "measure"]).to_pylist()
    for subset, measure in {(row["subset"], row["measure"]) for row in items}:
        assert audit.get("counting", subset, measure) is not None, (subset, measure)


def test_each_estimate_of_a_subset_is_the_mean_of_its_items() -> None:
    audit = run_audit([CountingEncoder()], PROBES, suite="heros", seed=0)
    for row in (
        audit.items.group_by(["encoder", "subset", "measure"])
        .aggregate([("value", "mean")])
        .to_pylist()
    ):
        found = audit.get(row["encoder"], row["subset"], row["measure"])
        assert found is not None
        assert found.value == pytest.approx(row["value_mean"], abs=1e-9)
        assert found.low <= found.value + 1e-9
        assert found.value <= found.high + 1e-9


def test_two_encoders_share_one_table() -> None:
    audit = run_audit(
        [CountingEncoder("one"), CountingEncoder("two")], PROBES, suite="heros", seed=0
    )
    assert audit.items["encoder"].unique().to_pylist() == ["one", "two", *audit.baselines]
    one, two = (audit.get(name, "all", "order_accuracy") for name in ("one", "two"))
    assert one == two


def test_one_name_twice_is_refused() -> None:
    with pytest.raises(InputError, match="named twice"):
        run_audit([CountingEncoder(), CountingEncoder()], PROBES, suite="heros", seed=0)


def test_the_prompts_sent_are_recorded() -> None:
    encoder = CountingEncoder(prompts={"symmetric": "sentence: "})
    audit = run_audit([encoder], PROBES, suite="heros", seed=0)
    assert audit.encoders[0].prompts_sent == {"symmetric": "sentence: "}


def test_a_pair_is_read_against_the_background() -> None:
    reading = read_pair(
        open_encoder("hash:"), "the same words", "the same words", builtin_background()
    )
    assert reading.cosine == pytest.approx(1.0)
    assert reading.normalised == pytest.approx(1.0)
    assert reading.percentile == 100.0
    assert 0 < reading.floor < 0.2


def test_a_text_equal_to_a_background_sentence_is_no_trouble() -> None:
    background = builtin_background()
    reading = read_pair(
        open_encoder("hash:"), background.sentences[0], background.sentences[1], background
    )
    assert -1 <= reading.cosine < 0.5
    assert Text(background.sentences[0]).role == "symmetric"
