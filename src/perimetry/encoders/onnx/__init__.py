"""``onnx:`` the default engine: a model folder to vectors by ONNX Runtime, without torch."""

from perimetry.encoders.onnx.engine import OnnxEncoder

__all__ = ["OnnxEncoder"]
