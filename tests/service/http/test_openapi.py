"""The published document: valid, typed to the last leaf, and kept by the answers."""

import json
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.metadata import version
from typing import Any
from uuid import UUID

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from kontor.service.http.app import create_app
from kontor.service.http.openapi import asyncapi
from kontor.service.http.openapi import document as openapi
from kontor.service.settings import Settings
from kontor.service.store.announcements import Owing
from kontor.service.webhooks.messages import TOLD_TO_ALL, Message, messages_from, pending
from tests.support.openapi_document import Documented, operations
from tests.support.paths import ROOT

SAY_SOMETHING = ("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref")


@pytest.fixture(scope="module", params=["tests.tiny:RULESET", "the shipped ones"])
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    shipped = Settings()
    settings = shipped if request.param == "the shipped ones" else Settings(rulesets=(request.param,))
    return openapi.document(create_app(settings, connected=False))


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_every_operation_says_who_may_call_it_and_what_it_is_for(document: dict[str, Any]) -> None:
    for operation in operations(document):
        assert operation.body["summary"], str(operation)
        assert "security" in operation.body, str(operation)
        assert "default" in operation.body["responses"], str(operation)


def test_every_operation_has_a_name_that_no_other_has(document: dict[str, Any]) -> None:
    names = [operation.body["operationId"] for operation in operations(document)]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)*", name)] == []


def test_a_request_and_an_answer_of_the_same_name_are_two_schemas(document: dict[str, Any]) -> None:
    def fields(operation: str) -> set[str]:
        (found,) = (each.body for each in operations(document) if each.body["operationId"] == operation)
        reference = found["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        return set(document["components"]["schemas"][reference.rpartition("/")[2]]["properties"])

    assert fields("readInvitation") == {"invitation"}
    pause = document["components"]["schemas"]["PauseRequest"]
    assert (fields("pauseClocks"), pause["required"]) == ({"seat", "until"}, [])


def test_the_document_says_whose_it_is_and_which_version(document: dict[str, Any]) -> None:
    assert document["info"]["version"] == version("kontor")
    assert document["info"].keys() >= {"title", "description", "license", "contact"}
    assert document["servers"]
    used = {tag for operation in operations(document) for tag in operation.body["tags"]}
    assert used <= {tag["name"] for tag in document["tags"] if tag["description"]}


def test_every_object_with_fields_is_a_component_with_one_name(document: dict[str, Any]) -> None:
    components = document["components"]["schemas"]
    found = list(schemas(document))
    nameless = [where for where, schema in found if where not in components and "properties" in schema]
    assert nameless == []
    assert [where for where, schema in found if "title" in schema and "enum" not in schema] == []


def test_every_list_of_values_has_a_title_of_its_own(document: dict[str, Any]) -> None:
    listed = [(where, schema) for where, schema in schemas(document) if "enum" in schema]
    assert [where for where, schema in listed if "title" not in schema] == []
    values: dict[str, set[str]] = {}
    for _, schema in listed:
        values.setdefault(schema["title"], set()).add(json.dumps(schema["enum"]))
    assert [title for title, different in values.items() if len(different) > 1] == []


def test_no_component_has_a_name_that_generators_derive_from_another(document: dict[str, Any]) -> None:
    """openapi-generator writes `NewKey` and `NullableKey` for `Key` in Go, and has its own `Json` in Python."""
    components = document["components"]["schemas"]
    derived = {f"{start}{name}" for name in components for start in ("New", "Nullable")}
    assert components.keys() & (derived | {"Json", "Configuration"}) == set()


def test_no_union_contains_a_union_with_branches_of_its_own(document: dict[str, Any]) -> None:
    components = document["components"]["schemas"]
    nested = [
        where
        for where, schema in schemas(document)
        for each in schema.get("oneOf", ())
        if "oneOf" in components.get(each.get("$ref", "").rpartition("/")[2], {})
        and {"type": "null"} not in schema["oneOf"]
    ]
    assert nested == []


def test_a_type_that_several_rulesets_have_is_one_branch_that_fits_all() -> None:
    document = openapi.document(create_app(Settings(), connected=False))
    components = document["components"]["schemas"]
    shared = components["Event"]["discriminator"]["mapping"]["turn_started"].rpartition("/")[2]
    data = [each["$ref"].rpartition("/")[2] for each in components[shared]["properties"]["data"]["anyOf"]]
    assert data == ["HansaTurnStartedData", "MerchantsTurnStartedData"]
    assert "EndTurn" in {each["$ref"].rpartition("/")[2] for each in components["Command"]["oneOf"]}


def test_a_body_has_one_example_or_several_but_not_both(document: dict[str, Any]) -> None:
    for operation in operations(document):
        for media in operation.body.get("requestBody", {}).get("content", {}).values():
            assert not {"example", "examples"} <= media.keys(), str(operation)


def test_integers_that_may_need_64_bits_say_so(document: dict[str, Any]) -> None:
    for where, schema in schemas(document):
        if schema.get("type") == "integer" and schema.get("x-kind") != "seat":
            small = schema.get("maximum", 2**31) < 2**31
            assert small or schema["format"] == "int64", where


def test_nothing_is_defined_by_itself(document: dict[str, Any]) -> None:
    components = document["components"]["schemas"]
    leads_to = {
        name: set(re.findall(r"#/components/schemas/(\w+)", json.dumps(components[name]))) for name in components
    }
    order = TopologicalSorter(leads_to)
    order.prepare()  # refuses cycles
    assert order.is_active()


def test_patterns_use_nothing_that_only_python_knows(document: dict[str, Any]) -> None:
    patterns = [schema["pattern"] for _, schema in schemas(document) if "pattern" in schema]
    assert len(patterns) > 5
    assert [each for each in patterns if re.search(r"\\[AZ]|\(\?[P#aiLmsux-]", each)] == []


def test_streams_are_described_by_what_is_sent_on_them() -> None:
    app = create_app(Settings(rulesets=("tests.tiny:RULESET",)), connected=False)
    described = json.loads(asyncapi.text(app))["channels"]["me"]["messages"]
    owing = Owing(UUID(int=1), "tiny", 5, 2, "turn", None)
    for message in (pending(owing), *told_by_kernel_events()):
        name = "decision" if message.type == "decision.pending" else message.type
        jsonschema.validate(message.content, described[name]["payload"])


def told_by_kernel_events() -> Iterator[Message]:
    """What each event that is told to all who sit there comes to, as the vectors have them."""
    logs = [path.read_text() for path in (ROOT / "tests" / "vectors").glob("*.ndjson")]
    lines = [json.loads(line) for log in logs for line in log.splitlines()]
    envelopes = [line["envelope"] for line in lines if line.get("envelope", {}).get("type") in TOLD_TO_ALL]
    assert {each["type"] for each in envelopes} >= {"game_started", "game_finished", "seat_taken"}
    for envelope in envelopes:
        yield from messages_from(UUID(int=1), "tiny", envelope)


def test_nothing_is_untyped_on_the_way_to_a_leaf(document: dict[str, Any]) -> None:
    found = list(schemas(document))
    assert [where for where, schema in found if not is_typed(schema)] == ["JsonValue"]
    assert document["components"]["schemas"].keys() <= {where for where, _ in found}  # nothing lies about unused


def is_typed(schema: Any) -> bool:
    if not isinstance(schema, dict) or not any(word in schema for word in SAY_SOMETHING):
        return False
    if schema.get("type") == "object" and "properties" not in schema and "allOf" not in schema:
        return isinstance(schema.get("additionalProperties"), dict)
    return schema.get("type") != "array" or "items" in schema or "prefixItems" in schema


def schemas(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every schema that a body, an answer or a parameter leads to, with the way there."""
    met: set[str] = set()

    def walk(schema: Any, where: str) -> Iterator[tuple[str, Any]]:
        yield where, schema
        if not isinstance(schema, dict):
            return
        if "$ref" in schema and schema["$ref"] not in met:
            met.add(schema["$ref"])
            name = schema["$ref"].rpartition("/")[2]
            yield from walk(document["components"]["schemas"][name], name)
        for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for n, each in enumerate(schema.get(word, ())):
                yield from walk(each, f"{where}/{word}/{n}")
        for name, each in schema.get("properties", {}).items():
            yield from walk(each, f"{where}/{name}")
        for word in ("items", "additionalProperties"):
            if isinstance(schema.get(word), dict):
                yield from walk(schema[word], f"{where}/{word}")

    yield from walk({"$ref": "#/components/schemas/Problem"}, "problem")
    for operation in operations(document):
        for parameter in operation.body.get("parameters", ()):
            yield from walk(parameter["schema"], f"{operation} {parameter['name']}")
        for media in operation.body.get("requestBody", {}).get("content", {}).values():
            yield from walk(media["schema"], f"{operation} body")
        for status, answer in operation.body["responses"].items():
            for media in answer.get("content", {}).values():
                yield from walk(media["schema"], f"{operation} {status}")


def test_commands_and_events_are_components_with_type_as_discriminator(document: dict[str, Any]) -> None:
    components = document["components"]["schemas"]
    if "TinyCommand" in components:
        names = {"TinyOffer", "TinyOfferOption", "TinyDieRolledEvent", "TinyOptions", "TinyState", "TinyGameRequest"}
        assert names <= components.keys()
    for name in [name for name in components if name.endswith("Command") and "discriminator" in components[name]]:
        union = components[name]
        assert union["discriminator"]["propertyName"] == "type"
        assert {each["$ref"] for each in union["oneOf"]} == set(union["discriminator"]["mapping"].values())


def test_examples_have_the_form_that_they_show(document: dict[str, Any]) -> None:
    validator = Documented(document)
    shown = 0
    for operation in operations(document):
        for where in (operation.body.get("requestBody", {}), *operation.body["responses"].values()):
            for media in where.get("content", {}).values():
                given = [each["value"] for each in media.get("examples", {}).values()]
                for value in (*given, *([media["example"]] if "example" in media else [])):
                    validator.check(media["schema"], value, str(operation))
                    shown += 1
    assert shown >= 8


def test_examples_of_an_outcome_show_what_that_operation_does(document: dict[str, Any]) -> None:
    told = {
        "join": "seat_taken",
        "leave": "seat_left",
        "resign": "seat_changed",
        "return": "seat_changed",
        "abort": "game_aborted",
    }
    for operation in operations(document):
        wanted = told.get(operation.path.rpartition("/")[2])
        if wanted is not None:
            shown = operation.body["responses"]["201"]["content"]["application/json"]["examples"]
            for each in shown.values():
                assert each["value"]["events"][0]["envelope"]["type"] == wanted, str(operation)


def test_a_schema_is_described_by_its_docstring(document: dict[str, Any]) -> None:
    assert document["components"]["schemas"]["Decision"]["description"] == "A decision that the game is waiting for."


def test_the_envelope_is_written_once(document: dict[str, Any]) -> None:
    components = document["components"]["schemas"]
    assert [name for name, schema in components.items() if "opens" in schema.get("properties", {})] == ["Envelope"]
