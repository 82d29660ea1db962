from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.decisions.guards.date import DateGuard

GUARD = DateGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Meet me at 3 pm.", "Meet me at 4 pm."),
        ("Meet me at 3 pm.", "Meet me at 3 am."),
        ("Meet me at half past three.", "Meet me at quarter past three."),
        ("Meet me at noon.", "Meet me at midnight."),
        ("Due on 3 March.", "Due on 4 March."),
        ("Due on 3 March.", "Due on 3 April."),
        ("Due on 3 March 2024.", "Due on 3 March 2025."),
        ("Due on 03/04/2024.", "Due on 5 April 2024."),
        ("Open on Monday.", "Open on Tuesdays."),
        ("Shut till Fri.", "Shut till Sat."),
        ("Founded in 1994.", "Founded in 1949."),
        ("Starts today.", "Starts tomorrow."),
        ("It ran last week.", "It runs next week."),
        ("In the fourth century BC.", "In the fourth century AD."),
        ("In its third week.", "In its third month."),
    ],
)
def test_other_dates_and_times_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Meet me at 3 pm.", "Meet me at 15:00."),
        ("Meet me at 3pm.", "Meet me at 3 p.m."),
        ("Meet me at 3:00.", "Meet me at 3 o'clock."),
        ("Meet me at 3:00.", "Meet me at 15:00."),
        ("Meet me at half past seven.", "Meet me at 7:30."),
        ("Meet me at quarter to twelve at night.", "Meet me at 11:45 pm."),
        ("Meet me at noon.", "Meet me at 12 pm."),
        ("Meet me at ten past six.", "Meet me at 6:10."),
        ("Due on 3 March.", "Due on March 3rd."),
        ("Due on 3 March.", "Due on the 3rd of March."),
        ("Due on 3 March 2024.", "Due on 2024-03-03."),
        ("Due on 03/04/2024.", "Due on 3 April 2024."),
        ("Due on 03/04/2024.", "Due on 4 March 2024."),
        ("Due on 3 March.", "Due in March."),
        ("Open on Sunday.", "Open on sundays."),
        ("Open on Thursday.", "Open on Thurs."),
        ("Starts tomorrow.", "Starts tmrw."),
        ("Open on Monday at 3 pm.", "Open on Monday."),
    ],
)
def test_the_same_date_or_time_in_another_form_is_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("You may enter in June.", "You can enter in June."),
        ("They march in June.", "They walk in June."),
        ("He sat there on Friday.", "He stood there on Friday."),
        ("Wait a second on Friday.", "Wait on Friday."),
        ("Sold 2000 tickets in 2014.", "Sold 2,000 tickets in 2014."),
    ],
)
def test_words_that_only_look_like_dates_are_none(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


days = st.dates(min_value=date(1950, 1, 1), max_value=date(2049, 12, 31))


@given(days, days)
def test_days_are_objected_to_exactly_where_they_differ(one: date, other: date) -> None:
    said = (f"Due on {one.day} {one:%B %Y}.", f"Due on {other:%B} {other.day}, {other.year}.")
    assert (GUARD.objection(*said) is not None) == (one != other)
    assert (GUARD.objection(said[0], f"Due on {other:%Y-%m-%d}.") is not None) == (one != other)


@given(st.times(), st.times())
def test_times_are_objected_to_exactly_where_they_differ(one: time, other: time) -> None:
    differ = (one.hour, one.minute) != (other.hour, other.minute)
    half = "am" if other.hour < 12 else "pm"
    said = f"Call at {other.hour % 12 or 12}:{other:%M} {half}."
    found = GUARD.objection(f"Call at {one:%H:%M}.", said)
    if one.hour % 12 and one.hour > 9:  # 01:00 to 09:59 and 13:00 on have one reading
        expected = (
            differ
            if one.hour > 12
            else (one.hour % 12, one.minute)
            != (
                other.hour % 12,
                other.minute,
            )
        )
        assert (found is not None) == expected
