from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

import perimetry

SOURCE = Path(perimetry.__file__).parent
ROOT = SOURCE.parents[1]

EXPORTING = sorted(
    ".".join(("perimetry", *file.parent.relative_to(SOURCE).parts))
    for file in SOURCE.rglob("__init__.py")
    if "__all__" in file.read_text(encoding="utf-8")
)

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

LIGHT = "import sys, perimetry; print([m for m in {heavy} if m in sys.modules])"


def test_imports_point_down() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


def constants_then_classes(name: str) -> tuple[int, str]:
    """The order in which ruff sorts exports."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


@pytest.mark.parametrize("package", EXPORTING)
def test_exports_are_sorted_and_exist(package: str) -> None:
    module = import_module(package)
    assert list(module.__all__) == sorted(module.__all__, key=constants_then_classes)
    for name in module.__all__:
        assert getattr(module, name) is not None


def test_public_names_are_those_that_have_a_home() -> None:
    homes = {name for names in perimetry._HOMES.values() for name in names}
    assert homes == set(perimetry.__all__)


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = perimetry.nothing  # type: ignore[attr-defined]


def test_importing_perimetry_loads_nothing_heavy() -> None:
    heavy = ["numpy", "torch", "onnxruntime", "pyarrow", "altair", "scipy", "huggingface_hub"]
    done = subprocess.run(
        [sys.executable, "-c", LIGHT.format(heavy=heavy)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_no_source_file_is_two_ideas_long() -> None:
    lengths = {
        file.relative_to(SOURCE).as_posix(): len(file.read_text(encoding="utf-8").splitlines())
        for file in SOURCE.rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > 400} == {}


def test_the_page_says_a_line_of_every_folder_and_of_no_other() -> None:
    folders = {file.parent.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("__init__.py")}
    assert sorted(re.findall(r"^\| `([\w/]+)/` \|", PAGE, re.MULTILINE)) == sorted(folders - {"."})


def test_every_file_and_folder_that_the_page_names_is_there() -> None:
    section = SOURCE
    for line in PAGE.splitlines():
        row = re.match(r"\| `([\w/]+)/` \|", line)
        section = SOURCE / row[1] if row else SOURCE
        for named in re.findall(r"`([\w/]+(?:/|\.py|\.toml))`", line):
            places = (section, SOURCE, SOURCE.parent, ROOT)
            assert any((place / named).exists() for place in places), named


def test_tests_lie_in_the_folders_of_what_they_test() -> None:
    tests = ROOT / "tests"
    folders = {file.parent.relative_to(tests).as_posix() for file in tests.rglob("test_*.py")}
    mirrored = {folder for folder in folders if folder.split("/")[0] != "plugins"}
    assert [folder for folder in sorted(mirrored) if not (SOURCE / folder).is_dir()] == []
