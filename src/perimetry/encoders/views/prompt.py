"""``?prompt.query=…`` other prompts than the encoder's own."""

from __future__ import annotations

from perimetry.encoders.base import Encoder
from perimetry.encoders.views.base import View
from perimetry.records import Role


class PromptView(View):
    """``?prompt.query=…``: another prompt for one role."""

    scheme = "put before each text of the role"

    def __init__(self, inner: Encoder, role: Role, prompt: str) -> None:
        super().__init__(inner, f"prompt.{role}", prompt)
        self.prompts = {**inner.prompts, role: prompt}
        self.setup = {**self.setup, "prompts": dict(self.prompts)}
