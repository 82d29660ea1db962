"""Models by their Hugging Face name: the local cache first, then the hub."""

from __future__ import annotations

from pathlib import Path

from perimetry.errors import ModelError

FILES = ["*.json", "*.txt", "model.safetensors", "*/config.json", "*/model.safetensors"]
GRAPH = ["onnx/model.onnx", "onnx/model.onnx_data", "model.onnx"]


def cached_models() -> list[str]:
    """The names of all models in the local hub cache."""
    from huggingface_hub import scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    try:
        repos = scan_cache_dir().repos
    except CacheNotFound:
        return []
    return sorted(repo.repo_id for repo in repos if repo.repo_type == "model")


def model_folder(name: str) -> Path | None:
    """The folder of model ``name``, downloaded if it must be; ``None`` if no such model is found.

    Raises:
        ModelError: the hub could not be reached and the model is not in the local cache.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, allow_patterns=FILES, local_files_only=True))
    except HFValidationError:
        return None
    except LocalEntryNotFoundError:
        pass
    try:
        folder = Path(snapshot_download(name, allow_patterns=FILES))
        if not (folder / "model.safetensors").exists():
            folder = Path(snapshot_download(name, allow_patterns=FILES + GRAPH))
        return folder
    except HfHubHTTPError as error:
        if error.response is not None and error.response.status_code in (401, 403, 404):
            return None
        raise ModelError(f"the hub refused {name!r}: {type(error).__name__}.") from None
    except (OSError, LocalEntryNotFoundError):
        raise ModelError(
            f"model {name!r} is not in the local hub cache and the hub cannot be reached."
        ) from None
