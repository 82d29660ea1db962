"""A gate as JUnit XML, which every build server reads: a test case a ruling."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from perimetry.report.gate.view import headline, message, name
from perimetry.results.gate import GateReport

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML 1.0 document may hold, not even escaped."""

SUITE = "perimetry gate"


def gate_junit(report: GateReport) -> str:
    """The gate as JUnit XML. What fails or is missing is a failure, what is untested a skip."""
    counts = {
        "tests": len(report.rulings),
        "failures": sum(ruling.fails for ruling in report.rulings),
        "errors": 0,
        "skipped": sum(ruling.outcome == "untested" for ruling in report.rulings),
    }
    root, suite = _suite(f"{SUITE}: {report.encoder}", counts)
    properties = SubElement(suite, "properties")
    told = {
        "encoder": report.encoder,
        "fingerprint": report.fingerprint,
        "baseline": report.baseline,
        "baseline_fingerprint": report.baseline_fingerprint,
        "headline": headline(report),
    }
    for key, value in told.items():
        if value is not None:
            SubElement(properties, "property", name=key, value=_clean(value))
    for ruling in report.rulings:
        case = _case(suite, ruling.kind, name(ruling))
        said = message(ruling, report)
        if ruling.fails:
            _told(case, "failure", said, ruling.outcome)
        elif ruling.outcome == "untested":
            SubElement(case, "skipped", message=_clean(said))
        else:
            SubElement(case, "system-out").text = _clean(said)
    return _text(root)


def error_junit(error: Exception) -> str:
    """A gate that came to no ruling: one test case with an error, so that the build says why."""
    root, suite = _suite(SUITE, {"tests": 1, "failures": 0, "errors": 1, "skipped": 0})
    _told(_case(suite, "gate", "the gate can judge"), "error", str(error), type(error).__name__)
    return _text(root)


def _suite(title: str, counts: dict[str, int]) -> tuple[Element, Element]:
    totals = {key: str(count) for key, count in counts.items()}
    whole = {key: count for key, count in totals.items() if key != "skipped"}
    root = Element("testsuites", {"name": SUITE, **whole})
    return root, SubElement(root, "testsuite", {"name": _clean(title), **totals, "time": "0"})


def _case(suite: Element, kind: str, title: str) -> Element:
    classname = f"perimetry.{kind}"
    return SubElement(suite, "testcase", name=_clean(title), classname=classname, time="0")


def _told(case: Element, tag: str, said: str, kind: str) -> None:
    SubElement(case, tag, message=_clean(said), type=kind).text = _clean(said)


def _clean(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)


def _text(root: Element) -> str:
    indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"
