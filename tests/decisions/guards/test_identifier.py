import pytest

from perimetry.decisions.guards.identifier import IdentifierGuard

GUARD = IdentifierGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Close ticket ABC-123.", "Close ticket ABC-124."),
        ("Install v1.2 first.", "Install v1.20 first."),
        ("Needs version 1.1.", "Needs version 1.10."),
        ("Ping 10.0.0.1 now.", "Ping 10.0.0.2 now."),
        ("Open config.yaml.", "Open settings.yaml."),
        ("Set MAX_RETRIES.", "Set MIN_RETRIES."),
        ("Roll back to 7f3c9e.", "Roll back to 7f3c9a."),
        ("Item 330-52-7 is back.", "Item 330-57-2 is back."),
        ("The van LK73 VTR.", "The van LK73 VRT."),
        ("The planet HD 4093 c.", "The planet HD 4093 d."),
        ("Fly BA 117.", "Fly BA 171."),
        ("Write to ann@x.org.", "Write to ben@x.org."),
        ("Use box 6b.", "Use box 6d."),
        ("Order 004417.", "Order 004471."),
        ("Order 4417123 is late.", "Order 4417132 is late."),
    ],
)
def test_other_identifiers_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Close ticket ABC-123.", "close ticket abc123"),
        ("Install v1.2 first.", "Install version 1.2 first."),
        ("Fly BA 117.", "Fly BA-117."),
        ("Close ABC-123.", "Close the ticket."),
        ("See u 2nite b4 8.", "See u gr8 m8."),
        ("The 3rd of 12 at 3pm.", "The 4th of 10 at 5pm."),
        ("Revenue in Q3 fell.", "Third-quarter revenue fell."),
        ("The h2200's cradle.", "A cradle for the h2200."),
        ("E.g. this and/or that.", "I.e. that and/or this."),
        ("Well-known and non-taxable.", "Long-term and up-to-date."),
    ],
)
def test_forms_of_one_and_what_is_none_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None
