"""The doctor's checks: is each outcome allowed, and no worse than the baseline's?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from perimetry.decisions.ci.config import GateConfig
from perimetry.decisions.ci.toml_table import nearest
from perimetry.errors import DataError
from perimetry.records import Finding
from perimetry.results.baseline import Baseline
from perimetry.results.gate import Ruling, RulingOutcome

EVERY = "*"
WORSE = ("pass", "warn", "fail")
"""The outcomes, each worse than those before it. A skip is none of them: nothing was seen."""

GIVE = "no checkup was given. Add the folder that perimetry doctor --out wrote."


def check_names(config: GateConfig) -> None:
    """Refuse a check that the doctor does not have.

    Raises:
        DataError: there is one, with the nearest name.
    """
    if not config.checks:
        return
    from perimetry.doctor.checkup import all_checks

    known = list(all_checks())
    for name in config.checks:
        if name not in (EVERY, *known):
            near = nearest(name, known)
            hint = f" Did you mean {near!r}?" if near else f" Checks: {', '.join(known)}."
            raise DataError(config.path, f"there is no check {name!r}.{hint}")


def rule_checks(
    standing: Baseline, baseline: Baseline | None, config: GateConfig
) -> Iterator[Ruling]:
    """A ruling for each check that is bounded, or that the baseline has.

    ``*`` bounds every check that saw something. A check that is bounded by its own name, or that
    saw something in the baseline, must have seen something. The first is held to that bound alone,
    since a check such as latency may well differ from one day to the next.
    """
    seen = {finding.check: finding for finding in standing.findings}
    before = {finding.check: finding for finding in baseline.findings} if baseline else {}
    named = [name for name in config.checks if name != EVERY]
    others = seen if EVERY in config.checks else {}
    for name in dict.fromkeys([*others, *named, *before]):
        yield _ruled(name, seen, before.get(name), config.checks)
    if EVERY in config.checks and not seen:
        yield Ruling(
            "check", "", "", "every check", "missing", allowed=config.checks[EVERY], note=GIVE
        )


def _ruled(
    name: str, seen: Mapping[str, Finding], before: Finding | None, allowed: Mapping[str, str]
) -> Ruling:
    bound = allowed.get(name, allowed.get(EVERY))
    compared = before and before.outcome != "skip" and name not in allowed
    old = before.outcome if before and compared else None
    limits = [outcome for outcome in (bound, old) if outcome]
    limit = min(limits, key=WORSE.index) if limits else None
    found = seen.get(name)
    outcome: RulingOutcome
    if found is None:
        outcome = "missing" if limit else "untested"
        note = "it was not examined." if seen else GIVE
    elif found.outcome == "skip":
        outcome = "missing" if old or name in allowed else "untested"
        note = found.message
    else:
        failed = limit is not None and found.outcome in _beyond(limit)
        outcome, note = ("fail" if failed else "pass"), found.message
    if limit == old and limit != bound and outcome in ("fail", "missing"):
        note = f"the baseline has {old}. {note}"
    return Ruling(
        "check", "", "", name, outcome, allowed=limit, seen=found.outcome if found else None,
        note=note,
    )  # fmt: skip


def _beyond(limit: str) -> Sequence[str]:
    return WORSE[WORSE.index(limit) + 1 :]
