import pytest

from perimetry.decisions.guards.entity import EntityGuard

GUARD = EntityGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Is there a train to Paris?", "Is there a train to Lyon?"),
        ("Ask Mr Vance about it.", "Ask Mr Holt about it."),
        ("It was bought by Nuvora.", "It was bought by Castrell."),
        ("trains to paris today", "trains to vienna today"),
        ("give it to mrs kowalski", "give it to mrs pettersen"),
        ("Paris is sold out.", "Vienna is sold out."),
        ("Ask for the Austrian form.", "Ask for the Australian form."),
    ],
)
def test_other_names_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It was built by Ann Vance.", "It was built by Vance."),
        ("The Austrian form.", "The form of Austria, please."),
        ("Made in the UK's north.", "Made in Britain's north."),
        ("Ask the WHO about it.", "Ask the World Health Organization about it."),
        ("Turn into Maple Avenue.", "Turn into Maple Ave."),
        ("He met the Taliban there.", "He met the Taleban there."),
        ("We went to Paris.", "we went to paris"),
        ("Yesterday I met him in May.", "On Monday I met him in June."),
        ("Dogs bark.", "Cats bark."),
        ("The trial went on in Paris.", "Shouting was heard there."),
        ("TRAINS TO PARIS ARE LATE", "TRAINS TO THE CAPITAL ARE LATE"),
        ("Bake at 20 degrees Celsius.", "Bake at 68 degrees Fahrenheit."),
    ],
)
def test_forms_of_one_name_and_what_is_none_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None
