import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.decisions.guards.english.numerals import numeral_at
from perimetry.decisions.guards.number import NumberGuard

GUARD = NumberGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It covers 2 adults.", "It covers 3 adults."),
        ("It covers two adults.", "It covers 3 adults."),
        ("Sold 1,000 of them.", "Sold 10,000 of them."),
        ("Keep it at five.", "Keep it at fifteen."),
        ("Disk use is at 85 %.", "Disk use is at 58 percent."),
        ("Press it twice.", "Press it four times."),
        ("Use half the sugar.", "Use twice the sugar."),
        ("One in four was refused.", "40% were refused."),
        ("Their third title.", "Their fifth title."),
        ("A 2-star review.", "A four-star review."),
        ("Cut by two thirds.", "Cut by one third."),
        ("Five percent of users.", "5 users."),
        ("It is one adult.", "It is two adults."),
        ("They won, 3 to 0.", "They won, 2 to 0."),
    ],
)
def test_other_numbers_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It covers 2 adults.", "It covers two adults."),
        ("It covers 2 adults.", "It covers a pair of adults."),
        ("Sold 1,000 of them.", "Sold one thousand of them."),
        ("Sold 1000 of them.", "Sold 1,000 of them."),
        ("It takes 2.0 of them.", "It takes 2 of them."),
        ("Twelve eggs.", "A dozen eggs."),
        ("Fifteen hundred staples.", "1,500 staples."),
        ("Two hundred and five people.", "205 people."),
        ("Use half of it.", "Use 50% of it."),
        ("Use half of it.", "Use 50 percent of it."),
        ("Use 2/3 of it.", "Use two thirds of it."),
        ("A quarter of them.", "25 per cent of them."),
        ("A fee of 0.75 percent.", "A fee of 75 basis points."),
        ("Nine out of ten agree.", "90% agree."),
        ("The twenty-first time.", "The 21st time."),
        ("64 times.", "Sixty-four times."),
        ("A hundredfold gain.", "100 times the gain."),
        ("Half a million rows.", "500,000 rows."),
        ("2½ cups of it.", "2.5 cups of it."),
        ("10k rows.", "10,000 rows."),
        ("2.5 million rows.", "2,500,000 rows."),
    ],
)
def test_equal_values_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Call me at 3 pm.", "Call me at 15:00."),
        ("Walk 1 km.", "Walk 1000 m."),
        ("Due on 3 March.", "Due on March 3rd."),
        ("Close ABC-123.", "Close ABC-124."),
        ("Two dogs run.", "Dogs run."),
        ("No one came with 2 dogs.", "Nobody came with 2 dogs."),
        ("Which is the longer one?", "Which of the two is longer?"),
        ("The new one works.", "3 of them work."),
    ],
)
def test_what_other_guards_read_or_one_text_leaves_out_is_not_either(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


def test_the_reason_quotes_both_texts() -> None:
    assert GUARD.objection("for 2 adults", "for 3 adults") == "numbers differ: 2 / 3"
    assert GUARD.objection("85 % full", "ninety percent full") == (
        "numbers differ: 85 % / ninety percent"
    )


ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen",
]  # fmt: skip
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spelled(number: int) -> str:
    """A number in words, written by the rules of the schoolbook."""
    if number < 10:
        return ONES[number]
    if number < 20:
        return TEENS[number - 10]
    if number < 100:
        rest = number % 10
        return TENS[number // 10 - 2] + (f"-{ONES[rest]}" if rest else "")
    if number < 1000:
        rest = number % 100
        return f"{ONES[number // 100]} hundred" + (f" and {spelled(rest)}" if rest else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand")):
        if number >= size:
            rest = number % size
            link = " and " if 0 < rest < 100 else " "
            return f"{spelled(number // size)} {name}" + (f"{link}{spelled(rest)}" if rest else "")
    raise AssertionError(number)


@given(st.integers(min_value=0, max_value=10**12 - 1))
def test_a_number_in_words_has_the_value_of_its_figures(number: int) -> None:
    words = spelled(number).replace("-", " ").split()
    found = numeral_at(words, 0)
    assert found is not None
    assert (found.value, found.end) == (number, len(words))
    figures = numeral_at([f"{number:,}"], 0)
    assert figures is not None
    assert figures.value == number


@given(st.integers(min_value=2, max_value=10**6), st.integers(min_value=2, max_value=10**6))
def test_counts_are_objected_to_exactly_where_they_differ(one: int, other: int) -> None:
    found = GUARD.objection(f"We counted {one:,} birds.", f"We counted {spelled(other)} birds.")
    assert (found is not None) == (one != other)
