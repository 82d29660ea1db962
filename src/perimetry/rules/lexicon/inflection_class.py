"""Whether a word's forms follow the rules of English spelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from perimetry.rules.english.forms import known_forms, regular_forms
from perimetry.rules.lexicon.entries import Inflection, PartOfSpeech

TAGS: Mapping[PartOfSpeech, Sequence[str]] = {
    "ADJ": ("JJR", "JJS"),
    "ADV": ("RBR", "RBS"),
    "NOUN": ("NNS",),
    "VERB": ("VBZ", "VBG", "VBD"),
}


def inflection_class(lemma: str, pos: PartOfSpeech) -> Inflection:
    """The class of ``lemma`` by lemminflect's dictionary.

    Verbs and nouns that it lacks are taken to be regular, adjectives and adverbs to have one form.

    >>> [inflection_class(*word) for word in [("hot", "ADJ"), ("buy", "VERB"), ("useful", "ADJ")]]
    ['regular', 'irregular', 'invariant']
    """
    forms = {tag: known_forms(lemma, tag) for tag in TAGS[pos] if known_forms(lemma, tag)}
    if not forms:
        base = known_forms(lemma, {"NOUN": "NN", "VERB": "VB", "ADJ": "JJ", "ADV": "RB"}[pos])
        return "regular" if pos in ("NOUN", "VERB") and not base else "invariant"
    if all(set(found) == {lemma} for found in forms.values()):
        return "invariant"
    regular = all(set(found) & set(regular_forms(lemma, tag)) for tag, found in forms.items())
    return "regular" if regular else "irregular"
