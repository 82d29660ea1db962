"""Our own lexicon: opposites and synonyms, each with the contexts in which it does not hold."""

from perimetry.rules.lexicon.bank import BankWord, bank
from perimetry.rules.lexicon.entries import POS, AntonymPair, PartOfSpeech, SynonymSet
from perimetry.rules.lexicon.lexicon import Lexicon, lexicon

__all__ = [
    "POS",
    "AntonymPair",
    "BankWord",
    "Lexicon",
    "PartOfSpeech",
    "SynonymSet",
    "bank",
    "lexicon",
]
