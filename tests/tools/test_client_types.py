"""`make client-types`: classes and methods of the Python client follow from the OpenAPI documents."""

import re
from typing import Any

import pytest

from tests.tools.client_types import CLASSES, CLIENT, documents, files
from tests.tools.client_types import text as text_of


@pytest.fixture
def document() -> Any:
    return documents()


@pytest.fixture
def schemas(document: Any) -> Any:
    return document["components"]["schemas"]


def text(schemas: Any) -> str:
    return text_of(schemas, "", CLASSES)


def class_of(written: str, name: str) -> str:
    return re.split(rf"class {name}\b", written)[1].partition("@dataclass")[0]


def test_the_committed_files_are_up_to_date(document: Any) -> None:
    for path, content in files(document).items():
        assert path.read_text() == content, f"{path.name}: run make client-types"


def test_a_new_operation_becomes_a_method_with_typed_arguments(document: Any) -> None:
    document["paths"]["/v1/games/{game_id}/seats/{seat}/applause"] = {
        "parameters": [
            {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "seat", "in": "path", "required": True, "schema": {"type": "integer"}},
        ],
        "post": {
            "operationId": "applaudSeat",
            "summary": "Applaud a seat",
            "parameters": [{"name": "loud", "in": "query", "schema": {"type": "boolean"}}],
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Accept"}}}},
            "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Votes"}}}}},
        },
    }
    made = files(document)[CLIENT / "seat_operations.py"].partition("def applaud_seat")[2]
    assert "game: Id,\n        seat: int,\n        invitation: str,\n        *,\n        loud: bool | None" in made
    assert "-> Request[audit_answers.Votes]:" in made
    assert 'at("/v1/games/{}/seats/{}/applause", game, seat)' in made
    assert "once=True" in made, "it has no idempotency key"


def test_a_new_field_of_a_schema_becomes_a_field_of_its_class(schemas: Any) -> None:
    schemas["Token"]["properties"]["from"] = {"type": ["string", "null"], "description": "Its origin."}
    schemas["Token"]["properties"]["lines"] = {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}
    schemas["Token"]["required"].append("lines")
    new = class_of(text(schemas), "Token")
    assert "    seat: int  # The number of a seat, from 1.\n    lines: tuple[Line, ...]\n" in new
    assert "    from_: str | None = None  # Its origin.\n" in new


def test_a_field_of_only_one_of_two_schemas_has_a_default(schemas: Any) -> None:
    schemas["SecretWebhook"]["properties"]["numbers"] = {"type": "array", "items": {"type": "integer"}}
    schemas["SecretWebhook"]["required"].append("numbers")
    assert "    numbers: tuple[int, ...] = ()\n" in class_of(text(schemas), "Webhook")


def test_objects_without_a_class_stay_json(schemas: Any) -> None:
    found = class_of(text(schemas), "StateAnswer")
    assert "    state: Body | None  # " in found
