from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.decisions.ci import find_config, read_config
from perimetry.decisions.ci.config import Bound, Regression
from perimetry.errors import DataError, InputError

WHOLE = """
[gate]
model = "./model"
suite = "core"
split = "dev"
limit = 20
seed = 3
baseline = "baselines/model.json"
checkpoint = "./model"
canary = "good.npz"

[gate.bounds]
negation = { auroc = 0.60 }
"core: all" = { order_accuracy = { min = 0.55, max = 0.9, on = "low" } }
all = { over_reaction = { max = 1 } }

[gate.checks]
"*" = "warn"
pooling = "pass"

[gate.regression]
subsets = ["core: *"]
measures = ["auroc"]
max_loss = { auroc = 0.02 }
level = 0.01
"""


def written(folder: Path, text: str, name: str = "perimetry.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problem(folder: Path, text: str) -> DataError:
    with pytest.raises(DataError) as raised:
        read_config(written(folder, text))
    return raised.value


def test_everything_that_is_asked_is_read(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, WHOLE))
    assert (config.suite, config.split, config.limit, config.seed) == ("core", "dev", 20, 3)
    assert config.checks == {"*": "warn", "pooling": "pass"}
    assert config.regression == Regression(("core: *",), ("auroc",), {"auroc": 0.02}, 0.01, line=21)
    assert config.bounds == [
        Bound("negation", "auroc", least=0.6, line=13),
        Bound("core: all", "order_accuracy", 0.55, 0.9, "low", line=14),
        Bound("all", "over_reaction", most=1.0, line=15),
    ]


def test_paths_lie_beside_the_file(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, WHOLE))
    assert config.model == str(tmp_path / "model")
    assert config.baseline == tmp_path / "baselines" / "model.json"
    assert (config.checkpoint, config.canary) == (tmp_path / "model", tmp_path / "good.npz")


@pytest.mark.parametrize("name", ["all-MiniLM-L6-v2?dim=64", "hash:", "hub/model"])
def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    assert read_config(written(tmp_path, f'[gate]\nmodel = "{name}"\n')).model == name


def test_an_engine_keeps_its_path_beside_the_file(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, '[gate]\nmodel = "onnx:./m?pooling=cls"\n'))
    assert config.model == f"onnx:{tmp_path}/m?pooling=cls"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[gate]\nmodl = 'm'\n", 2, "[gate] has no key 'modl'. Did you mean 'model'?"),
        ("[gate]\n[gate.bound]\n", 2, "no key 'bound'. Did you mean 'bounds'?"),
        ("[gate]\nseed = -1\n", 2, "gate.seed: write a whole number of at least 0, not -1."),
        ("[gate]\nseed = true\n", 2, "not True."),
        ("[gate]\nmodel = 3\n", 2, "gate.model: write text in quotes, not 3."),
        ("[gate]\nmodel = ''\n", 2, "gate.model: write text in quotes"),
        ("[gate]\nbounds = 3\n", 2, "gate.bounds: write a table, not 3."),
        ("[gate.bounds]\nall = 0.5\n", 2, "gate.bounds.all: write a table, not 0.5."),
        ("[gate.bounds]\nall = {auroc = 'high'}\n", 2, "gate.bounds.all.auroc: write a number"),
        ("[gate.bounds]\nall = {auroc = nan}\n", 2, "write a number, not nan."),
        ("[gate.bounds]\nall = {aurocc = 0.5}\n", 2, "Did you mean 'auroc'?"),
        ("[gate.bounds]\nall = {over_reaction = 1}\n", 2, "is better low. Write { min"),
        ("[gate.bounds]\nall = {cosine = 1}\n", 2, "cosine has no better side. Write { min"),
        ("[gate.bounds.all.auroc]\nmin = 0.5\nonn = 'low'\n", 3, "Did you mean 'on'?"),
        ("[gate.bounds.all.auroc]\non = 'mid'\n", 2, "'mid' is not one of value, low, high."),
        ("[gate.bounds.all.auroc]\non = 'low'\n", 1, "write min, max or both."),
        ("[gate.bounds.all.auroc]\nmin = 2\nmax = 1\n", 1, "min 2 is above max 1."),
        ("[gate.checks]\npooling = 'skip'\n", 2, "'skip' is not one of pass, warn, fail."),
        ("[gate.regression]\nlevel = 5\n", 2, "gate.regression.level: write a number between"),
        ("[gate.regression]\nsubsets = 'all'\n", 2, 'write a list such as ["negation"]'),
        ("[gate.regression]\nmeasures = ['cosine']\n", 2, "cosine has no better side."),
        ("[gate.regression]\nmax_loss = {auroc = -1}\n", 2, "a number of at least 0, not -1."),
        ("[gat]\n", None, "there is no [gate]. Did you mean [gat]?"),
        ("[gate]\n[gates]\n", 2, "gates: only [gate] and its tables stand here."),
        ("gate = 3\n", 1, "gate: write a table."),
        ("[gate]\nmodel = \n", 2, "not TOML (Invalid value)."),
        ("[gate\n", 1, "not TOML"),
        ("", None, "there is no [gate]."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, text: str, line: int | None, said: str
) -> None:
    error = problem(tmp_path, text)
    assert said in str(error)
    assert error.line == line
    assert error.exit_code == 2


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        read_config(tmp_path / "perimetry.toml")


def test_bytes_that_are_no_text_are_named_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "perimetry.toml"
    path.write_bytes(b"[gate]\nmodel = '\xff'\n")
    with pytest.raises(DataError, match=r"perimetry.toml:2: not UTF-8"):
        read_config(path)


def test_the_project_file_is_read_where_there_is_no_other(tmp_path: Path) -> None:
    project = written(tmp_path, "[tool.perimetry.gate]\nmodel = 'hash:'\n", "pyproject.toml")
    assert find_config(tmp_path) == project
    assert read_config(project).model == "hash:"
    own = written(tmp_path, "[gate]\n")
    assert find_config(tmp_path) == own


def test_a_project_file_without_a_gate_is_none(tmp_path: Path) -> None:
    written(tmp_path, "[project]\nname = 'x'\n", "pyproject.toml")
    with pytest.raises(InputError, match=r"no perimetry\.toml"):
        find_config(tmp_path)


def test_a_misspelt_key_of_the_project_file_has_its_whole_name(tmp_path: Path) -> None:
    path = written(tmp_path, "[tool.perimetry.gate]\nmodl = 'x'\n", "pyproject.toml")
    with pytest.raises(DataError, match=r"pyproject.toml:2: \[tool.perimetry.gate\] has no key"):
        read_config(path)
