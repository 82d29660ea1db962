"""Nouns for living beings, and verbs for what one does to another.

Rules that exchange who does what need to know that either could do it, and that it makes a
difference who does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from perimetry.rules.english.words import words

if TYPE_CHECKING:
    from spacy.tokens import Token

PEOPLE = words(
    """
    man men woman women boy boys girl girls person people child children kid kids lady ladies
    gentleman guy guys teenager teenagers adult adults youth player players referee coach
    cyclist driver drivers rider runner runners skier surfer swimmer worker workers farmer chef
    cook waiter waitress vendor teacher teachers student students pupil pupils doctor doctors
    nurse nurses patient patients surgeon surgeons dentist lawyer lawyers judge judges witness
    witnesses prosecutor plaintiff defendant claimant tenant tenants landlord landlords buyer
    buyers seller sellers borrower lender creditor creditors debtor debtors customer customers
    client clients agent agents clerk cashier manager managers engineer engineers technician
    technicians operator auditor auditors editor editors reporter reporters journalist
    journalists minister ministers senator senators mayor governor president chairman director
    directors employee employees employer employers soldier soldiers officer officers policeman
    guard guards thief protester protesters demonstrator demonstrators activist activists rebel
    rebels militant militants scientist scientists researcher researchers artist painter
    musician singer singers dancer dancers actor actress actors sister sisters brother brothers
    mother father son daughter uncle aunt cousin cousins grandmother grandfather neighbour
    neighbours neighbor neighbors friend friends colleague colleagues stranger supplier
    suppliers contractor contractors trainee trainees captain pilot passenger passengers tourist
    tourists
    """
)
ANIMALS = words(
    "dog dogs puppy puppies cat cats kitten kittens horse horses lion tiger bear wolf fox goat"
    " goats sheep cow cows bull pig monkey monkeys elephant panda bird birds parrot duck ducks"
)
STATES = words(
    """
    Argentina Australia Austria Belgium Brazil Britain Canada Chile China Colombia Cuba Denmark
    Egypt Ethiopia Finland France Germany Ghana Greece Hungary India Indonesia Iran Iraq Ireland
    Israel Italy Japan Jordan Kenya Kuwait Lebanon Libya Malaysia Mexico Morocco Nigeria Norway
    Pakistan Peru Poland Portugal Qatar Romania Russia Senegal Serbia Spain Sudan Sweden
    Switzerland Syria Taiwan Thailand Tunisia Turkey Uganda Ukraine Venezuela Vietnam Yemen
    Zambia Zimbabwe
    """
)
DEEDS = words(
    """
    accuse advise arrest assist attack beat bite blame blast bother call carry chase comfort
    condemn contact criticise invade sue urge criticize cure deceive defend dismiss employ
    encourage examine fear feed fire follow free guide help hire hit hurt ignore imitate insult
    interrupt interview invite kick kill lead lick mock nominate notify observe outrun overtake
    owe pay photograph poke praise promote protect pull punch pursue push question recognise
    recognize recruit rescue save scare scold shoot slap spray stab startle sue support surprise
    tackle tease teach thank threaten train treat trust visit warn watch wash admire envy notice
    overhear report
    """
)
"""Verbs whose subject and object may not be exchanged without another meaning."""

MAKING = words(
    """
    add bake beat boil break build bury buy carry catch chase check chop clean clear climb close
    collect cook cover crack cross cut decorate deliver design destroy discover draw drink drive
    eat examine feed fill fire fix fly fold fry grate grill hide hire hit invent kick kill lift
    load lock mix open paint peel photograph pick play polish pour prepare print process publish
    pull push read record reject release remove repair replace review ride roast row scrub sell
    sharpen shoot sign slice stir sweep tear teach test throw tie translate trim unload wash
    weld wipe wrap write approve cancel charge decline block install inspect revert refund
    accept arrest condemn attack announce
    """
)
"""Verbs of which ``X is V-ed by Y`` is ordinary English and says the same as ``Y V-s X``."""


def is_person(noun: Token) -> bool:
    """Whether a noun names people by what they are: *nurse*, *tenants*."""
    return noun.lower_ in PEOPLE or noun.lemma_.lower() in PEOPLE


def is_being(noun: Token) -> bool:
    """Whether a noun names people or animals."""
    return is_person(noun) or noun.lower_ in ANIMALS or noun.lemma_.lower() in ANIMALS
