"""Models by their Hugging Face name: the local cache first, then the hub."""

from __future__ import annotations

from pathlib import Path

from perimetry.errors import ModelError

FILES = [
    "*.json",
    "*.txt",
    "*.model",
    "README.md",
    "model*.safetensors",
    "*/model*.safetensors",
]
GRAPH = ["onnx/model.onnx", "onnx/model.onnx_data", "model.onnx"]
CODE = ["*.py"]
"""Fetched only for a model whose code the user has said to trust."""


def cached_models() -> list[str]:
    """The names of all models in the local hub cache."""
    from huggingface_hub import scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    try:
        repos = scan_cache_dir().repos
    except CacheNotFound:
        return []
    return sorted(repo.repo_id for repo in repos if repo.repo_type == "model")


def model_folder(name: str, revision: str | None = None, *, code: bool = False) -> Path | None:
    """The folder of model ``name``, downloaded if it must be; ``None`` if no such model is found.

    Args:
        name: ``owner/model``, or ``model``.
        revision: a branch, tag or commit; ``None`` is ``main``. A branch that is in the local
            cache stays at the commit that it had; a commit is always the same files.
        code: take the model's own Python files too.

    Raises:
        ModelError: the hub could not be reached and the model is not in the local cache, or the
            model has no such revision.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import (
        HfHubHTTPError,
        HFValidationError,
        LocalEntryNotFoundError,
        RevisionNotFoundError,
    )

    files = FILES + CODE if code else FILES

    def snapshot(patterns: list[str], *, local: bool = False) -> Path:
        return Path(
            snapshot_download(
                name, revision=revision, allow_patterns=patterns, local_files_only=local
            )
        )

    try:
        return snapshot(files, local=True)
    except HFValidationError:
        return None
    except LocalEntryNotFoundError:
        pass
    at = f" at revision {revision!r}" if revision else ""
    try:
        folder = snapshot(files)
        if not any(folder.rglob("model*.safetensors")):
            folder = snapshot(files + GRAPH)
        return folder
    except RevisionNotFoundError:
        raise ModelError(f"model {name!r} has no revision {revision!r} on the hub.") from None
    except HfHubHTTPError as error:
        if error.response is not None and error.response.status_code in (401, 403, 404):
            return None
        raise ModelError(f"the hub refused {name!r}{at}: {type(error).__name__}.") from None
    except (OSError, LocalEntryNotFoundError):
        raise ModelError(
            f"model {name!r}{at} is not in the local hub cache and the hub cannot be reached."
        ) from None


def commit(folder: Path) -> str | None:
    """The commit that a folder of the hub cache holds; ``None`` for any other folder.

    >>> commit(Path("models--a--b/snapshots/0a1b"))
    '0a1b'
    """
    return folder.name if folder.parent.name == "snapshots" else None
