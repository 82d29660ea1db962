"""``perimetry merge``: a model between a base and what was trained from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def merge(
    base: Annotated[str, typer.Argument(metavar="BASE", help="The base model's name or folder.")],
    repaired: Annotated[
        list[str],
        typer.Argument(
            metavar="REPAIRED...", help="What was trained from it; of several, their mean."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder to write, which must not exist.")],
    weight: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="0 is the base, 1 the repaired.")
    ] = 0.5,
    method: Annotated[
        str, typer.Option(help="slerp (along the arc, tensor by tensor) or linear.")
    ] = "slerp",
    frontier: Annotated[
        bool,
        typer.Option(
            "--frontier",
            help="Measure gain and harm on dev data at several weights and write the best.",
        ),
    ] = False,
    harm_budget: Annotated[
        float,
        typer.Option(min=0.0, help="--frontier: the most Spearman that may be lost on STS-B dev."),
    ] = 0.01,
    data_dir: Annotated[
        Path | None,
        typer.Option(
            envvar="PERIMETRY_DATA", help="--frontier: the folder with stsb/stsb-en-dev.csv."
        ),
    ] = None,
) -> None:
    """Merge models of one architecture: most of the gain for less of the harm.

    Several repaired models, of different seeds say, are averaged first (--weight 1: that alone).
    Pooling, prompts and tokenizer are the base's. The folder opens in onnx: and st:.
    """
    from typing import get_args

    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.errors import InputError
    from perimetry.repair.merging.frontier import find_frontier
    from perimetry.repair.merging.merge import METHODS, Method, merge_models
    from perimetry.repair.training.base_model import trainable_folder
    from perimetry.report.terminal.frontier import print_frontier

    if method not in METHODS:
        raise InputError(f"--method is {' or '.join(get_args(Method))}, not {method!r}.")
    proves = step("no-harm", base, out, does="certifies gain and harm")
    chosen: Method = "linear" if method == "linear" else "slerp"
    place = trainable_folder(base)
    one, others = place.path, [trainable_folder(name).path for name in repaired]
    if not frontier:
        merge_models(one, others, out, weight=weight, method=chosen, name=place.name)
        typer.echo(f"Merged: {out}")
        tell_next(proves)
        return
    if data_dir is None:
        raise InputError("--frontier needs --data-dir, the folder with stsb/stsb-en-dev.csv.")
    if out.exists():
        raise InputError(f"{out} is there already. Give another folder, or delete it.")
    found = find_frontier(one, others, data_dir, budget=harm_budget, method=chosen)
    rows = [(p.weight, p.gain, p.harm, p == found.best) for p in found.points]
    print_frontier(rows, found.budget, screen())
    if found.best is None:
        wider = ("--frontier", "--harm-budget", f"{2 * harm_budget:g}")
        tell_next(step("merge", base, *repaired, "--out", out, *wider, does="allows more harm"))
        raise typer.Exit(1)
    weight = found.best.weight
    merge_models(one, others, out, weight=weight, method=chosen, name=place.name)
    typer.echo(f"Merged: {out}")
    tell_next(proves)
