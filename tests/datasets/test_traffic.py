from __future__ import annotations

from collections import Counter
from hashlib import sha256

from perimetry.datasets.builtin import builtin_file, builtin_files
from perimetry.datasets.traffic import builtin_traffic
from perimetry.repair.training.replay import builtin_kept


def test_traffic_is_clusters_of_four_different_texts() -> None:
    clusters = builtin_traffic()
    assert Counter(cluster.kind for cluster in clusters) == {
        "how_to": 250, "search": 250, "support": 750,
    }  # fmt: skip
    assert {len(cluster.texts) for cluster in clusters} == {4}
    texts = [text for cluster in clusters for text in cluster.texts]
    assert len(set(texts)) == 5_000
    assert all(text == text.strip() and text.isprintable() for text in texts)


def test_no_opening_of_two_words_is_common_in_a_kind() -> None:
    for kind in ("how_to", "search", "support"):
        texts = [t for cluster in builtin_traffic() if cluster.kind == kind for t in cluster.texts]
        openings = Counter(tuple(text.casefold().split()[:2]) for text in texts)
        assert max(openings.values()) <= 0.044 * len(texts), kind


def test_the_card_has_the_digest_of_each_file() -> None:
    card = builtin_file("traffic", "CARD.md").read_text(encoding="utf-8")
    for path in builtin_files("traffic", ".jsonl"):
        assert sha256(path.read_bytes()).hexdigest() in card, path.name


def test_a_repair_keeps_the_background_and_the_traffic() -> None:
    kept = builtin_kept()
    assert len(kept) == len(set(kept)) == 5_600
