"""Texts for property tests: any Unicode, and sentences thick with what the guards look for."""

from __future__ import annotations

from hypothesis import strategies as st

CUES = """
    not no never none nobody without can't don't unless neither nor lack unable to unlocked
    impossible non-taxable fail rather than instead of all some most few both either at least
    more over under half must should may can cannot need to have will might two three twelve one
    hundred thousand million dozen and a an the of in on per every each second third quarter
    twice couple 3 12 1,000 2.5 -5 0 1/2 3/4 2024 1980s 21st 3rd 5km 2m 10k 30% % percent $ € £
    usd km m miles pounds kg minutes hours days months years degrees ° C F square pm am a.m 3pm
    15:00 12.30 half past to noon midnight o'clock Monday sat May March 3 2024-03-04 03/04/2024
    last next week today BC AD v1.2 ABC-123 LK73 VTR 10.0.0.1 run.log foo_bar a@b.com #12 Paris
    Lyon Smith Mr WHO World Health Organization Austria Austrian US U.S. Taliban lock locked
    covers adults , . ; ? ! : — – - ( ) " ' ’ ½ ² ٣ ＃ daily weekly mph minus below zero
""".split()  # noqa: SIM905 - a list of a hundred cues would take a hundred lines

sentences = st.lists(st.sampled_from(CUES), max_size=14).map(" ".join)
texts = st.one_of(sentences, st.text(max_size=60), st.lists(st.sampled_from(CUES)).map("".join))
