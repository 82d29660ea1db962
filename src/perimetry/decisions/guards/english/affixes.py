"""Which word an affix denies: *locked* in *unlocked*, *possible* in *impossible*."""

from __future__ import annotations

from collections.abc import Mapping

from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.reading import Reading

_NO_AFFIX = frozenset(
    listed(
        "under until unless unit units unite united unity union unions unique universe universal"
        " university unison uncle uniform unicorn understand nonsense nonetheless nonstop"
    )
)
"""Words that begin with *un* or *non* and deny nothing."""

_IN = frozenset(
    listed("""
    accessible accurate active adequate adequately admissible appropriate capable coherent complete
    compatible consistent convenient correct correctly curable definite dependent direct
    distinguishable effective efficient eligible equality evitable exact experienced expensive
    flexible formal frequent frequently human justice offensive operable secure sincere solvent
    stability sufficient sufficiently tolerant valid variable visible voluntary
    """)
)
_DIS = frozenset(
    listed("""
    able abled ables agree agreed agrees agreement allow allowed allows appear appeared appears
    approve approved approves approval comfort connect connected connects continue continued
    continues honest like liked likes loyal obey obeyed order organised organized prove proved
    proven qualified qualify regard satisfied similar trust
    """)
)
_IM = frozenset(
    listed(
        "balance material mature mobile modest moral mortal partial patient perfect polite possible"
        " possibly practical precise probable proper properly pure"
    )
)
_IR = frozenset(listed("rational regular regularly relevant replaceable responsible reversible"))
_IL = frozenset(listed("legal legally legible legitimate literate logical"))
KNOWN: Mapping[str, str] = {
    affix + base: base
    for affix, bases in (("in", _IN), ("dis", _DIS), ("im", _IM), ("ir", _IR), ("il", _IL))
    for base in bases
}
"""Words with an affix that begins other words too, each with its base."""

_KNOWN = frozenset(KNOWN)

REVERSALS = frozenset(
    listed(
        "undo undid unlock unlocks unlocked unload unloads unpack unpacks unplug unplugs unblock"
        " unblocks uncover uncovers unwrap unfold unfolds unsubscribe uninstall uninstalls untie"
    )
)
"""Words that are opposites of their base and no negation: *fail to unlock* is not *lock*."""


def denied_base(word: str) -> str | None:
    """The word that an affix of ``word`` denies, or None where it has none.

    >>> denied_base("unlocked"), denied_base("irregular"), denied_base("non-taxable")
    ('locked', 'regular', 'taxable')
    >>> denied_base("understand"), denied_base("inform"), denied_base("image")
    (None, None, None)
    """
    if word in _NO_AFFIX:
        return None
    if word.startswith("un") and len(word) > 5:
        return word[2:].removeprefix("-")
    if word.startswith("non") and len(word) > 6:
        return word[3:].removeprefix("-")
    return KNOWN.get(word)


def denied_bases(reading: Reading) -> Mapping[str, str]:
    """The words of a text that an affix denies, each with its base."""
    words, plain = reading.words, reading.plain
    prefixed = "un" in plain or "Un" in plain or "non" in plain or "Non" in plain
    if not prefixed and words.isdisjoint(_KNOWN):
        return {}
    return {word: base for word in words if (base := denied_base(word))}
