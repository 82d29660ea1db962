"""Units of measure as English writes them, each with its dimension and its size in a base unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from perimetry.decisions.guards.english.listed import listed


class Unit(NamedTuple):
    """A unit: ``size`` base units of its dimension.

    ``slack`` is how far, relatively, a value in it may lie from the same value in another system
    of units and still be the same: rounding on conversion, and what a month or a kilobyte may be.
    """

    dimension: str
    size: float
    system: str
    slack: float = 0.0


ROUNDED = 0.025
"""Ten miles are 16 km, six feet 1.8 m: what rounding to two figures costs."""

_METRIC = {"": 1.0, "nano": 1e-9, "micro": 1e-6, "milli": 1e-3, "centi": 1e-2, "deci": 0.1,
           "hecto": 1e2, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12}  # fmt: skip
_SHORT = {"": 1.0, "n": 1e-9, "μ": 1e-6, "m": 1e-3, "c": 1e-2, "d": 0.1, "h": 1e2, "k": 1e3,
          "M": 1e6, "G": 1e9, "T": 1e12}  # fmt: skip

_PREFIXED = (
    # dimension, long names, short names, long prefixes, short prefixes, size
    ("length", "metre meter", "m", "nano micro milli centi deci kilo", "n μ m c k", 1.0),
    ("mass", "gram gramme", "g", "micro milli kilo", "μ m k", 1.0),
    ("volume", "litre liter", "l", "micro milli centi deci", "μ m c d", 1.0),
    ("power", "watt", "w", "milli kilo mega giga", "k M G", 1.0),
    ("voltage", "volt", "v", "milli kilo", "k", 1.0),
    ("current", "ampere amp", "", "milli", "", 1.0),
    ("frequency", "hertz", "hz", "kilo mega giga", "k M G", 1.0),
    ("energy", "joule", "j", "kilo mega", "k M", 1.0),
    ("energy", "calorie", "cal", "kilo", "k", 4.184),
    ("pressure", "pascal", "pa", "hecto kilo mega", "h k", 1.0),
    ("pressure", "bar", "bar", "milli", "m", 1e5),
    ("data", "byte", "", "kilo mega giga tera", "k M G T", 8.0),
    ("data", "bit", "bit", "kilo mega giga tera", "k M G T", 1.0),
)
_PLAIN = (
    # dimension, system, size, names
    ("length", "imperial", 0.0254, "inch inches"),
    ("length", "imperial", 0.3048, "foot feet ft"),
    ("length", "imperial", 0.9144, "yard yards yd yds"),
    ("length", "imperial", 1609.344, "mile miles mi"),
    ("length", "sea", 1852.0, "nmi"),
    ("length", "metric", 1000.0, "kms"),
    ("mass", "metric", 0.2, "carat carats"),
    ("mass", "imperial", 28.3495, "ounce ounces oz"),
    ("mass", "imperial", 453.592, "pound pounds lb lbs"),
    ("mass", "imperial", 6350.29, "stone stones"),
    ("mass", "metric", 1000.0, "kilo kilos kgs"),
    ("mass", "metric", 1e6, "tonne tonnes ton tons"),
    ("volume", "imperial", 0.5683, "pint pints"),
    ("volume", "American", 0.4732, "pint pints"),
    ("volume", "imperial", 4.5461, "gallon gallons gal"),
    ("volume", "American", 0.9464, "quart quarts"),
    ("volume", "American", 0.02957, "floz"),
    ("volume", "American", 158.99, "barrel barrels bbl"),
    ("volume", "American", 3.7854, "gallon gallons gal"),
    ("volume", "spoons", 0.005, "teaspoon teaspoons tsp"),
    ("volume", "spoons", 0.015, "tablespoon tablespoons tbsp"),
    ("volume", "cups", 0.24, "cup cups"),
    ("volume", "metric", 0.001, "cc"),
    ("area", "metric", 1e4, "hectare hectares ha"),
    ("area", "imperial", 4046.86, "acre acres ac"),
    ("area", "metric", 1.0, "sqm m2 m²"),
    ("area", "metric", 1e6, "km2 km²"),
    ("area", "imperial", 0.092903, "sqft ft2 ft²"),
    ("area", "imperial", 2.58999e6, "sqmi"),
    ("pressure", "imperial", 6894.76, "psi"),
    ("pressure", "atmospheres", 101325.0, "atm atmospheres"),
    ("pressure", "mercury", 133.322, "mmhg torr"),
    ("speed", "sea", 0.514444, "knot knots kn"),
    ("energy", "metric", 3600.0, "wh"),
    ("energy", "metric", 3.6e6, "kwh kilowatt-hour kilowatt-hours"),
    ("energy", "metric", 3.6e9, "mwh megawatt-hour megawatt-hours"),
    ("energy", "imperial", 1055.06, "btu"),
    ("current", "metric", 1e-3, "ma"),
    ("charge", "metric", 3.6, "mah"),
    ("power", "imperial", 745.7, "horsepower hp"),
    ("torque", "metric", 1.0, "nm newton-metre newton-metres"),
    ("angle", "metric", 1.0, "°"),
    ("data", "metric", 8e9, "gig gigs"),
    ("time", "clock", 1e-6, "microsecond microseconds"),
    ("time", "clock", 1e-3, "millisecond milliseconds ms"),
    ("time", "clock", 1.0, "second seconds sec secs s"),
    ("time", "clock", 60.0, "minute minutes min mins"),
    ("time", "clock", 3600.0, "hour hours hr hrs h"),
    ("time", "clock", 86400.0, "day days"),
    ("time", "clock", 604800.0, "week weeks wk wks"),
    ("time", "clock", 1209600.0, "fortnight fortnights"),
    ("time", "calendar", 2629746.0, "month months mo"),
    ("time", "calendar", 3 * 2629746.0, "trimester trimesters"),
    ("time", "calendar", 12 * 2629746.0, "year years yr yrs"),
    ("time", "calendar", 120 * 2629746.0, "decade decades"),
    ("time", "calendar", 1200 * 2629746.0, "century centuries"),
    ("dollars", "money", 1.0, "$ dollar dollars buck bucks usd"),
    ("euros", "money", 1.0, "€ euro euros eur"),
    ("pounds", "money", 1.0, "£ pound pounds quid gbp"),
    ("yuan", "money", 1.0, "yuan renminbi rmb cny"),
    ("won", "money", 1.0, "won krw"),
    ("pesos", "money", 1.0, "peso pesos mxn"),
    ("roubles", "money", 1.0, "rouble roubles ruble rubles rub"),
    ("lira", "money", 1.0, "lira liras"),
    ("rand", "money", 1.0, "rand zar"),
    ("kroner", "money", 1.0, "krone kroner nok dkk"),
    ("yen", "money", 1.0, "¥ yen jpy"),
    ("rupees", "money", 1.0, "₹ rupee rupees inr"),
    ("francs", "money", 1.0, "franc francs chf"),
    ("kronor", "money", 1.0, "krona kronor sek"),
    ("zloty", "money", 1.0, "zloty zlotys pln"),
    ("dollars", "money", 0.01, "cent cents ¢"),
    ("euros", "money", 0.01, "cent cents ¢"),
    ("pounds", "money", 0.01, "penny pence"),
)
ATTACHED = frozenset(listed("m g l w v j h s ma mi ac ha mo pa cal bit bar gal won rand rub kn"))
"""Names too short to be trusted unless they follow figures: *2 m*, never *two m*."""

SLACKS: Mapping[str, float] = {"calendar": 0.09, "data": 0.1}
"""A month has 28 to 31 days; a terabyte 10 % more bytes where a kilobyte has 1,024."""


def _table() -> Mapping[str, tuple[Unit, ...]]:
    table: dict[str, list[Unit]] = {}

    def add(name: str, unit: Unit) -> None:
        known = table.setdefault(name, [])
        if unit not in known:
            known.append(unit)

    for dimension, longs, shorts, long_prefixes, short_prefixes, size in _PREFIXED:
        slack = SLACKS["data"] if dimension == "data" else ROUNDED
        for prefix in ("", *long_prefixes.split()):
            unit = Unit(dimension, size * _METRIC[prefix], "metric", slack)
            for name in longs.split():
                add(prefix + name, unit)
                add(prefix + name + "s", unit)
        for prefix in ("", *short_prefixes.split()):
            for name in shorts.split():
                add(
                    (prefix + name).lower(), Unit(dimension, size * _SHORT[prefix], "metric", slack)
                )
    for prefix in "kMGT":
        unit = Unit("data", 8 * _SHORT[prefix], "metric", SLACKS["data"])
        add(f"{prefix}b".lower(), unit)
        add(f"{prefix}ib".lower(), unit)
        add(f"{prefix}bps".lower(), Unit("data", _SHORT[prefix], "metric", SLACKS["data"]))
    for name in ("ug", "mcg"):
        add(name, Unit("mass", 1e-6, "metric", ROUNDED))
    for dimension, system, size, names in _PLAIN:
        for name in names.split():
            add(name, Unit(dimension, size, system, SLACKS.get(system, ROUNDED)))
    return {name: tuple(units) for name, units in table.items()}


UNITS: Mapping[str, tuple[Unit, ...]] = _table()
"""What each name may stand for: a *pound* is money or mass."""

UNIT_NAMES = frozenset(UNITS)

PERIODS: Mapping[str, str] = {
    "hourly": "hour", "daily": "day", "nightly": "day", "weekly": "week",
    "fortnightly": "fortnight", "monthly": "month", "quarterly": "trimester", "yearly": "year",
    "annual": "year", "annually": "year",
}  # fmt: skip
"""Words that say how often, and the unit of time that they name."""

CURRENCIES = frozenset(listed("$ € £ ¥ ₹ usd eur gbp jpy inr chf sek pln"))
"""What may stand before an amount."""

SPEEDS: Mapping[str, tuple[str, str]] = {
    "mph": ("mile", "hour"), "kph": ("kilometre", "hour"), "kmh": ("kilometre", "hour"),
}  # fmt: skip
"""Units that are a measure and a rate in one word. Bits per second are read as bits."""
