"""``perimetry doctor``: find what is silently wrong with an encoder, and how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from perimetry.cli.arguments import ENCODER_HELP, Threads, encoder_names

if TYPE_CHECKING:
    from perimetry.encoders import Encoder


def doctor(
    model: Annotated[
        str | None, typer.Argument(metavar="MODEL", help=ENCODER_HELP, autocompletion=encoder_names)
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Folder of its checkpoint, recomputed by another engine.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Another way to run it, which should agree.")
    ] = None,
    canary: Annotated[
        Path | None, typer.Option(help="Canary vectors that were saved when all was well.")
    ] = None,
    save_canary: Annotated[
        Path | None, typer.Option(help="Save canary vectors to this file, and examine nothing.")
    ] = None,
    texts: Annotated[
        Path | None, typer.Option(help="Your own texts, for what they hold that it cannot read.")
    ] = None,
    threshold: Annotated[
        float, typer.Option(help="With --against: the cosine from which two texts are the same.")
    ] = 0.8,
    fail_on: Annotated[
        Literal["fail", "warn"], typer.Option(help="From which outcome on to exit with 1.")
    ] = "fail",
    out: Annotated[
        Path | None, typer.Option(help="Folder of the checkup. Default: checkups/<id>.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    threads: Threads = None,
) -> None:
    """Examine an encoder: pooling, prompts, truncation, batching, casing, geometry and more.

    Exit code 1 where a check fails. Some faults show on the encoder alone, some only against its
    checkpoint, some only against a reference; what is missing is skipped and says what to give.
    """
    from functools import partial

    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.datasets.texts import read_texts
    from perimetry.doctor import Patient, examine
    from perimetry.doctor.canary import read_canary
    from perimetry.doctor.canary import save_canary as save
    from perimetry.doctor.parity import parity
    from perimetry.doctor.recording import recorded
    from perimetry.encoders import open_encoder
    from perimetry.errors import EncodingError, InputError
    from perimetry.report import print_findings, print_parity, write_checkup_report
    from perimetry.results import checkup_json, write_checkup

    encoder = open_encoder(model, threads=threads)
    if save_canary:
        save(encoder, save_canary)
        typer.echo(f"Canary vectors of {encoder.name}: {save_canary}")
        asks = "asks later whether it is still the same"
        tell_next(step("doctor", model, "--canary", save_canary, does=asks))
        return
    if against and canary:
        raise InputError("--against and --canary are two references. Give one.")
    reference: Encoder | None = None
    if against:
        reference = open_encoder(against, threads=threads)
    elif canary:
        reference = read_canary(canary)
    patient = Patient(
        encoder,
        recompute=partial(recomputed, checkpoint, threads) if checkpoint else None,
        reference=reference,
        own_texts=[source.text for source in read_texts(texts)] if texts else (),
    )
    found = examine(patient)
    compared = incomparable = None
    if against and reference and not patient.stored:
        try:
            compared = parity(encoder, reference, patient.texts, threshold=threshold)
        except EncodingError as error:
            incomparable = error
    checkup = recorded(
        patient,
        found,
        parity=compared,
        command=asked_by(model, checkpoint, against, canary, texts, threshold),
    )
    if json:
        typer.echo(checkup_json(checkup))
    else:
        print_findings(encoder.name, found, screen())
    if checkup.parity and reference and not json:
        print_parity(checkup.parity, reference.name, screen())
    folder = out or Path("checkups") / checkup.id
    write_checkup(checkup, folder)
    report = write_checkup_report(checkup, folder)
    if not json:
        typer.echo(f"Report: {report}")
        trouble = any(finding.outcome in ("fail", "warn") for finding in found)
        measures = "measures what it can tell apart"
        tell_next(
            step("audit", model, does=f"{measures}, once that is mended" * trouble or measures)
        )
    worst = {"fail"} if fail_on == "fail" else {"fail", "warn"}
    if incomparable:
        typer.echo(f"error: {incomparable}", err=True)
    if any(finding.outcome in worst for finding in found):
        raise typer.Exit(1)
    if incomparable:
        raise typer.Exit(incomparable.exit_code)


def asked_by(
    model: str | None,
    checkpoint: Path | None,
    against: str | None,
    canary: Path | None,
    texts: Path | None,
    threshold: float,
) -> str:
    """The command line that asks this again."""
    from shlex import join

    options = {
        "--checkpoint": checkpoint,
        "--against": against,
        "--canary": canary,
        "--texts": texts,
        "--threshold": f"{threshold:g}" if against else None,
    }
    given = [part for option, value in options.items() if value for part in (option, str(value))]
    return join(["perimetry", "doctor", *([model] if model else []), *given])


def recomputed(folder: Path, threads: int | None, **options: str) -> Encoder:
    """The checkpoint in ``folder`` by ONNX Runtime, with the options of ``onnx:``."""
    from urllib.parse import urlencode

    from perimetry.encoders import open_encoder

    asked = f"?{urlencode(options)}" if options else ""
    return open_encoder(f"onnx:{folder}{asked}", threads=threads)
