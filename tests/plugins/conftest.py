from __future__ import annotations

collect_ignore = ["perimetry-example"]  # a project of its own, installed and run by test_example.py
