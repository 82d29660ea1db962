"""Which words of the report are good news and which are bad: a class of the style for each."""

from __future__ import annotations

GOOD, FAIR, BAD, OPEN = "sees-it", "weak", "blind", "too-few-to-say"

COLOURS = {
    "safe": GOOD,
    "not safe": BAD,
    "of no use": FAIR,
    "not shown": OPEN,
    "pass": GOOD,
    "warn": FAIR,
    "fail": BAD,
    "skip": OPEN,
    "Certified": GOOD,
    "No threshold meets the budget": BAD,
    "Too few pairs to certify": OPEN,
    "Repaired without harm": GOOD,
    "Repaired, but harm cannot be ruled out": FAIR,
    "The gain was bought with harm": BAD,
    "No gain was shown": OPEN,
    "gained": GOOD,
    "lost": BAD,
    "no harm": GOOD,
    "harmed": BAD,
    "cannot be ruled out": FAIR,
}
"""Outcomes of uses, checks, thresholds and repairs; a word that is neither has no colour."""
