"""Words without their endings, and which words carry little meaning of their own."""

from __future__ import annotations

from perimetry.decisions.guards.english.listed import listed

STOP = frozenset(
    listed("""
    a an the this that these those my your his her its our their ur some any i me you u he him she
    it we us they them who whom whose which what is are was were be been being am 's 're do does did
    done has have had having will would shall should can could may might must to of in on at by for
    from with as into onto over under about than then there here so very too also just really quite
    and or but if when while because that's it's i'm ever even still yet already only again please
    pls all both each every one ones own same such much more most less least either up out off
    anyone anybody anything someone somebody something everyone everybody everything it'll
    """)
)
"""Left out when the words around a cue are compared."""

_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "d", "y")


def stem(word: str) -> str:
    """``word`` without its inflection, roughly: forms of one verb or noun get one stem.

    >>> stem("signed"), stem("signing"), stem("signs"), stem("approves"), stem("approval")
    ('sign', 'sign', 'sign', 'approv', 'approval')
    """
    word = word.removesuffix("'s")
    if len(word) < 4 or word[-1] not in "gsedy":
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "sl":
                return base[:-1]
            return base.removesuffix("e") if len(base) > 3 else base
    return word
