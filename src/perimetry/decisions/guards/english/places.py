"""Countries, peoples and some cities: which words name the same place."""

from __future__ import annotations

from collections.abc import Mapping

from perimetry.decisions.guards.english.listed import listed

_SAME = """
    afghanistan afghan afghans | albania albanian | algeria algerian | america american
    americans us u.s usa u.s.a united_states | argentina argentine argentinian | australia
    australian australians aussie | austria austrian | bangladesh bangladeshi | belarus
    belarusian | belgium belgian | bolivia bolivian | brazil brazilian | britain british uk u.k
    united_kingdom england english | bulgaria bulgarian | canada canadian canadians | chile
    chilean | china chinese | colombia colombian | croatia croatian | cuba cuban | cyprus
    cypriot | czechia czech | denmark danish | egypt egyptian egyptians | estonia estonian |
    ethiopia ethiopian | finland finnish | france french | germany german germans | ghana
    ghanaian | greece greek greeks | hungary hungarian | iceland icelandic | india indian
    indians | indonesia indonesian | iran iranian | iraq iraqi iraqis | ireland irish | israel
    israeli israelis | italy italian italians | jamaica jamaican | japan japanese | jordan
    jordanian | kenya kenyan | korea korean | kuwait kuwaiti | latvia latvian | lebanon
    lebanese | libya libyan | lithuania lithuanian | malaysia malaysian | malta maltese |
    mexico mexican mexicans | morocco moroccan | nepal nepalese | netherlands dutch holland |
    nigeria nigerian | norway norwegian | pakistan pakistani | palestine palestinian
    palestinians | peru peruvian | philippines philippine filipino | poland polish | portugal
    portuguese | qatar qatari | romania romanian | russia russian russians | scotland scottish
    | serbia serbian | singapore singaporean | slovakia slovak | slovenia slovenian | spain
    spanish | sudan sudanese | sweden swedish | switzerland swiss | syria syrian syrians |
    taiwan taiwanese | thailand thai | tunisia tunisian | turkey turkish | uganda ugandan |
    ukraine ukrainian ukrainians | venezuela venezuelan | vietnam vietnamese | wales welsh |
    yemen yemeni | europe european europeans eu e.u european_union | africa african | asia
    asian
"""
_CITIES = """
    amsterdam ankara antwerp athens auckland baghdad bangkok barcelona beijing beirut berlin boston
    bristol brussels budapest cairo chicago copenhagen dallas delhi denver detroit dubai dublin
    edinburgh frankfurt geneva glasgow hamburg helsinki houston istanbul jakarta jerusalem kabul
    karachi kiev kyiv lagos leeds lima lisbon london lyon madrid manchester manila marseille
    melbourne miami milan montreal moscow mumbai munich nairobi naples oslo paris philadelphia porto
    prague riga rome rotterdam seattle seoul shanghai stockholm sydney tehran tokyo toronto tripoli
    vancouver venice vienna vilnius warsaw wellington zurich
"""
_WORDS_TOO = frozenset(listed("us turkey jordan polish lima china chile"))


def _table() -> Mapping[str, str]:
    table = {city: city for city in _CITIES.split()}
    for row in _SAME.split("|"):
        names = row.split()
        table |= dict.fromkeys(names, names[0])
    return table


PLACES: Mapping[str, str] = _table()
"""The place that a word in small letters names, by its country's name."""

KNOWN = frozenset(PLACES) - _WORDS_TOO
"""Words that name a place even without a capital."""
