"""Seeds derived from what they are for, so that order and parallelism change nothing."""

from __future__ import annotations

from hashlib import blake2b

Seed = tuple[int, ...]
"""What ``numpy.random.default_rng`` is started with."""


def derived_seed(seed: int, *identity: str) -> tuple[int, int]:
    """The seed of one cell of an audit, from the audit's ``seed`` and the cell's ``identity``.

    The same identity gives two encoders the same resamples, so their differences are paired.
    """
    digest = blake2b("\x1f".join(identity).encode(), digest_size=8).digest()
    return seed, int.from_bytes(digest, "big")
