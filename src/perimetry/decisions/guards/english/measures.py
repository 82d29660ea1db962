"""Numbers with a unit, as values in a base unit; and rates, *per hour* or *weekly*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isclose

from perimetry.decisions.guards.english.numerals import (
    FIGURES,
    MAGNITUDES,
    WITH_SUFFIX,
    Numeral,
    numeral_at,
    value_of,
)
from perimetry.decisions.guards.english.units import (
    ATTACHED,
    CURRENCIES,
    PERIODS,
    ROUNDED,
    SPEEDS,
    UNIT_NAMES,
    UNITS,
    Unit,
)

EXACT = 1e-6
ROUNDED_DEGREES = 0.6
"""What rounding to a whole degree Fahrenheit costs, in degrees Celsius and more."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with a unit at ``tokens[start:end]``.

    ``options`` are the units that the name may stand for, ``offset`` what is added to the value
    first (degrees Fahrenheit). A ``loose`` one was said in passing: *a week*.
    """

    value: float
    options: tuple[Unit, ...]
    written: str
    start: int
    end: int
    loose: bool = False

    @property
    def base(self) -> float:
        """The amount in the base unit of what the name most likely stands for."""
        return self.value * self.options[0].size

    def equals(self, other: Measure) -> bool:
        """Whether both may be the same amount, rounding on conversion allowed."""
        return any(
            _equal(self.value, mine, other.value, theirs)
            for mine in self.options
            for theirs in other.options
            if mine.dimension == theirs.dimension
        )

    def joins(self, other: Measure) -> bool:
        """Whether ``other`` continues it, as in *5 feet 10 inches*."""
        mine, theirs = self.options[0], other.options[0]
        both = self.value >= 0 and other.value >= 0
        return both and mine.dimension == theirs.dimension and theirs.size < mine.size

    def plus(self, other: Measure) -> Measure:
        """Both together, in the unit of the first."""
        unit = self.options[0]
        value = self.value + other.value * other.options[0].size / unit.size
        return replace(
            self,
            value=value,
            options=(unit,),
            written=f"{self.written} {other.written}",
            end=other.end,
        )


def _equal(value: float, unit: Unit, other_value: float, other: Unit) -> bool:
    one, two = value * unit.size, other_value * other.size
    if unit.dimension == "temperature":
        one, two = _celsius(value, unit), _celsius(other_value, other)
    if isclose(one, two, rel_tol=EXACT):
        return True
    if unit.size == other.size or (unit.system == other.system and unit.dimension != "data"):
        return False
    close = ROUNDED_DEGREES if unit.dimension == "temperature" else 0.0
    return isclose(one, two, rel_tol=max(unit.slack, other.slack), abs_tol=close)


CELSIUS = Unit("temperature", 1.0, "celsius", ROUNDED)
KELVIN = Unit("temperature", 1.0, "kelvin", ROUNDED)
FAHRENHEIT = Unit("temperature", 5 / 9, "fahrenheit", ROUNDED)
KELVIN_STEP = Unit("temperature step", 1.0, "celsius", ROUNDED)
FAHRENHEIT_STEP = Unit("temperature step", 5 / 9, "fahrenheit", ROUNDED)
DEGREES = {
    "c": (CELSIUS, KELVIN_STEP), "celsius": (CELSIUS, KELVIN_STEP),
    "centigrade": (CELSIUS, KELVIN_STEP), "kelvin": (KELVIN, KELVIN_STEP),
    "f": (FAHRENHEIT, FAHRENHEIT_STEP), "fahrenheit": (FAHRENHEIT, FAHRENHEIT_STEP),
}  # fmt: skip
ANY_DEGREES = (CELSIUS, FAHRENHEIT, KELVIN_STEP, FAHRENHEIT_STEP, *UNITS["°"])
PAIRED = {
    ("newton", "metre"): "nm", ("newton", "meter"): "nm", ("newton", "metres"): "nm",
    ("newton", "meters"): "nm", ("nautical", "mile"): "nmi", ("nautical", "miles"): "nmi",
    ("fluid", "ounce"): "floz", ("fluid", "ounces"): "floz", ("fl", "oz"): "floz",
    ("metric", "ton"): "tonne", ("metric", "tons"): "tonnes",
    ("square", "mile"): "sqmi", ("square", "miles"): "sqmi",
    ("kilowatt", "hours"): "kwh", ("kilowatt", "hour"): "kwh",
}  # fmt: skip
MAYBE_UNITS = (
    UNIT_NAMES
    | SPEEDS.keys()
    | frozenset(first for first, _ in PAIRED)
    | frozenset(["degree", "degrees", "square", "sq", "cubic", "c", "f", "kelvin"])
)
"""How a unit may begin."""

FOOT_POUNDS = (Unit("torque", 1.3558, "imperial", ROUNDED),)


def _celsius(value: float, unit: Unit) -> float:
    if unit.system == "kelvin":
        return value - 273.15
    return (value - 32) * 5 / 9 if unit.system == "fahrenheit" else value


def measure_at(
    tokens: Sequence[str],
    written: Sequence[str],
    start: int,
    numeral: Numeral,
    unit: str | None = None,
) -> Measure | None:
    """The measure whose number is ``numeral``, which begins at ``tokens[start]``.

    Args:
        tokens: in small letters.
        written: the same as they are written.
        start: where the number begins.
        numeral: the number, already read.
        unit: the unit, where it hangs on the number: *5km*.
    """
    if numeral.ordinal:
        return None
    if unit is not None:
        return Measure(numeral.value, UNITS[unit], written[start], start, start + 1)
    at = numeral.end
    found = _unit_at(tokens, at, after_figures=tokens[at - 1][-1].isdecimal())
    if found is None and at < len(tokens) and tokens[at] in ("of", "a", "an"):
        skip = 2 if tokens[at : at + 2] in (["of", "a"], ["of", "an"]) else 1
        loosely = numeral.loose and tokens[at] == "of"  # a couple of weeks
        if numeral.value < 1 or loosely:
            found = _unit_at(tokens, at + skip, after_figures=False)
    if found is None:
        return None
    options, end = found
    if tokens[end : end + 3] == ["and", "a", "half"]:
        numeral, end = numeral._replace(value=numeral.value + 0.5), end + 3
    loose = numeral.loose and numeral.value != 1
    value = numeral.value
    if options[0].dimension == "temperature":
        below = tokens[end : end + 2] in (["below", "zero"], ["below", "freezing"])
        if below or (start and tokens[start - 1] == "minus"):
            value = -abs(value)
    return Measure(value, options, " ".join(written[start:end]), start, end, loose)


def _unit_at(
    tokens: Sequence[str], at: int, *, after_figures: bool
) -> tuple[tuple[Unit, ...], int] | None:
    if at >= len(tokens) or tokens[at] not in MAYBE_UNITS:
        return None
    word = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else ""
    if word in ("°", "degree", "degrees"):
        if following in DEGREES and (word == "°" or len(following) > 1 or after_figures):
            return DEGREES[following], at + 2
        return ANY_DEGREES, at + 1
    if word in ("square", "sq", "cubic") and following in UNITS:
        power = 3 if word == "cubic" else 2
        units = [unit for unit in UNITS[following] if unit.dimension == "length"]
        if units:
            dimension = "volume in cubes" if power == 3 else "area"
            raised = (unit._replace(dimension=dimension, size=unit.size**power) for unit in units)
            return tuple(raised), at + 2
    if word in ("foot", "ft") and following in ("pound", "pounds", "lb", "lbs"):
        return FOOT_POUNDS, at + 2
    if (word, following) in PAIRED:
        return UNITS[PAIRED[word, following]], at + 2
    if word == "kelvin" or (word in ("c", "f") and after_figures):
        return DEGREES[word], at + 1
    if word in SPEEDS:
        return UNITS[SPEEDS[word][0]], at
    if word in UNITS and (word not in ATTACHED or after_figures):
        return UNITS[word], at + 1
    return None


def currency_at(tokens: Sequence[str], written: Sequence[str], start: int) -> Measure | None:
    """The amount whose currency stands at ``tokens[start]``, before it: *$5 million*, *€2m*."""
    at = start + 1
    if at >= len(tokens) or not tokens[at][0].isdecimal():
        return None
    suffixed = WITH_SUFFIX.fullmatch(tokens[at])
    if suffixed and suffixed["suffix"] == "m":
        value, end = value_of(suffixed["figures"]) * 1e6, at + 1
    elif suffixed and suffixed["suffix"] not in MAGNITUDES:
        return None
    else:
        numeral = numeral_at(tokens, at)
        if numeral is None:
            return None
        value, end = numeral.value, numeral.end
        if tokens[end : end + 1] == ["m"] and FIGURES.fullmatch(tokens[end - 1]):
            value, end = value * 1e6, end + 1
    return Measure(value, UNITS[tokens[start]], "".join(written[start:end]), start, end)


def rate_at(tokens: Sequence[str], written: Sequence[str], start: int) -> Measure | None:
    """The rate that begins at ``tokens[start]``: *per hour*, *every 3 days*, *a week*, *weekly*."""
    word = tokens[start]
    period = PERIODS.get(word)
    if period is not None:
        return Measure(1, UNITS[period], written[start], start, start + 1)
    if word in SPEEDS:
        return Measure(1, UNITS[SPEEDS[word][1]], written[start], start, start + 1)
    at = start + 1
    if at >= len(tokens):
        return None
    value, loose, figures = 1.0, word in ("a", "an"), word == "/"
    if not loose and tokens[at] not in UNITS:
        numeral = numeral_at(tokens, at)
        if numeral is not None and not numeral.ordinal:
            value, at, figures = numeral.value, numeral.end, True
        elif tokens[at] == "other":
            value, at = 2, at + 1
    found = _unit_at(tokens, at, after_figures=figures)
    if found is None or tokens[at] in CURRENCIES:
        return None
    options, end = found
    if tokens[end : end + 3] == ["and", "a", "half"]:
        value, end = value + 0.5, end + 3
    return Measure(value, options, " ".join(written[start:end]), start, end, loose)
