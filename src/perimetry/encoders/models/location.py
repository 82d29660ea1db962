"""Where the files of a named model are: the bundled wheel, a folder or file, the hub."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from perimetry.encoders.models import bundled, hub
from perimetry.errors import InputError, ModelError


@dataclass(frozen=True)
class Location:
    """The files of a model: where they are, what tables call them, where they came from."""

    path: Path
    name: str
    origin: Mapping[str, str] = field(default_factory=dict)

    def recorded_in(self, setup: Mapping[str, object]) -> Mapping[str, object]:
        """``setup``, the size of the weights and, for a model that was fetched, where from."""
        recorded = {**setup, "weights_bytes": weights_bytes(self.path)}
        return {**recorded, "origin": dict(self.origin)} if self.origin else recorded


def weights_bytes(folder: Path) -> int:
    """The size of a model's weights: its safetensors files, or else its largest exported graph."""
    sizes = [file.stat().st_size for file in folder.rglob("*.safetensors")]
    graphs = [file.stat().st_size for file in folder.rglob("*.onnx")]
    return sum(sizes) or max(graphs, default=0)


def locate(target: str, revision: str | None = None, *, code: bool = False) -> Location:
    """Find the folder of the model called ``target``.

    Args:
        target: a folder, a name on the hub, or the bundled encoder.
        revision: of a model on the hub.
        code: the model's own Python files are wanted too.

    Raises:
        InputError: a revision of something that is not on the hub.
        ModelError: there is no such model; the message names the nearest.
    """
    if target in (bundled.NAME, bundled.HUB_ID) and not revision:
        folder = bundled.wheel_folder()
        if folder is not None:
            return Location(folder, bundled.NAME, {"wheel": bundled.WHEEL})
        return _from_hub(bundled.HUB_ID, None, bundled.FETCH_HINT, name=bundled.NAME)
    path = Path(target).expanduser()
    if path.exists() and revision:
        raise InputError(f"{target} lies on this machine, so it has no revision. Leave it out.")
    if path.is_dir():
        return Location(path, path.resolve().name)
    if path.is_file():
        raise ModelError(
            f"{target} is a file. Give the folder of a sentence-transformers model, or "
            f"static:{target} if it is a table of word vectors."
        )
    if target.startswith((".", "/", "~")) or target.count("/") > 1:
        raise ModelError(f"there is no model folder {target}.{_nearest(target)}")
    hub_id = bundled.HUB_ID if target == bundled.NAME else target
    hint = _nearest(target).strip() or bundled.FETCH_HINT
    return _from_hub(hub_id, revision, hint, code=code)


def _from_hub(
    hub_id: str, revision: str | None, hint: str, *, name: str | None = None, code: bool = False
) -> Location:
    try:
        folder = hub.model_folder(hub_id, revision, code=code)
    except ModelError as error:
        raise ModelError(f"{error} {hint}") from None
    if folder is None:
        raise ModelError(
            f"there is no model {name or hub_id!r}, neither as a folder nor on the hub. {hint}"
        )
    origin = {"hub": hub_id, "revision": revision, "commit": hub.commit(folder)}
    return Location(folder, name or hub_id, {k: v for k, v in origin.items() if v})


def _nearest(target: str) -> str:
    """The known model whose name is closest to ``target``, as a sentence."""
    parent = Path(target).expanduser().parent
    folders = [str(path) for path in parent.iterdir() if path.is_dir()] if parent.is_dir() else []
    known = [bundled.NAME, bundled.HUB_ID, *hub.cached_models(), *folders]
    near = get_close_matches(target, [name for name in known if name != target], n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
