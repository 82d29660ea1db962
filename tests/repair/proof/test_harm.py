from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perimetry.datasets.retrieval import RetrievalSet
from perimetry.encoders import open_encoder
from perimetry.errors import DataError
from perimetry.repair.proof.harm import (
    ClassHarm,
    LikenessHarm,
    SearchHarm,
    harm_tests,
    mean_harm,
    public_harm_sets,
)
from perimetry.repair.proof.public_sets import (
    LabelledTexts,
    RatedPairs,
    read_banking77,
    read_onestopenglish,
    read_piqa,
    read_stsb,
    shared_groups,
)
from tests.repair.proof.pairs import Written, at


def judged(before: np.ndarray, after: np.ndarray, margin: float = 0.02) -> str:
    groups = [str(i) for i in range(len(before))]
    return mean_harm(
        before, after, groups, name="n", measure="accuracy", margin=margin, seed=0, data="d"
    ).outcome


def test_the_three_outcomes() -> None:
    right = np.ones(400)
    assert judged(right, right) == "no harm"
    worse = np.repeat([0.0, 1.0], [40, 360])
    assert judged(right, worse) == "harmed"
    few = np.repeat([0.0, 1.0], [6, 394])
    assert judged(right, few, margin=0.2) == "no harm"
    noisy = np.repeat([0.0, 1.0, 1.0], [10, 10, 380])
    assert judged(noisy, np.roll(noisy, 10)) == "cannot be ruled out"


def test_a_sure_loss_that_is_surely_within_the_margin_is_no_harm() -> None:
    right, few = np.ones(4000), np.repeat([0.0, 1.0], [8, 3992])
    found = mean_harm(
        right, few, [str(i) for i in range(4000)], name="n", measure="m", margin=0.02, seed=0,
        data="d",
    )  # fmt: skip
    assert found.high < 0
    assert found.outcome == "no harm"


def test_likeness_is_spearmans_rho_of_cosines() -> None:
    """Before, cosines follow the scores; after, they run the other way."""
    scores = np.linspace(0, 5, 60)
    pairs = RatedPairs("rated", ["x"] * 60, [f"t {i}" for i in range(60)], scores)

    def vector(sign: int) -> Written:
        def of(text: str) -> np.ndarray:
            return at(1.0) if text == "x" else at(0.5 + sign * int(text.split()[1]) / 200)

        return Written(f"sign {sign}", of)

    (found,) = harm_tests(vector(1), vector(-1), [LikenessHarm(pairs)], seed=0)
    assert (found.before, found.after, found.difference) == pytest.approx((1, -1, -2))
    assert found.groups == 1
    apart = RatedPairs("rated", [f"x {i}" for i in range(60)], list(pairs.right), scores)
    assert len(set(apart.groups)) == 60


def test_classes_are_learnt_anew_from_each_encoders_vectors() -> None:
    """One sees the class, one gives every text one vector and so always says the first class."""
    texts = [f"{label} {i}" for i in range(40) for label in ("a", "b")]
    labels = [text[0] for text in texts]
    data = LabelledTexts("two", texts, labels, texts, labels)
    seeing = Written("seeing", lambda text: at(0.9 if text[0] == "a" else -0.9))
    blind = Written("blind", lambda text: at(0.5))
    (found,) = harm_tests(seeing, blind, [ClassHarm(data)], seed=0)
    assert (found.before, found.after, found.outcome) == (1, 0.5, "harmed")
    assert (found.measure, found.groups, found.n) == ("accuracy", 80, 80)


def test_search_is_ndcg_of_the_right_document() -> None:
    data = RetrievalSet("tiny", "here", {"q": "ask"}, {"d": "right", "e": "wrong"}, {"q": {"d": 1}})
    near = {"ask": 1.0, "right": 0.9, "wrong": 0.1}
    finds = Written("finds", lambda text: at(near[text]))
    misses = Written("misses", lambda text: at(1.1 - near[text] if text != "ask" else 1.0))
    (found,) = harm_tests(finds, misses, [SearchHarm(data)], seed=0)
    assert found.before == 1
    assert found.after == pytest.approx(1 / np.log2(3))


# -------------------------------------------------------------------- the folder of data


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


ALL = {
    "stsb/stsb-en-test.csv": 'One.,"One, too.",5.0\nOne.,Another.,1.25\n',
    "banking77/train.csv": "text,category\nwhere is my card,card\nsend it,transfer\n",
    "banking77/test.csv": "text,category\nthe card,card\n",
    "onestopenglish/ele.jsonl": '{"doc": "a", "text": "short"}\n{"doc": "b", "text": "brief"}\n',
    "onestopenglish/adv.jsonl": '{"doc": "a", "text": "long"}\n',
    "piqa/valid.jsonl": '{"goal": "boil", "sol1": "heat", "sol2": "cool"}\n'
    '{"goal": "boil", "sol1": "cool", "sol2": "warm"}\n',
    "piqa/valid-labels.lst": "0\n1\n",
}


def test_the_files_are_read_as_their_authors_publish_them(tmp_path: Path) -> None:
    folder = write(tmp_path, ALL)
    rated = read_stsb(folder, "test")
    assert (list(rated.right), rated.scores.tolist()) == (["One, too.", "Another."], [5.0, 1.25])
    assert rated.groups == ["One.", "One."]
    assert read_banking77(folder).train_labels == ["card", "transfer"]
    articles = read_onestopenglish(folder)
    assert (articles.queries, articles.corpus) == ({"a": "short"}, {"a": "long"})
    goals = read_piqa(folder)
    assert sorted(goals.corpus.values()) == ["cool", "heat", "warm"]
    (relevant,) = goals.relevant.values()
    assert {goals.corpus[key] for key in relevant} == {"heat", "warm"}


def test_what_is_missing_is_said_and_the_rest_is_asked(tmp_path: Path) -> None:
    folder = write(tmp_path, ALL)
    (folder / "piqa/valid-labels.lst").unlink()
    found, missing = public_harm_sets(folder)
    assert [one.name for one in found] == ["STS-B test", "Banking77", "OneStopEnglish"]
    assert missing == ["PIQA: there is no piqa/valid-labels.lst in the folder of public data"]
    assert public_harm_sets(None)[0] == []
    with pytest.raises(DataError, match="no such folder of public data"):
        public_harm_sets(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("stsb/stsb-en-test.csv", "a,b,1\nc,d,x\n", "csv:2: a row is two sentences and a score"),
        ("stsb/stsb-en-test.csv", "a,b,7\n", "csv:1: the score 7 is not within 0 to 5"),
        ("banking77/test.csv", "text,label\na,b\n", "csv:2: no text under 'category'"),
        ("piqa/valid-labels.lst", "0\n", "1 labels for 2 rows"),
        ("piqa/valid-labels.lst", "0\n2\n", "lst:2: the label is 0 or 1"),
    ],
)
def test_a_malformed_file_is_named_with_its_line(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        public_harm_sets(write(tmp_path, {**ALL, name: content}))


def test_pairs_that_share_a_sentence_by_way_of_others_are_one_group() -> None:
    groups = shared_groups(["a", "c", "x", "b"], ["b", "d", "y", "c"])
    assert len({groups[0], groups[1], groups[3]}) == 1
    assert groups[2] != groups[0]


def test_the_public_sets_have_the_sizes_that_their_authors_state(public_data: Path) -> None:
    assert len(read_stsb(public_data, "test").scores) == 1379
    banking = read_banking77(public_data)
    assert (len(banking.train), len(banking.test)) == (10_003, 3_080)
    assert len(read_onestopenglish(public_data).queries) == 188
    assert len(read_piqa(public_data).corpus) == 3673


def test_word_overlap_already_follows_peoples_scores(public_data: Path) -> None:
    """A bag of words has a rho of some tenths on STS-B; a coarser one does not do better."""
    found, _ = public_harm_sets(public_data)
    (test,) = harm_tests(
        open_encoder("hash:?dim=4096"), open_encoder("hash:?dim=4"), found[:1], seed=0
    )
    assert 0.4 < test.before < 0.8
    assert test.outcome == "harmed"
