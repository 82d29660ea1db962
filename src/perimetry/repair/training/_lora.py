"""Low-rank adapters through PEFT, merged into the weights when training ends (extra ``train``).

The adapters are put into the model in place, so that sentence-transformers goes on with the model
it has, and the saved folder is one of plain weights.
"""

from __future__ import annotations

from typing import Any

from perimetry.errors import MissingExtraError, ModelError


def with_adapters(model: Any, rank: int) -> Any:
    """Freeze ``model`` and put adapters beside all its linear layers; what merges them is returned.

    Raises:
        MissingExtraError: PEFT is not installed.
        ModelError: the model has no transformer of the usual kind.
    """
    try:
        from peft import LoraConfig, LoraModel
    except ImportError:
        raise MissingExtraError("peft", "train") from None

    transformer = getattr(model[0], "auto_model", None)
    if transformer is None:
        raise ModelError("the model has no transformer to adapt. Use --method full.")
    for parameter in model.parameters():
        parameter.requires_grad = False
    config = LoraConfig(
        r=rank, lora_alpha=2 * rank, lora_dropout=0.0, target_modules="all-linear", bias="none"
    )
    return LoraModel(transformer, config, "default")


def merge(adapters: Any) -> None:
    """Add the adapters to the weights that they lie beside, and take them out."""
    adapters.merge_and_unload(progressbar=False)
