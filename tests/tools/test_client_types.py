"""`make client-types`: the classes follow from the schemas of the OpenAPI document."""

import json
from typing import Any

import pytest

from tests.tools.client_types import DOCUMENT, WRITTEN, text


@pytest.fixture
def schemas() -> Any:
    return json.loads(DOCUMENT.read_text())["components"]["schemas"]


def class_of(written: str, name: str) -> str:
    return written.partition(f"class {name}")[2].partition("@dataclass")[0]


def test_the_committed_classes_are_up_to_date(schemas: Any) -> None:
    assert WRITTEN.read_text() == text(schemas)


def test_a_new_field_of_a_schema_becomes_a_field_of_its_class(schemas: Any) -> None:
    schemas["Token"]["properties"]["from"] = {"type": ["string", "null"], "description": "Its origin."}
    schemas["Token"]["properties"]["lines"] = {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}
    schemas["Token"]["required"].append("lines")
    new = class_of(text(schemas), "Token")
    assert "    seat: int\n    lines: tuple[Line, ...]\n" in new
    assert "    # Its origin.\n    from_: str | None = None\n" in new


def test_a_field_of_only_one_of_two_schemas_has_a_default(schemas: Any) -> None:
    schemas["SecretWebhook"]["properties"]["numbers"] = {"type": "array", "items": {"type": "integer"}}
    schemas["SecretWebhook"]["required"].append("numbers")
    assert "    numbers: tuple[int, ...] = ()\n" in class_of(text(schemas), "Webhook")


def test_objects_without_a_class_stay_json(schemas: Any) -> None:
    found = class_of(text(schemas), "StateAnswer")
    assert "    state: Body | None\n" in found
