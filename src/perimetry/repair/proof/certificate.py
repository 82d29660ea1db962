"""Before and after: what a repair won on every probe, and what it broke or may have broken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.metadata import version
from pathlib import Path

from perimetry.encoders.base import Encoder
from perimetry.errors import InputError
from perimetry.probes.base import Probe
from perimetry.records import unique
from perimetry.repair.proof.gains import gains, main_scores
from perimetry.repair.proof.harm import HarmSet, harm_tests, mean_harm, public_harm_sets
from perimetry.results import Audit
from perimetry.results.items import items_table, joined
from perimetry.results.repair import Gain, HarmTest, RepairCertificate, RepairOutcome
from perimetry.runner.encode import encode_texts
from perimetry.runner.local import RECORDED, Watch, encoder_record
from perimetry.stats.intervals import LEVEL
from perimetry.store import VectorStore

SUITE_MARGIN = 0.02
"""Of a probe's main measure, for probes that the repair did not learn from."""


def certify_repair(
    before: Encoder,
    after: Encoder,
    probes: Sequence[Probe],
    *,
    trained: Collection[str],
    seed: int,
    data_dir: Path | None = None,
    suite_margin: float = SUITE_MARGIN,
    harm_sets: Sequence[HarmSet] | None = None,
    store: VectorStore | None = None,
    watch: Watch | None = None,
) -> RepairCertificate:
    """Ask both encoders everything, claim what was gained and test what may have been lost.

    Gains stand together under Holm's adjustment. Every test of harm has a stated margin and must
    pass: STS-B, Banking77 and retrieval where their data are given, and every probe whose kind of
    data the repair did not learn from.

    Args:
        before: the base encoder.
        after: the repaired one.
        probes: of test data, none of which the repair has seen.
        trained: the names of those whose kind of data it learnt from.
        seed: of resamples, signs and swaps.
        data_dir: the folder of public data (:mod:`perimetry.repair.proof.public_sets`).
        suite_margin: of probes that were not learnt from.
        harm_sets: instead of what lies in ``data_dir``.
        store: of vectors.
        watch: told of the progress.

    Raises:
        InputError: no probe, a name in ``trained`` that is none, or two encoders of one content or
            one name.
        EncodingError: an encoder returned something that is not one finite vector a text.
    """
    names = {probe.name for probe in probes}
    if not names:
        raise InputError("a certificate needs a probe at least.")
    for name in trained:
        if name not in names:
            raise InputError(f"no probe is called {name!r}. There are: {', '.join(sorted(names))}.")
    if before.fingerprint == after.fingerprint:
        raise InputError(f"{before.name} and {after.name} are one encoder: nothing was repaired.")
    if before.name == after.name:
        raise InputError(f"both encoders are called {before.name!r}. Rename the folder of one.")
    sets, left_out = public_harm_sets(data_dir) if harm_sets is None else (harm_sets, [])
    audit = _judged(before, after, probes, seed, store, watch)
    changed = gains(audit, trained=trained, seed=seed)
    tests = harm_tests(before, after, sets, seed=seed, store=store, watch=watch) if sets else []
    tests += [
        mean_harm(
            scores.before,
            scores.after,
            scores.groups,
            name=scores.probe,
            measure=scores.measure,
            margin=suite_margin,
            seed=seed,
            data=audit.datasets[scores.probe].digest,
        )
        for scores in main_scores(audit)
        if scores.probe not in trained
    ]
    judged = {gain.probe for gain in changed}
    left_out = [
        *left_out,
        *(f"{name}: it has no measure of which more is better" for name in sorted(names - judged)),
    ]
    outcome, reason = conclusion(changed, tests, suite_margin)
    old, new = audit.encoders
    return RepairCertificate(
        outcome=outcome,
        reason=reason,
        before=old,
        after=new,
        gains=changed,
        harms=tests,
        left_out=left_out,
        level=LEVEL,
        seed=seed,
        data={name: note.digest for name, note in audit.datasets.items()},
        versions=audit.versions,
    )


def _judged(
    before: Encoder,
    after: Encoder,
    probes: Sequence[Probe],
    seed: int,
    store: VectorStore | None,
    watch: Watch | None,
) -> Audit:
    """The item scores of both. Estimates and baselines would cost more than all the rest."""
    texts = unique(text for probe in probes for text in probe.texts())
    tables = []
    for encoder in (before, after):
        watching = watch(encoder.name, len(texts)) if watch else None
        vectors = encode_texts(encoder, texts, store, watching)
        tables += [items_table(encoder.name, p.name, p.judge(vectors)) for p in probes]
    return Audit(
        suite="repair",
        seed=seed,
        limit=None,
        encoders=[encoder_record(encoder, texts) for encoder in (before, after)],
        datasets={probe.name: probe.note() for probe in probes},
        estimates=[],
        items=joined(tables),
        versions={package: version(package) for package in RECORDED},
    )


def conclusion(
    changed: Sequence[Gain], tests: Sequence[HarmTest], margin: float = SUITE_MARGIN
) -> tuple[RepairOutcome, str]:
    """The outcome, and the sentence that says why.

    A loss that Holm's adjustment leaves standing is harm too, unless its probe was not learnt from
    and its interval lies within the margin. Without a test of harm, none is ruled out.
    """
    won = [_named(gain) for gain in changed if gain.outcome == "gained"]
    fallen = [gain for gain in changed if gain.outcome == "lost"]
    slight = [gain for gain in fallen if not gain.trained and gain.low > -margin]
    lost = [_named(gain) for gain in fallen if gain not in slight]
    broken = dict.fromkeys([*(_tested(t) for t in tests if t.outcome == "harmed"), *lost])
    open_ = [_tested(test) for test in tests if test.outcome == "cannot be ruled out"]
    within = [named for named in map(_named, slight) if named not in {*broken, *open_}]
    parts = [f"Gained: {', '.join(won) if won else 'nothing that is more than luck'}."]
    if broken:
        parts.append(f"Worse: {', '.join(broken)}.")
    if within:
        parts.append(f"Less, within the margin: {', '.join(within)}.")
    if open_:
        parts.append(f"Not ruled out: harm to {', '.join(open_)}.")
    if not tests:
        parts.append("Nothing was tested for harm.")
    reason = " ".join(parts)
    if not won:
        return "No gain was shown", reason
    if broken:
        return "The gain was bought with harm", reason
    if open_ or not tests:
        return "Repaired, but harm cannot be ruled out", reason
    return "Repaired without harm", reason


def _named(gain: Gain) -> str:
    return f"{gain.probe} ({gain.measure} {gain.difference:+.3f})"


def _tested(test: HarmTest) -> str:
    return f"{test.name} ({test.measure} {test.difference:+.3f})"
