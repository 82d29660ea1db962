"""The pages of the Python interface: which names a module offers, for autodoc to describe."""

from __future__ import annotations

import inspect
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from sphinx.pycode import ModuleAnalyzer

import perimetry


def module_page(name: str) -> str:
    """What ``name`` exports; of a package that exports nothing, what its public modules define."""
    module = import_module(name)
    if hasattr(module, "__all__") or not hasattr(module, "__path__"):
        return _described(module)
    within = [found.name for found in pkgutil.iter_modules(module.__path__) if not found.ispkg]
    public = [found for found in within if not found.startswith("_")]
    return "\n\n".join(module_page(f"{name}.{found}") for found in public)


def names_table() -> str:
    """The names of ``import perimetry``, each with a line and a link to its description."""
    rows = []
    for home, names in perimetry._HOMES.items():
        rows += [(name, home, _summary(home, name)) for name in names]
    lines = [f"| {{py:obj}}`~{home}.{name}` | {said} |" for name, home, said in sorted(rows)]
    return "\n".join(["| name | what it is |", "|---|---|", *lines])


def _described(module: ModuleType) -> str:
    name = module.__name__
    exported = getattr(module, "__all__", None)
    lines = [f".. automodule:: {name}", *([] if exported is None else ["   :no-members:"]), ""]
    for found in exported or ():
        lines += [*_directive(name, found, getattr(module, found)), ""]
    return f"## {name}\n\n```{{eval-rst}}\n" + "\n".join(lines) + "```"


def _directive(home: str, name: str, thing: object) -> Sequence[str]:
    if not inspect.isclass(thing) and not inspect.isroutine(thing):
        return f".. py:data:: {name}", "", *(f"   {line}" for line in _comment(home, name))
    kind = "class" if inspect.isclass(thing) else "function"
    return (f".. auto{kind}:: {home}.{name}",)


def _comment(home: str, name: str) -> Sequence[str]:
    """What is said of a value below its assignment, in whichever file that is."""
    for found in [found for found in sys.modules if f"{found}.".startswith(f"{home}.")]:
        docs = ModuleAnalyzer.for_module(found).find_attr_docs()
        said: Sequence[str] | None = docs.get(("", name))
        if said:
            return said
    return ()


def _summary(home: str, name: str) -> str:
    thing = getattr(perimetry, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        said = inspect.getdoc(thing) or ""
    else:
        said = "\n".join(_comment(home, name))
    return said.split("\n\n")[0].replace("\n", " ").replace("``", "`")
