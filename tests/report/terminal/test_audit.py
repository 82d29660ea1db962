import subprocess
import sys
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from perimetry.report import print_audit
from tests.report.audits import TRIPLETS, make_audit


def printed(audit, *, width: int = 80, terminal: bool = False) -> str:
    file = StringIO()
    print_audit(audit, Console(file=file, width=width, force_terminal=terminal))
    return file.getvalue()


def test_a_row_has_count_value_interval_and_word():
    lines = printed(make_audit()).splitlines()
    [row] = [line for line in lines if line.startswith("negation ") and "breaks" in line]
    assert " ".join(row.split()) == (
        "negation breaks 200 0.50 (0.40 to 0.62) 0.29 (0.24 to 0.34) ✕ inverted"
    )


def test_the_conclusion_comes_last():
    text = " ".join(printed(make_audit()).split())
    assert text.endswith("than the one with a typo in 71 % of 200.")


def test_the_floor_and_its_warning_are_printed():
    assert "floor 0.10 (0.09 to 0.11), 4800 random pairs" in printed(make_audit())
    assert "The floor is above 0.9" in printed(make_audit(floor=0.95))


def test_changed_words_stand_out_without_colour():
    text = printed(make_audit())
    assert "He is [-happy.-] [+glad.+]" in text
    assert "He is [+not+] happy." in text


def test_markup_in_texts_is_printed_as_it_is():
    hostile = replace(
        TRIPLETS[0],
        anchor="[red]x[/] [link=a]b[/link] :boom: [/]",
        keeping="[red]y[/] [/]",
        breaking="[bold]z",
    )
    text = printed(make_audit(names=("[blue]m[/]",), triplets=[hostile]))
    assert "[red]x[/] [link=a]b[/link] :boom: [/]" in text
    assert "[bold]z" in text
    assert text.startswith("[blue]m[/]")


def test_texts_cannot_steer_the_terminal():
    hostile = replace(TRIPLETS[0], breaking="He\x1b[2J\x07 is\x9b not happy.")
    text = printed(make_audit(names=("a\x1b]0;t\x07",), triplets=[hostile]))
    assert not any(ord(character) < 32 and character != "\n" for character in text)
    assert "\x9b" not in text
    assert "He␛[2J␇" in text


def test_a_pipe_gets_no_control_codes():
    assert "\x1b" not in printed(make_audit())
    assert "\x1b" in printed(make_audit(), terminal=True)


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31m" not in printed(make_audit(), terminal=True)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[31m" in printed(make_audit(), terminal=True)


@pytest.mark.parametrize("width", [20, 40, 75, 76, 80, 200])
def test_no_line_is_wider_than_the_terminal_and_no_number_is_cut(width: int):
    text = printed(make_audit(names=("one", "sentence-transformers/two")), width=width)
    assert max(len(line) for line in text.splitlines()) <= width
    assert "0.29" in text
    assert "inverted" in text
    assert "…" not in text


def test_without_texts_the_items_are_named():
    text = printed(make_audit(keep_texts=False))
    assert "s2" in text
    assert "(text not kept)" in text
    assert "cold" not in text


def test_an_audit_without_estimates_is_printed():
    assert "was not asked" in printed(replace(make_audit(), estimates=[]))


def test_the_terminal_needs_no_chart_and_no_template():
    loaded = "import sys; from perimetry.report import print_audit; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"altair", "jinja2", "vl_convert"} & set(modules)
