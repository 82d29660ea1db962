"""An abbreviation written out, or the other way: ``Dr. Osei`` → ``Doctor Osei``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.date import MONTHS, SHORT
from perimetry.rules.english.numerals import cased_like
from perimetry.rules.english.trust import CODE
from perimetry.rules.sentence import LONGEST, Sentence

_NAME = r"(?=[ ][A-Z][a-z]+)"
_NUMBER = r"(?<=\d[ ])"
_FUNCTION = (
    "(?:of|and|or|to|in|on|at|from|for|with|per|a|the|is|are|was|were|ago|later|away|each|by|every"
    "|long|tall)"
)
_NOUN_ENDS = rf"(?=[,;:?!)]|\.?$|\.[ ]|[ ]{_FUNCTION}\b)"
_DAY_OR_YEAR = r"(?=[ ](?:0?[1-9]|[12]\d|3[01]|(?:19|20)\d\d)\b(?![:/]))"
_DAY_BEFORE = r"(?<=\b\d )|(?<=\b[123]\d )|(?<=\dst )|(?<=\dnd )|(?<=\drd )|(?<=\dth )"

LONG = [month for month in MONTHS if month[:3] in SHORT]

Written = str | Callable[[re.Match[str]], str | None]


def _month_out(match: re.Match[str]) -> str | None:
    return SHORT[match.group().rstrip(".")]


def _month_short(match: re.Match[str]) -> str | None:
    return f"{match.group()[:3]}."


def _unit(singular: str, plural: str) -> Written:
    def written(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 12) : match.start()]
        one = re.search(r"(?<![\d.,])1[ ]\Z", before) is not None
        return singular if one else plural

    return written


def _and_so_on(match: re.Match[str]) -> str | None:
    ends = match.end() == len(match.string.rstrip())
    return "and so on." if ends else "and so on"


def _cased(other: str) -> Written:
    return lambda match: cased_like(match.group()[0], other)


PAIRS: Sequence[tuple[str, Written]] = (
    # Latin
    (r"(?<=[(, ])e\.g\.(?= [\w\"'])", "for example,"),
    (r"(?<=[(, ])e\.g\.(?=, [\w\"'])", "for example"),
    (r"(?<=\()for example(?=,? \w)", "e.g."),
    (r"(?<=[(, ])i\.e\.(?= [\w\"'])", "that is,"),
    (r"(?<=[(, ])i\.e\.(?=, [\w\"'])", "that is"),
    (r"(?<=\()that is(?=, \w)", "i.e."),
    (r"(?<=, )etc\.?(?=[,;)]|\s*$)", _and_so_on),
    (r"(?<=, )and so on(?=[,;)])", "etc."),
    (r"(?<=\w )vs\.(?= \w)", "versus"),
    (r"(?<=\w )vs(?= \w)", "versus"),
    (r"(?<=\w )versus(?= \w)", "vs."),
    # titles
    (rf"\bDr\.?{_NAME}", "Doctor"),
    (rf"(?<![Tt]he )\bDoctor(?! Who\b| Strange\b| Doom\b| No\b| Zhivago\b){_NAME}", "Dr."),
    (rf"\bProf\.?{_NAME}", "Professor"),
    (rf"(?<![Tt]he )\bProfessor{_NAME}", "Prof."),
    (rf"\bSen\.{_NAME}", "Senator"),
    (rf"(?<![Tt]he )\bSenator{_NAME}", "Sen."),
    (rf"\bRep\.{_NAME}", "Representative"),
    (rf"(?<!Lt\. )\bGov\.{_NAME}", "Governor"),
    (rf"\bSgt\.{_NAME}", "Sergeant"),
    (rf"\bCapt\.{_NAME}", "Captain"),
    (rf"\bRev\.{_NAME}", "Reverend"),
    (r"\bDept\.(?= of\b)", "Department"),
    (r"\bDepartment(?= of [A-Z])", "Dept."),
    (r"(?<=[a-z] )Corp\.(?= [a-z])", "Corporation"),
    (r"(?<=[a-z] )Corporation(?= [a-z])", "Corp."),
    (r"(?<=[a-z] )Inc\.(?= [a-z])", "Incorporated"),
    # everyday
    (r"(?<!\w)asap(?![\w-])", "as soon as possible"),
    (r"(?<!\w)as soon as possible(?![\w-])", "ASAP"),
    (r"(?<!\w)[Ii]nfo(?![\w.-])", _cased("information")),
    (r"(?<!\w)information(?![\w.-]*\w)(?! (?:technology|theory|system))", "info"),
    (r"(?<!\w)ID(?= (?:card|document|number|check))", "identification"),
    (r"(?<![\w-])TV(?![\w.-]*\w)(?! [A-Z])", "television"),
    (r"(?<![\w-])TVs(?![\w.-]*\w)", "televisions"),
    (r"(?<![\w-])television(?![\w.-]*\w)(?! [A-Z])", "TV"),
    (r"(?<![\w-])televisions(?![\w.-]*\w)", "TVs"),
    (r"(?<![\w-])[Aa]pprox\.?(?= \d)", _cased("approximately")),
    (r"(?<![\w-])approximately(?= \d)", "approx."),
    (r"(?<=\b[Tt]he )UN(?=[ ,;] ?[a-z])", "United Nations"),
    (r"(?<=\b[Tt]he )United Nations(?=[ ,;] ?[a-z])", "UN"),
    (r"(?<=\b[Tt]he )EU(?=[ ,;] ?[a-z])", "European Union"),
    (r"(?<=\b[Tt]he )European Union(?=[ ,;] ?[a-z])", "EU"),
    (r"(?<=\b[Tt]he )UK(?=[ ,;] ?[a-z])", "United Kingdom"),
    (r"(?<=\b[Tt]he )United Kingdom(?=[ ,;] ?[a-z])", "UK"),
    (r"(?<=\b[Tt]he )U\.S\.(?= [a-z])", "United States"),
    (r"(?<=\b[Tt]he )US(?=[ ,;] ?[a-z])", "United States"),
    (r"(?<=\b[Tt]he )United States(?=[ ,;] ?[a-z])", "US"),
    # numbers
    (r"(?<=\d)%(?![\w%-])", " percent"),
    (r"(?<!\$)\b(?P<kept>\d[\d.,]*) per ?cent(?![\w-])", r"\g<kept>%"),
    (r"(?<!\$)\b(?P<kept>\d[\d.,]*) pct(?= \w|$)", r"\g<kept>%"),
    (rf"{_NUMBER}kg{_NOUN_ENDS}", _unit("kilogram", "kilograms")),
    (rf"{_NUMBER}km{_NOUN_ENDS}", _unit("kilometre", "kilometres")),
    (rf"{_NUMBER}cm{_NOUN_ENDS}", _unit("centimetre", "centimetres")),
    (rf"{_NUMBER}mg{_NOUN_ENDS}", _unit("milligram", "milligrams")),
    (rf"{_NUMBER}ml{_NOUN_ENDS}", _unit("millilitre", "millilitres")),
    (rf"{_NUMBER}lbs?{_NOUN_ENDS}", _unit("pound", "pounds")),
    (rf"{_NUMBER}hrs?{_NOUN_ENDS}", _unit("hour", "hours")),
    (rf"{_NUMBER}mins?{_NOUN_ENDS}", _unit("minute", "minutes")),
    (rf"{_NUMBER}GB{_NOUN_ENDS}", _unit("gigabyte", "gigabytes")),
    (rf"{_NUMBER}mph{_NOUN_ENDS}", "miles per hour"),
    (rf"{_NUMBER}kilograms?(?![\w-])", "kg"),
    (rf"{_NUMBER}kilomet(?:re|er)s?(?![\w-])", "km"),
    (rf"{_NUMBER}centimet(?:re|er)s?(?![\w-])", "cm"),
    (rf"{_NUMBER}milligrams?(?![\w-])", "mg"),
    (rf"{_NUMBER}millilit(?:re|er)s?(?![\w-])", "ml"),
    (rf"{_NUMBER}miles (?:per|an) hour(?![\w-])", "mph"),
    # months in a date
    (rf"\b(?:{'|'.join(SHORT)})\.?{_DAY_OR_YEAR}", _month_out),
    (rf"(?:{_DAY_BEFORE})\b(?:{'|'.join(SHORT)})\b\.?(?=[ ,;)]|$)", _month_out),
    (rf"\b(?:{'|'.join(LONG)}){_DAY_OR_YEAR}", _month_short),
)  # fmt: skip
COMPILED = tuple((re.compile(pattern), written) for pattern, written in PAIRS)


@dataclass(frozen=True)
class Abbreviation:
    """Writes an abbreviation out or abbreviates, where the pair is certain in its context."""

    name: str = "abbreviation"
    relation: Relation = "same"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        "too long",
        "code, a path or an address",
        "no certain abbreviation",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each abbreviation, in an order drawn by ``seed``."""
        text = sentence.text
        if len(text) > LONGEST:
            return Decline("too long")
        if CODE.search(re.sub(r"\b(?:e\.g|i\.e|[AaPp]\.[Mm]|U\.S)\.", "", text)):
            return Decline("code, a path or an address")
        made = {edit.text: edit for edit in _edits(text) if edit.text != text}
        ordered = shuffled(made.values(), seed, self.name, text, key=lambda edit: edit.text)
        return ordered or Decline("no certain abbreviation")


def _edits(text: str) -> Iterator[Edit]:
    for pattern, written in COMPILED:
        for match in pattern.finditer(text):
            other = match.expand(written) if isinstance(written, str) else written(match)
            article = re.search(r"\b[Aa]n?[ ]\Z", text[max(0, match.start() - 4) : match.start()])
            if other is None or (article and not _article_holds(article.group(), other)):
                continue
            yield Edit.replacing(text, match.start(), match.end(), other)


def _article_holds(article: str, word: str) -> bool:
    """Whether *a* or *an* fits ``word`` as it is read aloud: *an information desk*, *a TV*."""
    vowel = word[0].lower() in "aeio" and not word.startswith(("EU", "European"))
    return (article.strip().lower() == "an") == vowel
