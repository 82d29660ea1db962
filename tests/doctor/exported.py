"""A checkpoint as a graph that torch exported: ``python -m tests.doctor.exported OUT [FOLDER]``.

OUT gets the settings of FOLDER, or of the bundled encoder, and its graph instead of its weights, so
``onnx:OUT`` runs what an exporter made of the model.
"""

from __future__ import annotations

import shutil
import sys
import warnings
from pathlib import Path
from typing import Any

from perimetry.encoders.models import bundled

WEIGHTS = ("model.safetensors", "pytorch_model.bin")
INPUTS = ("input_ids", "attention_mask")
OUTPUT = "last_hidden_state"


def export_graph(folder: Path, out: Path) -> Path:
    """Write ``folder`` to ``out`` with ``onnx/model.onnx``, token vectors, and without weights."""
    import torch
    from transformers import AutoModel

    shutil.copytree(
        folder, out, ignore=shutil.ignore_patterns(*WEIGHTS, "onnx", "*.py", "__pycache__")
    )
    (out / "onnx").mkdir()
    model: Any = AutoModel.from_pretrained(str(folder), attn_implementation="eager").eval()

    class Exported(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.model(input_ids=input_ids, attention_mask=attention_mask)[0]

    ids = torch.tensor([[0, 5, 6, 2], [0, 6, 7, 2]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer warns of what it fixes, torch of the tracer
        torch.onnx.export(
            Exported(),
            (ids, torch.ones_like(ids)),
            str(out / "onnx" / "model.onnx"),
            input_names=list(INPUTS),
            output_names=[OUTPUT],
            dynamic_axes={name: {0: "batch", 1: "length"} for name in (*INPUTS, OUTPUT)},
            opset_version=14,
            dynamo=False,
        )
    return out


if __name__ == "__main__":
    given = Path(sys.argv[2]) if len(sys.argv) > 2 else bundled.wheel_folder()
    assert given is not None
    print(export_graph(given, Path(sys.argv[1])))
