"""One word put for another: inflected alike, in the same case, with the article it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perimetry.rules.base import Edit
from perimetry.rules.english.article import article_for
from perimetry.rules.english.forms import form
from perimetry.rules.english.numerals import cased_like

if TYPE_CHECKING:
    from spacy.tokens import Token

ADVERB = {"JJR": "more", "RBR": "more", "JJS": "most", "RBS": "most"}
COMPARED = {
    ("more", "JJ"): "JJR",
    ("most", "JJ"): "JJS",
    ("more", "RB"): "RBR",
    ("most", "RB"): "RBS",
}


def exchanged(token: Token, lemma: str) -> Edit | None:
    """The edit that puts ``lemma`` for ``token``, or ``None`` where its form is not sure."""
    source = str(token.doc.text)
    before = token.doc[token.i - 1] if token.i else None
    start, tag = token.i, str(token.tag_)
    word: str | None
    graded = before is not None and before.lower_ in ("more", "most", "less", "least")
    if before is not None and graded and tag in ("JJ", "RB"):
        compared = COMPARED.get((before.lower_, tag))
        short = form(lemma, tag + "R") is not None
        if short and compared is None:
            return None
        word = form(lemma, compared) if short and compared else form(lemma, tag)
        start -= short
    else:
        word = form(lemma, tag)
        if word is None and tag in ADVERB:
            word = f"{ADVERB[tag]} {lemma}"
    if word is None or _perhaps_other_past(token, lemma):
        return None
    first = token.doc[start]
    begin, end = first.idx, token.idx + len(token)
    replacement = cased_like(first.text, word)
    article = token.doc[start - 1] if start else None
    if article is not None and article.lower_ in ("a", "an"):
        if article.lower_ != article_for(first.text):
            return None
        right = cased_like(article.text, article_for(word))
        if right != article.text:
            replacement = right + source[article.idx + len(article) : begin] + replacement
            begin = article.idx
    return Edit.replacing(source, begin, end, replacement)


def _perhaps_other_past(token: Token, lemma: str) -> bool:
    """Whether ``lemma`` has two past forms and the sentence does not show which is wanted."""
    if token.tag_ not in ("VBD", "VBN") or form(lemma, "VBD") == form(lemma, "VBN"):
        return False
    helped = any(child.dep_ in ("aux", "auxpass") for child in token.children)
    return helped if token.tag_ == "VBD" else not helped and token.dep_ != "acl"
