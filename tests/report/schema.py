"""Writes the schema of the report's JSON from its view: ``python -m tests.report.schema``.

The file is committed and shipped; a test says when it is no longer the view's.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

import perimetry.report
from perimetry.report.json_view import SCHEMA_FILE, SCHEMA_VERSION, ReportRecord

PATH = Path(perimetry.report.__file__).parent / "schema" / SCHEMA_FILE


class Closed(GenerateJsonSchema):
    """Dataclasses as objects that have all their fields and no others."""

    def dataclass_schema(self, schema: Any) -> dict[str, Any]:
        made = super().dataclass_schema(schema)
        fields = made.get("properties", {})
        for field in fields.values():
            field.pop("title", None)
            field.pop("default", None)
        made["description"] = plain_words(made["description"])
        return {**made, "required": list(fields), "additionalProperties": False}


def plain_words(docstring: str) -> str:
    """A docstring in one line, without its markup."""
    return " ".join(re.sub(r":\w+:`([^`]+)`|``", r"\1", docstring).split())


def schema_of_the_view() -> str:
    """The schema of :class:`ReportRecord` as text."""
    made = TypeAdapter(ReportRecord).json_schema(
        mode="serialization", schema_generator=Closed, ref_template="#/$defs/{model}"
    )
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:perimetry:report:{SCHEMA_VERSION}",
        **made,
    }
    return json.dumps(described, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(schema_of_the_view(), encoding="utf-8")
