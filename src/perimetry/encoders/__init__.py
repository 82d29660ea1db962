"""Text to vectors: the encoder protocol and one file an engine."""

from perimetry.encoders.base import Encoder
from perimetry.encoders.opening import open_encoder

__all__ = ["Encoder", "open_encoder"]
