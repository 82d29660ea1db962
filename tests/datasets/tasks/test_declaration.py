from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.datasets.tasks import FAMILIES, declared_tasks, find_task, read_task
from perimetry.errors import DataError, InputError

GOOD = """
name = "mine"
family = "factuality"
query = "{claim} | {evidence}"
withheld = "{claim}"
group = "{evidence}"

[labels]
yes = ["it is so", "true"]
no = ["it is not so", "false"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def test_a_declaration_of_a_dozen_lines_is_a_task(tmp_path: Path) -> None:
    task = read_task(written(tmp_path, GOOD))
    assert (task.name, task.family, task.wordings) == ("mine", "factuality", 2)
    assert list(task.labels) == ["yes", "no"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "mine"', "", "the key 'name' is missing"),
        ("query", "qery", "unknown key 'qery'. Known:"),
        ("factuality", "facts", "family 'facts' is none of factuality, safety"),
        ('no = ["it is not so", "false"]', 'no = ["it is not so"]', "needs a list of 2 wordings"),
        ('no = ["it is not so", "false"]', "", "needs two labels at least"),
        ("{claim} | {evidence}", "claim", "names no {column}"),
        ("[labels]", "choices = ['{a}']\n[labels]", "give \\[labels\\] for a classification, or"),
        ("name =", "name ==", "not TOML"),
        ("mine", "a/b", "may hold letters"),
        ("[labels]", "[source]\nhubb = 'x'\n[labels]", "unknown key 'source.hubb'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_task(written(tmp_path, GOOD.replace(old, new, 1)))


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        find_task(str(tmp_path / "none.toml"))


def test_every_declared_task_loads_and_every_family_has_some() -> None:
    tasks = declared_tasks().values()
    assert {task.family for task in tasks} == set(FAMILIES)
    assert all(task.source.licence or task.source.note for task in tasks)
    assert all(task.source.stands_in_for or task.source.paper or task.source.built_in
               for task in tasks)  # fmt: skip


def test_the_21_tasks_of_ateb_are_declared_and_the_unnamed_ones_are_not_invented() -> None:
    ateb = [
        *("e-SNLI", "VitaminC", "DialFact"),
        *("BeaverTails", "HH-RLHF harmless"),
        *("SHP", "AlpacaFarm", "HH-RLHF helpful"),
        *(f"ATEB instructions {n} of 7" for n in (4, 5, 6, 7)),
        *("HellaSwag", "WinoGrande", "PIQA", "alphaNLI", "ARC-Challenge"),
        *("DIPPER", "Europarl", "IWSLT17", "News Commentary"),
    ]
    tasks = declared_tasks()
    assert len(ateb) == 21
    assert set(ateb) <= set(tasks)
    unnamed = [tasks[name] for name in ateb if not tasks[name].known]
    assert len(unnamed) == 5
    assert all(task.source.note for task in unnamed)


def test_a_task_that_nobody_named_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="does not name"):
        find_task("ATEB instructions 4 of 7")


def test_an_unknown_task_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no task 'esnli'\. Declared: claims"):
        find_task("esnli")


def test_a_declaration_is_thirty_lines_at_most() -> None:
    import perimetry.datasets.tasks.catalogue as catalogue

    folder = Path(catalogue.__file__).parent / "declared"
    lengths = {p.name: len(p.read_text().splitlines()) for p in folder.glob("*.toml")}
    assert {name: lines for name, lines in lengths.items() if lines > 30} == {}


def test_wordings_are_parallel_across_labels() -> None:
    for task in declared_tasks().values():
        for wordings in zip(*task.labels.values(), strict=True):
            lengths = [len(wording.split()) for wording in wordings]
            assert max(lengths) - min(lengths) <= 8, (task.name, wordings)
