import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.decisions.guards.unit import UnitGuard

GUARD = UnitGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It weighs 750 g.", "It weighs 750 mg."),
        ("Take 5 mg of it.", "Take 5 ml of it."),
        ("It costs $5.", "It costs €5."),
        ("It costs $5.", "It costs $6."),
        ("A fine of €2m.", "A fine of €2bn."),
        ("Wait 10 minutes.", "Wait 10 seconds."),
        ("Runs ten miles.", "Runs ten kilometres."),
        ("Bake at 220 °C.", "Bake at 220 °F."),
        ("600 litres per minute.", "600 litres per hour."),
        ("25 euros per square metre.", "25 euros per square foot."),
        ("Pay 12 quid an hour.", "Pay 12 quid a day."),
        ("Billed weekly.", "Billed monthly."),
        ("Winds of 120 km/h.", "Winds of 120 mph."),
        ("Water it every 3 days.", "Water it daily."),
        ("A 5-mile run.", "A 6-mile run."),
        ("Keep it at -20 °C.", "Keep it at 20 °C."),
    ],
)
def test_other_amounts_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Walk 1 km.", "Walk 1,000 metres."),
        ("It weighs 750 g.", "It weighs 0.75 kg."),
        ("Takes 75 micrograms.", "Takes 0.075 mg."),
        ("Light of 500 nm.", "Light of 0.5 µm."),
        ("Wait two days.", "Wait 48 hours."),
        ("Wait half an hour.", "Wait 30 minutes."),
        ("A year and a half.", "Eighteen months."),
        ("A fortnight.", "Two weeks."),
        ("One month.", "30 days."),
        ("Ten miles.", "16 km."),
        ("5 feet 10 inches.", "178 cm."),
        ("1 h 30 min.", "90 minutes."),
        ("4 °C.", "39 °F."),
        ("Twenty degrees below zero.", "-20 °C."),
        ("It costs $5.", "It costs five dollars."),
        ("It costs 50 cents.", "It costs €0.50."),
        ("A fine of two million euros.", "A fine of €2m."),
        ("A quarter of a billion zlotys.", "250 million zlotys."),
        ("1 GB of it.", "1,024 MB of it."),
        ("10 litres a second.", "600 litres per minute."),
        ("4 euros per 100 g.", "40 euros per kilo."),
        ("Paid weekly.", "Paid every week."),
        ("Winds of 120 km/h.", "Winds of 120 kilometres per hour."),
        ("5km away.", "5 km away."),
        ("A 10-mile run.", "A run of 10 miles."),
        ("Has 5 pounds of it.", "Has £5 of it."),
        ("Sail 10 nautical miles.", "Sail 18.5 km."),
        ("A pressure of 2 bar.", "A pressure of 200 kPa."),
        ("Cooled to 273.15 kelvin.", "Cooled to 0 °C."),
        ("5 dl of milk.", "500 ml of milk."),
    ],
)
def test_equal_amounts_in_other_units_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It is 5 km long.", "It is long."),
        ("Wait a second.", "Wait 5 minutes and a second."),
        ("Just a minute!", "Just a minute, it takes 5 minutes."),
        ("the second hour", "the second hours"),
    ],
)
def test_an_amount_in_one_text_alone_is_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


LENGTHS = {"mm": 1, "cm": 10, "m": 1000, "km": 1_000_000}


@given(
    st.integers(1, 999), st.sampled_from(sorted(LENGTHS)),
    st.integers(1, 999), st.sampled_from(sorted(LENGTHS)),
)  # fmt: skip
def test_lengths_are_objected_to_exactly_where_they_differ(
    one: int, unit: str, other: int, other_unit: str
) -> None:
    differ = one * LENGTHS[unit] != other * LENGTHS[other_unit]
    found = GUARD.objection(f"It is {one} {unit} long.", f"It is {other} {other_unit} long.")
    assert (found is not None) == differ
