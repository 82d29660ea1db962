from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from perimetry.errors import DataError, InputError
from perimetry.probes.meaning import MeaningProbe
from perimetry.repair.proof.certificate import certify_repair, conclusion
from perimetry.repair.proof.harm import ClassHarm
from perimetry.repair.proof.public_sets import LabelledTexts
from perimetry.report.pages.repair import repair_markdown, write_repair_report
from perimetry.report.terminal.repair import print_repair
from perimetry.results.repair import (
    Gain,
    HarmTest,
    RepairCertificate,
    read_repair_certificate,
    write_repair_certificate,
)
from tests.repair.proof.pairs import Written, at, encoder, labelled

LEARNT = MeaningProbe(labelled(60, "learnt"), name="learnt")


def gain(outcome: str, difference: float = 0.2, probe: str = "core") -> Gain:
    return Gain(
        probe, "all", "auroc", 0.5, 0.5 + difference, difference, 0.1, 0.3, 0.001, 0.002, 100, 50,
        True, outcome,
    )  # fmt: skip


def slight(low: float, trained: bool = False) -> Gain:
    return replace(gain("lost", -0.005), low=low, trained=trained)


def harm(outcome: str) -> HarmTest:
    return HarmTest(
        "STS-B test", "spearman", 0.01, 0.8, 0.75, -0.05, -0.06, -0.04, 0.9, 1379, 1179, 700, "d",
        outcome,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "tests", "outcome"),
    [
        ([gain("gained")], [harm("no harm")], "Repaired without harm"),
        ([gain("gained")], [harm("harmed")], "The gain was bought with harm"),
        (
            [gain("gained"), gain("lost", -0.1, "heros")],
            [harm("no harm")],
            "The gain was bought with harm",
        ),
        ([gain("gained"), slight(-0.019)], [harm("no harm")], "Repaired without harm"),
        ([gain("gained"), slight(-0.02)], [harm("no harm")], "The gain was bought with harm"),
        (
            [gain("gained"), slight(-0.019, True)],
            [harm("no harm")],
            "The gain was bought with harm",
        ),
        (
            [gain("gained")],
            [harm("no harm"), harm("cannot be ruled out")],
            "Repaired, but harm cannot be ruled out",
        ),
        ([gain("gained")], [], "Repaired, but harm cannot be ruled out"),
        ([gain("cannot be said")], [harm("no harm")], "No gain was shown"),
        ([gain("no difference", 0.0)], [harm("harmed")], "No gain was shown"),
    ],
)
def test_the_outcome_says_plainly_what_the_gain_cost(
    changed: list[Gain], tests: list[HarmTest], outcome: str
) -> None:
    assert conclusion(changed, tests)[0] == outcome


def test_the_reason_names_what_was_gained_and_what_was_lost() -> None:
    _, reason = conclusion([gain("gained"), gain("lost", -0.1, "heros")], [harm("harmed")])
    assert reason == (
        "Gained: core (auroc +0.200). Worse: STS-B test (spearman -0.050), heros (auroc -0.100)."
    )
    _, reason = conclusion([gain("gained"), slight(-0.01)], [harm("no harm")])
    assert reason == "Gained: core (auroc +0.200). Less, within the margin: core (auroc -0.005)."


@pytest.mark.parametrize(
    ("outcome", "said"), [("harmed", "Worse:"), ("cannot be ruled out", "Not ruled out: harm to")]
)
def test_a_loss_that_its_own_test_does_not_clear_is_not_called_within_the_margin(
    outcome: str, said: str
) -> None:
    test = replace(harm(outcome), name="core", measure="auroc", difference=-0.005)
    _, reason = conclusion([gain("gained"), slight(-0.01)], [test])
    assert reason == f"Gained: core (auroc +0.200). {said} core (auroc -0.005)."


def both(right: Callable[[int], bool], seeing: bool) -> Written:
    """Orders anchors by ``right``; of ``class a`` and ``class b`` it sees the class or does not."""
    ordering = encoder(f"{right.__name__} {seeing}", right)

    def vector(text: str) -> np.ndarray:
        if text.startswith("class"):
            return at(0.8 if seeing and text.split()[1] == "a" else -0.8)
        return ordering._vector(text)

    return Written(ordering.name, vector)


def half(number: int) -> bool:
    return number % 2 == 0


def every(number: int) -> bool:
    return True


TEXTS = [f"class {kind} {i}" for i in range(200) for kind in "ab"]
CLASSES = ClassHarm(
    LabelledTexts("two", TEXTS, [t[6] for t in TEXTS], TEXTS, [t[6] for t in TEXTS])
)


def certified(seeing: bool) -> RepairCertificate:
    return certify_repair(
        both(half, True), both(every, seeing), [LEARNT], trained=["learnt"], seed=0,
        harm_sets=[CLASSES],
    )  # fmt: skip


def test_a_repair_that_breaks_nothing_is_certified_and_one_that_does_is_not() -> None:
    good, bad = certified(True), certified(False)
    assert good.outcome == "Repaired without harm"
    assert bad.outcome == "The gain was bought with harm"
    assert "two (accuracy -0.500)" in bad.reason
    assert good.gains[0].difference == 0.5
    assert good.data == {"learnt": LEARNT.data.digest}


def test_a_probe_that_was_not_learnt_from_is_tested_for_harm_with_the_suites_margin() -> None:
    probe = MeaningProbe(labelled(400, "other"), name="other")
    found = certify_repair(
        both(half, True), both(every, True), [LEARNT, probe], trained=["learnt"], seed=0,
        suite_margin=0.03, harm_sets=[],
    )  # fmt: skip
    (test,) = found.harms
    assert (test.name, test.margin, test.outcome) == ("other", 0.03, "no harm")


def test_what_was_not_asked_is_said(tmp_path: Path) -> None:
    found = certify_repair(
        both(half, True), both(every, True), [LEARNT], trained=["learnt"], seed=0
    )
    assert found.outcome == "Repaired, but harm cannot be ruled out"
    assert "no folder of public data was given" in found.left_out[0]


def test_one_encoder_twice_no_probe_and_an_unknown_name_are_refused() -> None:
    one = both(half, True)
    with pytest.raises(InputError, match="are one encoder: nothing was repaired"):
        certify_repair(one, one, [LEARNT], trained=[], seed=0)
    with pytest.raises(InputError, match="needs a probe"):
        certify_repair(one, both(every, True), [], trained=[], seed=0)
    with pytest.raises(InputError, match=r"no probe is called 'x'\. There are: learnt"):
        certify_repair(one, both(every, True), [LEARNT], trained=["x"], seed=0)


def test_it_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    found = certified(True)
    write_repair_certificate(found, tmp_path / "c.json")
    assert read_repair_certificate(tmp_path / "c.json") == replace(
        found, left_out=list(found.left_out)
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read"),
        ('{"kind": "certificate"}', "no repair certificate"),
        ('{"kind": "repair certificate", "schema_version": 99}', "newer than this perimetry"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused(
    tmp_path: Path, content: str, message: str
) -> None:
    (tmp_path / "c.json").write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_repair_certificate(tmp_path / "c.json")
    with pytest.raises(DataError, match="no such file"):
        read_repair_certificate(tmp_path / "d.json")


def test_the_terminal_and_markdown_say_the_outcome_and_every_row(tmp_path: Path) -> None:
    found = certified(False)
    shown = StringIO()
    print_repair(found, Console(file=shown, width=200))
    markdown = repair_markdown(found)
    for text in ("The gain was bought with harm", "AUROC in strata", "harmed", "learnt"):
        assert text in shown.getvalue()
        assert text in markdown
    assert "−0.500" in shown.getvalue()
    write_repair_report(found, tmp_path)
    assert (tmp_path / "certificate.md").read_text(encoding="utf-8") == markdown
    assert read_repair_certificate(tmp_path / "certificate.json").outcome == found.outcome


def test_no_name_acts_as_markdown() -> None:
    found = certified(True)
    named = replace(found, after=replace(found.after, name="<b>|[x](y)"))
    assert "<b>" not in repair_markdown(named)
    assert "[x](y)" not in repair_markdown(named)
