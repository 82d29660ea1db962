from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file

from perimetry.encoders.views.head import Head, read_head, write_head
from perimetry.encoders.views.opening import with_views
from perimetry.errors import InputError, ModelError
from perimetry.records import Role
from perimetry.repair.head.fit import HeadFit, HeadSettings, _contrast, _Objective, train_head
from perimetry.repair.head.loss import HeadExample, Replay

QUICK = HeadSettings(rank=4, replay=0.0, block=32, iterations=60)


class Table:
    """An encoder whose texts are the rows of a table, by number."""

    def __init__(self, vectors: NDArray[np.float32], fingerprint: str = "table-1") -> None:
        self.name, self.fingerprint = "table", fingerprint
        self.prompts: dict[Role, str] = {}
        self.setup = {"dimension": vectors.shape[1]}
        self.vectors = vectors

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        return self.vectors[[int(text) for text in texts]]


def loud_topic(seed: int = 0, count: int = 120) -> tuple[NDArray[np.float32], list[HeadExample]]:
    """Anchors whose meaning is a small part of their vector and whose topic is a large one.

    The keeping partner has the anchor's meaning and a topic of its own; the breaking one has the
    topic and another meaning. Only a map that turns the topic down tells them apart.
    """
    generator = np.random.default_rng(seed)
    meaning = generator.normal(size=(count, 3, 4))
    topic = 3 * generator.normal(size=(count, 3, 8))
    meaning[:, 1], topic[:, 2] = meaning[:, 0], topic[:, 0]
    rows = np.concatenate([meaning, topic], axis=2).reshape(-1, 12).astype(np.float32)
    return rows, [HeadExample(3 * i, 3 * i + 1, [3 * i + 2], f"g{i}") for i in range(count)]


def order_accuracy(vectors: NDArray[np.float32]) -> float:
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    anchor, keeping, breaking = unit[0::3], unit[1::3], unit[2::3]
    return float(((anchor * keeping).sum(1) > (anchor * breaking).sum(1)).mean())


def learnt(settings: HeadSettings = QUICK, seed: int = 1) -> HeadFit:
    vectors, examples = loud_topic()
    return train_head(vectors, examples, encoder=Table(vectors), seed=seed, settings=settings)


@pytest.mark.parametrize("rank", [8, None], ids=["low rank", "full"])
def test_a_head_learns_what_holds_for_sources_it_never_saw(rank: int | None) -> None:
    fresh, _ = loud_topic(seed=9)
    head = learnt(replace(QUICK, rank=rank)).head
    assert order_accuracy(fresh) < 0.2
    assert order_accuracy(head(fresh)) > 0.8


def test_equal_seeds_give_equal_heads_and_others_do_not() -> None:
    one, same, other = learnt(), learnt(), learnt(seed=2)
    assert np.array_equal(one.head.left, same.head.left)
    assert one.losses == same.losses
    assert not np.array_equal(one.head.left, other.head.left)


def test_what_is_kept_has_the_lowest_loss_on_the_held_out_groups() -> None:
    fit = learnt()
    assert fit.losses[fit.kept] == min(fit.losses) < fit.losses[0]
    assert (fit.examples, fit.held_out) == (108, 12)


def test_where_nothing_can_be_learnt_it_stays_the_identity() -> None:
    """Queries, targets and negatives of pure noise: what fits some says nothing of the others."""
    vectors = np.random.default_rng(0).normal(size=(360, 12)).astype(np.float32)
    _, examples = loud_topic()
    fit = train_head(vectors, examples, encoder=Table(vectors), seed=1, settings=QUICK)
    assert fit.kept == 0
    assert np.array_equal(fit.head(vectors), vectors)


def test_replay_holds_the_cosines_of_the_background() -> None:
    vectors, examples = loud_topic()
    background, _ = loud_topic(seed=5)

    def change(weight: float) -> float:
        head = train_head(
            vectors,
            examples,
            encoder=Table(vectors),
            seed=1,
            background=background,
            settings=replace(QUICK, replay=weight),
        ).head
        moved = head(background)
        unit = moved / np.linalg.norm(moved, axis=1, keepdims=True)
        return Replay(background, 1.0).value_and_slope(unit)[0]

    assert change(1000) < change(10) / 3 < change(0) / 3


@pytest.mark.parametrize("rank", [3, None])
def test_the_gradient_of_the_map_is_the_derivative(rank: int | None) -> None:
    vectors, examples = loud_topic(count=12)
    wide, generator = vectors.astype(np.float64), np.random.default_rng(0)
    settings = replace(QUICK, block=5, temperature=0.5)
    contrast = _contrast(examples, len(wide), settings, generator)
    objective = _Objective(wide, contrast, Replay(wide[:9], 2.0), rank)
    at = objective.start(generator) + generator.normal(0, 0.1, objective.start(generator).size)
    _, gradient = objective(at)
    step = generator.normal(size=at.size)
    ahead, behind = (objective(at + sign * 1e-6 * step)[0] for sign in (1, -1))
    assert (ahead - behind) / 2e-6 == pytest.approx(gradient @ step, rel=1e-5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (replace(QUICK, rank=13), "the rank must be within 1 to 12, not 13"),
        (replace(QUICK, temperature=0), "temperature cannot be 0"),
        (replace(QUICK, held_out=1), "held_out cannot be 1"),
    ],
)
def test_settings_out_of_range_are_refused(settings: HeadSettings, message: str) -> None:
    with pytest.raises(InputError, match=message):
        learnt(settings)


def test_rows_that_are_not_there_and_too_few_groups_are_refused() -> None:
    vectors, examples = loud_topic(count=12)

    def learn(chosen: Sequence[HeadExample]) -> HeadFit:
        return train_head(vectors, chosen, encoder=Table(vectors), seed=1, settings=QUICK)

    with pytest.raises(InputError, match="an example names row 36 of 36 vectors"):
        learn([HeadExample(0, 36, [], "a")])
    with pytest.raises(InputError, match="9 groups of examples are too few"):
        learn(examples[:9])
    with pytest.raises(InputError, match="no examples"):
        learn([])


# ------------------------------------------------------------------ the file and the view


@pytest.mark.parametrize("rank", [2, None], ids=["low rank", "full"])
def test_a_written_head_is_read_back_and_safetensors_reads_it_too(
    tmp_path: Path, rank: int | None
) -> None:
    head = learnt(replace(QUICK, rank=rank)).head
    write_head(head, tmp_path / "head.safetensors")
    found, _ = read_head(tmp_path / "head.safetensors")
    assert np.array_equal(found.left, head.left)
    assert (found.right is None) is (rank is None)
    assert (found.encoder, found.encoder_name) == ("table-1", "table")
    assert found.settings == head.settings
    theirs = load_file(tmp_path / "head.safetensors")
    assert np.array_equal(theirs["left"], head.left)


def test_the_view_maps_the_vectors_of_its_encoder(tmp_path: Path) -> None:
    """``x + A Bᵀ x`` with A = (1, 0)ᵀ and B = (0, 2)ᵀ adds twice the second to the first."""
    table = Table(np.float32([[3, 4], [1, 0]]))
    head = Head(np.float32([[1], [0]]), np.float32([[0], [2]]), "table-1", "table")
    write_head(head, tmp_path / "twice.safetensors")
    view = with_views(table, {"head": str(tmp_path / "twice.safetensors")})
    assert view.encode(["0", "1"], role="query").tolist() == [[11, 4], [1, 0]]
    assert view.name.startswith("table?head=twice-")
    assert view.fingerprint != table.fingerprint


def test_another_encoder_is_refused(tmp_path: Path) -> None:
    vectors = np.eye(2, dtype=np.float32)
    write_head(Head(vectors, None, "table-1", "table"), tmp_path / "head.safetensors")
    with pytest.raises(InputError, match=r"learnt on table .* and table is another encoder"):
        with_views(Table(vectors, "table-2"), {"head": str(tmp_path / "head.safetensors")})


def test_equal_bytes_are_the_same_view_wherever_they_lie_and_others_are_not(tmp_path: Path) -> None:
    vectors = np.eye(2, dtype=np.float32)
    table = Table(vectors)
    for name, scale in (("a", 1), ("b", 1), ("c", 2)):
        head = Head(np.float32(scale) * vectors, None, "table-1", "table")
        write_head(head, tmp_path / f"{name}.safetensors")
    a, b, c = (with_views(table, {"head": str(tmp_path / f"{name}.safetensors")}) for name in "abc")
    assert a.fingerprint == b.fingerprint != c.fingerprint
    assert str(tmp_path) not in a.name + str(a.setup)


def test_a_file_that_is_no_whole_head_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "head.safetensors"
    with pytest.raises(ModelError, match="there is no head"):
        read_head(path)
    write_head(Head(np.eye(2, dtype=np.float32), None, "f", "n"), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    with pytest.raises(ModelError, match="not a whole safetensors file"):
        read_head(path)
    path.write_bytes(whole.replace(b"perimetry head", b"something else"))
    with pytest.raises(ModelError, match="holds no head"):
        read_head(path)
    with pytest.raises(InputError, match=r"is a \.safetensors file"):
        write_head(Head(np.eye(2, dtype=np.float32), None, "f", "n"), tmp_path / "head.npz")
