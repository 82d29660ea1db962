"""Runs an audit on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version

from perimetry.encoders.base import Encoder
from perimetry.errors import InputError
from perimetry.probes.base import Probe
from perimetry.records import ItemScores, Text, unique
from perimetry.results import Audit, Counts, EncoderEstimate, EncoderRecord
from perimetry.results.items import items_table, joined
from perimetry.runner.encode import OnProgress, encode_texts, prompt_sent
from perimetry.store import VectorStore

RECORDED = ("perimetry", "numpy", "pyarrow", "onnxruntime", "tokenizers")

Watch = Callable[[str, int], OnProgress]
"""Told an encoder's name and how many texts it needs; returns what is told of its progress."""


def run_audit(
    encoders: Sequence[Encoder],
    probes: Sequence[Probe],
    *,
    suite: str,
    seed: int,
    limit: int | None = None,
    store: VectorStore | None = None,
    keep_texts: bool = True,
    watch: Watch | None = None,
) -> Audit:
    """Ask every encoder every probe.

    Each text is encoded once an encoder, however many probes need it, and not at all if ``store``
    has its vector. The item scores depend on the vectors alone, so a run that was killed and
    started again ends with the same table.

    Raises:
        InputError: two encoders have the same name.
        EncodingError: an encoder returned something that is not one finite vector a text.
    """
    references = [(probe, name, scores) for probe in probes
                  for name, scores in probe.baselines().items()]  # fmt: skip
    baselines = list(dict.fromkeys(name for _, name, _ in references))
    _check_names(encoders, baselines)
    texts = unique(text for probe in probes for text in probe.texts())
    answers: list[tuple[str, Probe, ItemScores]] = []
    encoded = from_store = 0
    for encoder in encoders:
        watching = watch(encoder.name, len(texts)) if watch else None
        vectors = encode_texts(encoder, texts, store, watching)
        encoded += vectors.encoded
        from_store += vectors.from_store
        answers += [(encoder.name, probe, probe.judge(vectors)) for probe in probes]
    answers += [(name, probe, scores) for probe, name, scores in references]
    return Audit(
        suite=suite,
        seed=seed,
        limit=limit,
        encoders=[encoder_record(encoder, texts) for encoder in encoders],
        datasets={probe.name: probe.note() for probe in probes},
        estimates=[
            EncoderEstimate(name, probe.name, estimate)
            for name, probe, scores in answers
            for estimate in probe.summarise(scores, seed=seed)
        ],
        items=joined(
            [
                items_table(name, probe.name, scores, keep_texts=keep_texts)
                for name, probe, scores in answers
            ]
        ),
        versions={package: version(package) for package in RECORDED},
        counts=Counts(len(texts) * len(encoders), encoded, from_store),
        holds_texts=keep_texts,
        baselines=baselines,
    )


def encoder_record(encoder: Encoder, texts: Sequence[Text] = ()) -> EncoderRecord:
    """``encoder`` as it was asked ``texts``, with the prompts that were really sent."""
    sent: dict[str, str] = {
        text.role: prompt_sent(encoder, text) for text in texts if text.prompt is None
    }
    return EncoderRecord(encoder.name, encoder.fingerprint, dict(encoder.setup), sent)


def _check_names(encoders: Sequence[Encoder], baselines: Sequence[str]) -> None:
    names = [encoder.name for encoder in encoders]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the encoder {name!r} is named twice. Name each once.")
        if name in baselines:
            raise InputError(f"{name!r} is the name of a baseline. Give the encoder another.")
