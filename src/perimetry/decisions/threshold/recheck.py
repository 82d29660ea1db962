"""Tests the rule of a certificate again, on pairs that it has not seen."""

from __future__ import annotations

from typing import cast, get_args

from perimetry.datasets.labelled import LabelledSet
from perimetry.decisions.guards import guards_named
from perimetry.decisions.threshold.finding import groups_like
from perimetry.decisions.threshold.rates import false_accepts, rates_at
from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import Floats, scored_pairs
from perimetry.errors import InputError
from perimetry.results import EncoderRecord
from perimetry.results.certificate import Certificate, Recheck, RecheckOutcome
from perimetry.stats.binomial_bound import BoundMethod

CERTIFIED, FAILED, TOO_FEW = get_args(RecheckOutcome)


def recheck(
    certificate: Certificate, data: LabelledSet, cosines: Floats, encoder: EncoderRecord
) -> Recheck:
    """Whether ``certificate`` holds on ``data``: all of it tests, nothing is chosen.

    Args:
        certificate: of an earlier day.
        data: new labelled pairs.
        cosines: of each pair under the encoder, shape ``(len(data.pairs),)``.
        encoder: the one in use.

    Raises:
        InputError: the certificate certifies nothing, or is of another encoder, or of these very
            pairs.
    """
    check_encoder(certificate, encoder)
    if data.digest == certificate.data.digest:
        raise InputError(
            "these are the pairs that the certificate was made of. New pairs test it again."
        )
    threshold = certificate.threshold
    if certificate.outcome != CERTIFIED or threshold is None:
        raise InputError(f"the certificate says {certificate.outcome!r}: nothing to check.")
    method = cast(BoundMethod, certificate.method)  # rate_bound refuses what it does not know
    asked = Requirements(certificate.budget, certificate.min_accept, method, certificate.level)
    pairs = scored_pairs(data.pairs, cosines, guards_named(certificate.guards))
    found = false_accepts(pairs, threshold, asked)
    outcome = CERTIFIED
    if found.high > asked.budget:
        outcome = FAILED if found.value > asked.budget else TOO_FEW
    return Recheck(
        outcome=outcome,
        rates=rates_at(pairs, threshold, certificate.prevalence, asked),
        groups_needed=groups_like(found, asked) if outcome == TOO_FEW else None,
    )


def check_encoder(certificate: Certificate, encoder: EncoderRecord) -> None:
    """Refuse an encoder that the certificate was not made with.

    Raises:
        InputError: the fingerprints differ; with what differs, as far as it is recorded.
    """
    if encoder.fingerprint == certificate.encoder.fingerprint:
        return
    theirs, ours = certificate.encoder.setup, encoder.setup
    differing = sorted(key for key in {*theirs, *ours} if theirs.get(key) != ours.get(key))
    raise InputError(
        f"the certificate is of {certificate.encoder.name} "
        f"({certificate.encoder.fingerprint[:12]}), not of {encoder.name} "
        f"({encoder.fingerprint[:12]})"
        + (f"; they differ in {', '.join(differing)}" if differing else "")
        + ". Cosines of two encoders do not compare: make a new certificate."
    )
