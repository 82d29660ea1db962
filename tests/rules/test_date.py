from __future__ import annotations

from datetime import date, datetime
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.rules.base import Decline
from perimetry.rules.date import MONTHS, Date
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = Date()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "The dentist can see you on Monday.": "The dentist can see you on Friday.",
    "Bins are emptied every Thursday.": "Bins are emptied every Tuesday.",
    "we are closed on sunday": "we are closed on saturday",
    "Our wedding is on 14 June.": "Our wedding is on 28 June.",
    "She was born on April 3rd, 1988.": "She was born on January 3rd, 1988.",
    "The lease ends on 31 March 2026.": "The lease ends on 31 July 2026.",
    "Rent is due on the 5th of July.": "Rent is due on the 14th of July.",
    "The outage began at 4:15 p.m. and lasted an hour.": (
        "The outage began at 10:15 p.m. and lasted an hour."
    ),
    "Please call before 9 am.": "Please call before 7 am.",
    "The pharmacy opens at 8 o'clock.": "The pharmacy opens at 1 o'clock.",
    "The shop opens at 10:30.": "The shop opens at 7:30.",
    "The trial ran until November 2019.": "The trial ran until March 2019.",
    "Sales peaked in December.": "Sales peaked in July.",
    "The law will take effect in 2031.": "The law will take effect in 2040.",
    "He joined the firm in 2009.": "He joined the firm in 2006.",
    "The court heard the appeal on 2021-11-08.": "The court heard the appeal on 2021-11-02.",
    "The probe was launched on Oct. 15, 1997.": "The probe was launched on Oct. 15, 1994.",
    "Your parcel arrives by Friday.": "Your parcel arrives by Monday.",
    "The patient was admitted on Tuesday night.": "The patient was admitted on Monday night.",
    "I moved here in August 2015.": "I moved here in August 2007.",
    "Results were published in early May.": "Results were published in early October.",
    "Dividends are paid on 30 September.": "Dividends are paid on 27 September.",
    "Deploys are frozen since last Wednesday.": "Deploys are frozen since last Thursday.",
    "The vote is scheduled for Saturday 6 July.": "The vote is scheduled for Saturday 20 July.",
    "Is the branch open on Saturday?": "Is the branch open on Thursday?",
    "They march on Sunday.": "They march on Friday.",
}
DECLINED = {
    "An October morning is best for the walk.": "no certain date or time",
    "It snowed on 29 February.": "no certain date or time",
    "Come in May or June.": "no certain date or time",
    "May I leave early?": "no certain date or time",
    "The march was peaceful.": "no certain date or time",
    "June called about the boiler.": "no certain date or time",
    "Black Friday is coming.": "no certain date or time",
    "Sunday school starts at noon.": "no certain date or time",
    "Open Monday to Friday.": "no certain date or time",
    "She likes Sun and Sky.": "no certain date or time",
    "We meet between 3 pm and 5 pm.": "no certain date or time",
    "The ratio was 3:16 in the end.": "no certain date or time",
    "Read John 3:16 tonight.": "no certain date or time",
    "It happened on September 11.": "no certain date or time",
    "The answer is 2000 people.": "no certain date or time",
    "Are you free this weekend, on Saturday?": "no certain date or time",
    "He lived from 1950 to 2001.": "no certain date or time",
    "Version 2019 is out.": "no certain date or time",
    "see you tmrw at 5": "no certain date or time",
    "The fair runs from 3 May to 9 May.": "no certain date or time",
    "Invoice 2021-13-45 is wrong.": "no certain date or time",
    "It closes at 25:10.": "no certain date or time",
    "The film 1984 is long.": "no certain date or time",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@given(st.dates(date(1990, 1, 1), date(2050, 12, 31)), st.integers(0, 9))
def test_only_real_days_arise(day: date, seed: int) -> None:
    month = MONTHS[day.month - 1]
    for text in (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}"):
        edits = RULE.edits(Sentence(f"It was {text}."), seed=seed)
        made = [] if isinstance(edits, Decline) else edits
        for edit in made:
            written = edit.text.removeprefix("It was ").rstrip(".")
            form = "%d %B %Y" if text[0].isdigit() else "%B %d, %Y"
            assert datetime.strptime(written, form).date() != day
