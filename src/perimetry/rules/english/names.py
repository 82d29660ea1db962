"""Names known for certain, by kind: none is also a word, a person's and a place's, or in doubt.

Two names of one kind can stand in the same places: kinds are split where grammar differs (names
with *the*, adjectives that are languages too, names of women and of men).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from perimetry.rules.english.words import words

KINDS: Mapping[str, Sequence[str]] = {
    kind: tuple(listed.split())
    for kind, listed in {
        "country": """Afghanistan Albania Algeria Argentina Australia Austria Bangladesh Belgium
            Bolivia Brazil Bulgaria Cambodia Canada Chile Colombia Croatia Cuba Cyprus Denmark
            Ecuador Egypt Estonia Ethiopia Finland France Germany Ghana Greece Hungary Iceland India
            Indonesia Iran Iraq Ireland Israel Italy Japan Kenya Latvia Libya Lithuania Malaysia
            Mexico Morocco Nepal Nigeria Norway Pakistan Peru Poland Portugal Romania Russia Senegal
            Serbia Singapore Slovakia Slovenia Somalia Spain Sudan Sweden Switzerland Syria Taiwan
            Tanzania Thailand Tunisia Uganda Ukraine Uruguay Venezuela Vietnam Yemen Zambia
            Zimbabwe""",
        "country with the": "Netherlands Philippines Maldives Bahamas",
        "country, short": "UK US USA",
        "city": """Amsterdam Athens Baghdad Bangkok Barcelona Beijing Berlin Bogota Brussels
            Budapest Cairo Copenhagen Damascus Dublin Edinburgh Glasgow Hamburg Helsinki Istanbul
            Jakarta Karachi Kabul Lagos Lisbon London Madrid Manila Melbourne Milan Montreal Moscow
            Mumbai Munich Nairobi Oslo Prague Santiago Seoul Shanghai Stockholm Tehran Tokyo
            Toronto Tripoli Vancouver Vienna Warsaw Zurich Bristol Liverpool Manchester Boston
            Chicago Dallas Denver Detroit Houston Miami Seattle Baltimore Pittsburgh""",
        "people and language": """Czech Danish Dutch Finnish French German Greek Hungarian
            Italian Japanese Korean Norwegian Portuguese Romanian Russian Spanish Swedish Thai
            Ukrainian Vietnamese""",
        "people": """Afghan Algerian Argentinian Australian Austrian Belgian Bolivian Brazilian
            Canadian Chilean Colombian Cuban Egyptian Ethiopian Indian Iranian Iraqi Israeli Kenyan
            Libyan Malaysian Mexican Moroccan Nigerian Pakistani Peruvian Saudi Syrian Taiwanese
            Tunisian Ugandan Venezuelan Yemeni""",
        "continent": "African Asian European",
        "woman": """Alice Amanda Andrea Anna Barbara Beatrice Catherine Charlotte Claire Deborah
            Elena Elizabeth Emily Emma Fatima Hannah Helen Isabel Jane Jennifer Jessica Julia Karen
            Kate Laura Linda Lisa Louise Lucy Margaret Maria Martha Megan Melissa Michelle Monica
            Nancy Nicole Olga Patricia Priya Rachel Rebecca Samantha Sarah Sofia Susan Teresa
            Theresa Vanessa""",
        "man": """Adam Ahmed Alan Albert Alexander Andrew Anthony Antonio Benjamin Brian Carlos
            Daniel David Dennis Dmitri Edward Eric Gary George Greg Henry Hugo Ivan James Jason
            Jeremy John Jonathan Joseph Juan Keith Kevin Liam Luis Matthew Michael Mohammed Oliver
            Omar Oscar Patrick Paul Pedro Peter Philip Raj Richard Robert Ryan Samuel Simon Stephen
            Steven Stuart Thomas Timothy William""",
    }.items()
}

WORDS_TOO = words(
    """
    alan albert ash apple amazon amber angel april art august autumn bath bill black bob bush cape
    carol chase chelsea china chip christian chuck cliff congress cook cork daisy dawn dean democrat
    dick don drew earnest earth eve excel faith ford frank gap gene general god grace grant guy
    hamburg harry hill holly hope house hunter iris ivy jack jade java jean jersey jimmy job jordan
    josh joy june king kitty labour lance lily lima major mali march mark mars martin mason max may
    mercury miles miss mobile nice nick niger nile olive orange oracle page pat patience peg penny
    phoenix pierce polish pole poles prudence rain ray reading republican rich rob robin rose ruby
    rusty sandy scot senate shell sky slough split square state stripe sue summer sun swift swatch
    tab target taylor tiger tide turkey uber victor victory violet virgin visa wade walker ward web
    wells white will windows wise word young zoom
    """
)
"""Names that are words as well, in small letters, which only their capital tells apart."""


@lru_cache(maxsize=1)
def kind_of() -> Mapping[str, str]:
    """The kind of each name."""
    return {name: kind for kind, names in KINDS.items() for name in names}
