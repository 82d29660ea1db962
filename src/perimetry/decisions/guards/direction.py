"""The guard of directions: before and after, up and down, enable and disable, buy and sell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from perimetry.decisions.guards.difference import alike, quoted
from perimetry.decisions.guards.english.denial import denied_in
from perimetry.decisions.guards.reading import Reading, part, read

_ROWS = """
    before / after
    earlier sooner / later
    early / late
    first / last
    until till / since
    above / below
    over / under
    inside / outside
    up upward upwards / down downward downwards
    left / right
    north northern / south southern
    east eastern / west western
    upstairs / downstairs
    front / back rear
    top / bottom
    on / off
    in into / out
    inbound incoming / outbound outgoing
    internal / external
    public / private
    full / empty
    true / false
    with / without
    because / despite although
    arrive arrives arrived arrival arrivals / depart departs departed departure departures
    enter enters entered entering entry / exit exits exited exiting leave leaves leaving
    reach reaches reached / leave leaves left
    open opens opened opening / close closes closed closing shut shuts
    start starts started starting begin begins began / stop stops stopped stopping end ends ended
    enable enables enabled enabling activate / disable disables disabled disabling deactivate
    increase increases increased increasing / decrease decreases decreased decreasing
    increase increases increased increasing / reduce reduces reduced reducing
    rise rises rose risen rising / fall falls fell fallen falling
    grow grows grew grown growing / shrink shrinks shrank shrunk shrinking
    raise raises raised raising / lower lowers lowered lowering
    gain gains gained / lose loses lost
    higher highest / lower lowest
    bigger larger biggest largest / smaller smallest
    longer longest taller / shorter shortest
    faster quicker / slower
    older oldest / younger youngest newer newest
    warmer hotter / colder cooler
    cheaper cheapest / dearer dearest pricier
    better best / worse worst
    buy buys bought buying / sell sells sold selling
    send sends sent sending / receive receives received receiving
    lend lends lent lending / borrow borrows borrowed borrowing
    upload uploads uploaded uploading / download downloads downloaded downloading
    import imports imported importing / export exports exported exporting
    add adds added adding / remove removes removed removing delete deletes deleted
    attach attaches attached / detach detaches detached
    connect connects connected / disconnect disconnects disconnected
    install installs installed / uninstall uninstalls uninstalled
    upgrade upgrades upgraded / downgrade downgrades downgraded
    subscribe subscribes subscribed / unsubscribe unsubscribes unsubscribed
    accept accepts accepted approve approves approved / reject rejects rejected decline declined
    win wins won winning / lose loses lost losing
    pass passes passed / fail fails failed
    include includes included / exclude excludes excluded
    deposit deposits deposited / withdraw withdraws withdrew withdrawn
    push pushes pushed / pull pulls pulled
    encrypt encrypts encrypted / decrypt decrypts decrypted
    profit profits / loss losses
    hot warm / cold cool
"""


def _table() -> Mapping[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for row in _ROWS.strip().splitlines():
        sides = [side.split() for side in row.split("/")]
        for words, others in (sides, sides[::-1]):
            for word in words:
                table.setdefault(word, set()).update(others)
    return {word: frozenset(others) for word, others in table.items()}


OPPOSITES: Mapping[str, frozenset[str]] = _table()
"""Words that turn a request around when one takes the other's place."""

DIRECTED = frozenset(OPPOSITES)

ALIKE = 0.6
"""Share of the words of the longer text that the other has, from which on opposites count."""


@dataclass(frozen=True)
class DirectionGuard:
    """Objects where an opposite stands in the place of a word, and the rest is much the same.

    >>> guard = DirectionGuard()
    >>> guard.objection("How do I enable sync on it?", "How do I disable sync on it?")
    'directions differ: enable / disable'
    >>> guard.objection("A is better than B.", "B is worse than A.")
    """

    name: str = "direction"

    def objection(self, a: str, b: str) -> str | None:
        one, other = read(a), read(b)
        mine, theirs = one.words - other.words, other.words - one.words
        if mine.isdisjoint(DIRECTED) or theirs.isdisjoint(DIRECTED):
            return None
        for word in sorted(mine & DIRECTED):
            for opposite in sorted(OPPOSITES[word] & theirs):
                if _in_place(one.lowered, word, other.lowered, opposite) and _counts(one, other):
                    return f"directions differ: {quoted(word)} / {quoted(opposite)}"
        return None


def _in_place(one: list[str], word: str, other: list[str], opposite: str) -> bool:
    """Whether all before the two words is equal, or all after: *A beats B* is no *B beats A*."""
    at, there = one.index(word), other.index(opposite)
    return one[:at] == other[:there] or one[at + 1 :] == other[there + 1 :]


def _counts(one: Reading, other: Reading) -> bool:
    """Whether the texts are alike but for the opposites, and no negation turns one around."""
    mine, theirs = part(one, denied_in), part(other, denied_in)
    turned = mine.odd != theirs.odd or mine.doubled != theirs.doubled
    return not turned and alike(one, other, ALIKE)
