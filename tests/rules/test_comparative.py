from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.comparative import Comparative
from tests.rules.asking import best_edit

RULE = Comparative()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "The new flat is larger than the old one.": "The new flat is smaller than the old one.",
    "My brother is older than me.": "My brother is younger than me.",
    "The bus is slower than the train.": "The bus is faster than the train.",
    "This phone is better than the last one.": "This phone is worse than the last one.",
    "The fee is higher than the limit.": "The fee is lower than the limit.",
    "Today is warmer than yesterday.": "Today is cooler than yesterday.",
    "The blue rope is longer than the red one.": "The blue rope is shorter than the red one.",
    "Her score was worse than mine.": "Her score was better than mine.",
    "The pump is louder than the fan.": "The pump is quieter than the fan.",
    "The new valve is heavier than the old one.": "The new valve is lighter than the old one.",
    "The pulse was faster than normal.": "The pulse was slower than normal.",
    "The dose was lower than planned.": "The dose was higher than planned.",
    "The exam was easier than I feared.": "The exam was harder than I feared.",
    "The lake is deeper than the canal.": "The lake is shallower than the canal.",
    "Shares closed higher on Monday.": "Shares closed lower on Monday.",
    "Asian markets opened lower.": "Asian markets opened higher.",
    "Gold traded 0.4% higher in London.": "Gold traded 0.4% lower in London.",
    "Flying is more expensive than driving.": "Flying is less expensive than driving.",
    "It is more dangerous than it looks.": "It is less dangerous than it looks.",
    "The drug is less effective than surgery.": "The drug is more effective than surgery.",
    "It happens more often than you think.": "It happens less often than you think.",
    "She is more likely than him to win.": "She is less likely than him to win.",
    "Mars is smaller than the Earth.": "Mars is larger than the Earth.",
    "The trial was earlier than planned.": "The trial was later than planned.",
    "The bridge is wider than the road.": "The bridge is narrower than the road.",
    "He is older than her and taller than him.": "He is younger than her and taller than him.",
}
DECLINED = {
    "The clause is stricter than ours.": "no certain comparison",
    "The bread is softer than cake.": "no certain comparison",
    "It takes longer than a week.": "a set phrase",
    "He is no taller than me.": "no certain comparison",
    "It isn't better than mine.": "no certain comparison",
    "Better late than never.": "a set phrase",
    "It is easier said than done.": "a set phrase",
    "I have more than ten.": "no certain comparison",
    "It is larger.": "no certain comparison",
    "Prices rose higher than wages.": "the direction is said twice",
    "He stayed longer than us.": "a set phrase",
    "The lamp is lighter than the desk.": "no certain comparison",
    "The results are better than ever.": "no certain comparison",
    "It was bigger than life.": "a set phrase",
    "Higher education is costly.": "no certain comparison",
    "Shares closed higher after a strong report.": "the direction is said twice",
    "Sooner or later it breaks.": "no certain comparison",
    "Would you rather go than stay?": "no certain comparison",
    "It is more than enough.": "no certain comparison",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons
