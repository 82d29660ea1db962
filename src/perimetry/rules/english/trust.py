"""When not to trust the grammar: texts that an English tagger, trained on edited prose, misreads.

What the letters show is asked first, then what the parse shows. A rule that reads grammar declines
whatever is distrusted here.
"""

from __future__ import annotations

import re

from perimetry.rules.english.clause import agrees, main_clause, perhaps_participle, perhaps_verb
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

LONGEST = 300
"""Characters; longer sentences are read wrongly too often."""

CHAT = words(
    """
    afaik aint asap atm b4 bc bcoz bf bro btw cant coz cos couldnt cuz didnt doesnt dont dunno fyi
    gf gonna gotta gr8 hadnt hasnt hav havent haha hes hmm hows i idk im imho imo isnt itll ive
    kinda l8r lemme lmao lmk lol msg nah nope nvm ok omg outta pls plz ppl r rn shes shoulda
    shouldnt sorta sup tbh thats thru thx tho tmr tmrw tmw tonite tx ty u ur wanna wasnt wat whats
    werent whos wont woulda wouldnt wtf y ya yall yea yeah yep yo youre yup
    """
)
COMMANDS = words(
    """
    apt awk bash brew cd chmod cmake conda cp curl docker dotnet gcc git grep helm kubectl ls mkdir
    mv npm npx perl pip pip3 psql pytest python python3 rm rsync scp sed ssh sudo systemctl tar
    terraform wget
    """
)
"""Programs whose name opens a line that is typed, not said."""

WORD = re.compile(r"[^\W\d_]+")
STRANGE = re.compile(r"[^\x20-\x7eÀ-ɏ‘’“”–—…€£¥°×½¼¾§©®™]")
CODE = re.compile(
    r"""[`{}<>\\|_=~*^\[\]]|&&|::|\(\)   # marks that prose does without
    |https?:|www\.|\w@\w                # addresses
    |[^\W\d]\.[^\W\d]{2}                # file.py, end.Start
    |(?<!\S)[@\#/~.][^\W\d]              # @name, #topic, /path, ~/path, .config
    |(?<!\S)-{1,2}[^\W\d]                # -f, --force
    |\w/\w+/                             # a/path/
    """,
    re.VERBOSE,
)
STRETCHED = re.compile(r"([^\W\d])\1\1|[!?]{2}|\.\.|…|(?<!\S)[:;]-?[()DPp](?!\w)")
SEVERAL = re.compile(
    r"""[^\W\d_A-Z]{2}\.["'’”)]*\s+\S   # a full stop after a word, and more to come
    |\d\.["'’”)]*\s+\S
    |[!?]["'’”)]*\s+\S
    |[:;]\s|\s[-–]\s|—|--
    """,
    re.VERBOSE,
)
ENDS = re.compile(r"[.!?][\"'’”)]*$")

LETTERS = (
    "no words",
    "too long to be read well",
    "unusual characters",
    "code, a path or an address",
    "chat spelling",
    "several sentences",
    "capitals that hide names",
    "small letters and no full stop",
)
PARSE = (
    "no finite main verb beyond doubt",
    "subject and verb do not agree as read",
    "perhaps a participle, not a past tense",
)
REASONS = LETTERS + PARSE
"""Every reason that :func:`distrust` gives."""


def distrust(sentence: Sentence) -> str | None:
    """Why the grammar of this sentence is not to be relied on, or ``None``.

    A rule that uses it declines with the reason and counts ``REASONS`` among its own.

    >>> distrust(Sentence("pls call me tmrw"))
    'chat spelling'
    """
    return _by_letters(sentence.text.strip()) or _by_parse(sentence)


def _by_letters(text: str) -> str | None:
    if len(text) > LONGEST:
        return "too long to be read well"
    found = WORD.findall(text)
    if not found:
        return "no words"
    if STRANGE.search(text):
        return "unusual characters"
    if CODE.search(text) or (text.split()[0].lower() in COMMANDS):
        return "code, a path or an address"
    if STRETCHED.search(text) or any(_is_chat(word) for word in text.split()):
        return "chat spelling"
    if SEVERAL.search(text):
        return "several sentences"
    longer = [word for word in found if len(word) > 3]
    capitals = sum(word[0].isupper() for word in longer[1:])
    if text.upper() == text or (len(longer) > 3 and 2 * capitals > len(longer)):
        return "capitals that hide names"
    if text[0].islower() and not ENDS.search(text):
        return "small letters and no full stop"
    return None


def _is_chat(word: str) -> bool:
    bare = re.split(r"['’]", word.strip(".,!?\"'()‘’“”"))[0]
    return bare in CHAT or (bare.istitle() and len(bare) > 1 and bare.lower() in CHAT)


def _by_parse(sentence: Sentence) -> str | None:
    tokens = sentence.tokens
    if sum(token.dep_ == "ROOT" and not token.is_space for token in tokens) > 1:
        return "several sentences"
    clause = main_clause(tokens)
    if clause is None:
        return "no finite main verb beyond doubt"
    headline = not ENDS.search(sentence.text.strip())
    if headline and perhaps_verb(clause):
        return "no finite main verb beyond doubt"
    if not agrees(clause):
        return "subject and verb do not agree as read"
    if perhaps_participle(clause, headline=headline):
        return "perhaps a participle, not a past tense"
    return None
