"""Whether the anchors were written one by one, or a template was filled in.

The frame of a sentence is what is left when every word of content becomes a gap. English only.
"""

from __future__ import annotations

from itertools import groupby

from perimetry.curation.limits import Limits
from perimetry.datasets.labelled import LabelledSet
from perimetry.records import Finding
from perimetry.words import words

FUNCTION_WORDS = frozenset(
    words(
        """
        a about above after again against all also although always am an and any anyone anything
        are around as at away back be because been before being below beside between both but by
        can cannot could d did do does doing don down during each either else even ever every
        everyone everything few for from had has have having he her here hers him his how i if in
        instead into is isn it its itself just least less ll m many may me might mine more most
        much must my neither never no nobody none nor not nothing now of off on once one only onto
        or other our ours out over own per re s several shall she should since so some someone
        something still such t than that the their theirs them then there these they this those
        though through to too under unless until up us ve very was we were what when where whether
        which while who whom whose why will with within without won would yet you your yours
        """
    )
)
GAP = "_"
LEAST_FUNCTION_WORDS = 3
"""A frame of fewer is the shape of the language, such as ``_ the _ of _``."""


def frame(text: str) -> str:
    """The function words of ``text`` in order, with a gap for each run of other words.

    >>> frame("The meeting in Leeds was moved to Friday by the chair.")
    'the _ in _ was _ to _ by the _'
    """
    kept = (word if word in FUNCTION_WORDS else GAP for word in words(text))
    return " ".join(
        part for word, run in groupby(kept) for part in ([GAP] if word == GAP else list(run))
    )


def check_frames(data: LabelledSet, limits: Limits) -> Finding:
    """Fail where more than the stated share of anchors have another's frame."""
    anchors = list(dict.fromkeys(pair.text_a for pair in [*data.pairs, *data.spare]))
    by_frame: dict[str, list[str]] = {}
    for anchor in anchors:
        by_frame.setdefault(frame(anchor), []).append(anchor)
    shared = {
        found: members
        for found, members in by_frame.items()
        if len(members) > 1 and sum(word != GAP for word in found.split()) >= LEAST_FUNCTION_WORDS
    }
    count = sum(len(members) for members in shared.values())
    rate = count / max(len(anchors), 1)
    message = f"{count} of {len(anchors)} anchors ({rate:.1%}) share a frame with another"
    examples = [
        f"{found}: {'; '.join(members[:3])}"
        for found, members in sorted(shared.items(), key=lambda entry: -len(entry[1]))
    ]
    if rate > limits.frame_rate:
        return Finding(
            "frames", "fail", f"{message}, more than {limits.frame_rate:.0%}.", examples,
            "Write sentences one by one, or state a higher rate with --frame-rate.",
        )  # fmt: skip
    return Finding("frames", "pass", f"{message}.", examples)
