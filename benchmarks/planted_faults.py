"""The confusion table of the doctor: which check names which planted fault, with which oracle.

``python -m tests.doctor.small_bert /tmp/small-bert`` trains the small BERT with prompts, then
``python benchmarks/planted_faults.py /tmp/small-bert [ENCODER …]`` prints Markdown. Each encoder
after it is a name as everywhere; a folder is its own checkpoint. ``--named-only`` asks each fault
of the one check that must name it and prints what that says, and ``--healthy-only`` plants none:
both are quicker for large models.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from perimetry.datasets.core import builtin_core
from perimetry.doctor import Patient, examine
from perimetry.doctor.checkup import all_checks
from perimetry.encoders import open_encoder
from perimetry.encoders.models import bundled
from perimetry.records import Finding
from perimetry.testing.faults import FAULTS, Model
from perimetry.testing.faults.remembering import Remembering

BUNDLED = "all-MiniLM-L6-v2"


def main() -> None:
    """Print a table of faults for each checkpoint, and one of all healthy encoders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoders", nargs="*")
    parser.add_argument("--healthy-only", action="store_true")
    parser.add_argument("--named-only", action="store_true")
    given = parser.parse_args()
    models = [opened(name) for name in [BUNDLED, "hash:", *given.encoders]]
    for model in models:
        if model.folder and not given.healthy_only:
            (print_naming if given.named_only else print_faults)(model)
    print("\n## Healthy encoders\n")
    row("encoder", "FAIL", "WARN", "CPU s")
    row("---", "---", "---", "---")
    for model in models:
        print_healthy(model)


def opened(name: str) -> Model:
    """The encoder, and the folder of its checkpoint if ``onnx:`` can recompute it."""
    if name == BUNDLED:
        return Model(Remembering(open_encoder(None)), bundled.wheel_folder())
    path = Path(name)
    return Model(Remembering(open_encoder(name)), path if path.is_dir() else None)


def texts_of_a_user() -> list[str]:
    """Texts of one's own: the anchors of the core set, which no check uses."""
    return list(dict.fromkeys(pair.text_a for pair in builtin_core("dev").pairs))


def print_faults(model: Model) -> None:
    """The faults planted in ``model``, each with the checks that name it."""
    print(f"\n## {model.encoder.name}\n")
    row("fault", "must be named by", "alone", "with the checkpoint", "with a reference")
    row("---", "---", "---", "---", "---")
    checks = all_checks()
    expected = {finding.check: finding.outcome for finding in examine(healthy(model))}
    for fault in FAULTS:
        if not fault.fits(model):
            continue
        findings = examine(replace(healthy(model), encoder=fault.plant(model), _seen={}))
        named = {
            oracle: [finding for finding in findings if oracle == checks[finding.check].ORACLE]
            for oracle in ("alone", "checkpoint", "reference")
        }
        sign = "" if any(map(fault.is_named_in, findings)) else " **missed**"
        row(
            fault.name,
            f"{fault.named_by}, {fault.oracle}{sign}",
            *(listed(those, expected) for those in named.values()),
        )
        sys.stdout.flush()


def print_naming(model: Model) -> None:
    """What the check that must name a fault says of it."""
    print(f"\n## {model.encoder.name}\n")
    row("fault", "check", "outcome", "what it says")
    row("---", "---", "---", "---")
    checks = all_checks()
    for fault in FAULTS:
        if fault.fits(model):
            patient = replace(healthy(model), encoder=fault.plant(model), _seen={})
            [finding] = examine(patient, {fault.named_by: checks[fault.named_by]})
            sign = "" if fault.is_named_in(finding) else "**missed** "
            row(fault.name, fault.named_by, sign + finding.outcome, finding.message)
            sys.stdout.flush()


def healthy(model: Model) -> Patient:
    """The model with both oracles: its checkpoint, and itself as the reference."""
    return Patient(
        model.encoder,
        recompute=model.recompute if model.folder else None,
        reference=model.encoder,
        own_texts=texts_of_a_user(),
    )


def is_new(finding: Finding, expected: Mapping[str, str]) -> bool:
    """Whether it is a FAIL or WARN that the healthy encoder does not have."""
    return finding.outcome in ("fail", "warn") and finding.outcome != expected[finding.check]


def listed(findings: Sequence[Finding], expected: Mapping[str, str]) -> str:
    """The checks that name a fault, a WARN in brackets."""
    new = [finding for finding in findings if is_new(finding, expected)]
    names = [f.check if f.outcome == "fail" else f"({f.check})" for f in new]
    return ", ".join(names) or "–"


def print_healthy(model: Model) -> None:
    """What the checks say of a healthy encoder, WARNs with their explanation."""
    bare = model.encoder.inner if isinstance(model.encoder, Remembering) else model.encoder
    before = time.process_time()
    findings = examine(replace(healthy(model), encoder=bare, _seen={}))
    seconds = time.process_time() - before
    said = {
        outcome: "<br>".join(f"{f.check}: {f.message}" for f in findings if f.outcome == outcome)
        for outcome in ("fail", "warn")
    }
    row(bare.name, said["fail"] or "–", said["warn"] or "–", f"{seconds:.1f}")


def row(*cells: str) -> None:
    """A row of a Markdown table."""
    print("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")


if __name__ == "__main__":
    main()
