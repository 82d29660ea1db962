import time

from hypothesis import given
from hypothesis import strategies as st

from perimetry.report import Change, differences
from perimetry.report.difference import LONGEST_RUN, LONGEST_WORD, excerpt


def test_equal_texts_are_one_equal_run():
    assert differences("a b", "a b") == [Change("equal", ("a", "b"), ("a", "b"))]


def test_empty_texts_have_no_runs():
    assert differences("", "  ") == []


def test_an_added_word_is_added():
    assert differences("It is cold", "It is not cold") == [
        Change("equal", ("It", "is"), ("It", "is")),
        Change("added", (), ("not",)),
        Change("equal", ("cold",), ("cold",)),
    ]


def test_a_lost_word_is_removed_and_an_exchanged_one_replaced():
    assert differences("not so big", "so tall") == [
        Change("removed", ("not",), ()),
        Change("equal", ("so",), ("so",)),
        Change("replaced", ("big",), ("tall",)),
    ]


@given(
    st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12)
)
def test_the_runs_hold_every_word_of_both_texts_in_order(a: list[str], b: list[str]):
    changes = differences(" ".join(a), " ".join(b))
    assert [word for change in changes for word in change.before] == a
    assert [word for change in changes for word in change.after] == b
    assert all((change.before == change.after) == (change.kind == "equal") for change in changes)


def test_texts_of_a_megabyte_take_no_time():
    start = time.process_time()
    changes = differences("a b " * 250_000, "b c " * 250_000)
    assert time.process_time() - start < 5
    assert sum(len(change.before) for change in changes) == 500_000


def test_an_excerpt_keeps_the_words_around_a_change():
    words = [f"w{place}" for place in range(1000)]
    other = [*words[:500], "new", *words[500:]]
    before, added, after = excerpt(differences(" ".join(words), " ".join(other)))
    assert before.after[0] == "…"
    assert before.after[-1] == "w499"
    assert added.after == ("new",)
    assert (after.after[0], after.after[-1]) == ("w500", "…")


def test_an_excerpt_cuts_long_changes_and_long_words():
    [change] = excerpt(differences("x" * 1000, "y " * 1000))
    assert len(change.before[0]) == LONGEST_WORD
    assert len(change.after) == LONGEST_RUN + 1
