"""The published document: valid, typed to the last leaf, and kept by the answers."""

import json
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.metadata import version
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator, OpenAPIV32SpecValidator

from kontor.service.clock import utc_now
from kontor.service.http.app import create_app
from kontor.service.http.openapi import asyncapi, published
from kontor.service.http.openapi import document as openapi
from kontor.service.settings import Settings
from kontor.service.store.announcements import Invited, Owing
from kontor.service.webhooks.formats import ping, webhook_body
from kontor.service.webhooks.messages import TOLD_TO_ALL, Message, invitation_message, messages_from, pending, reminder
from tests.support.callers import Caller
from tests.support.openapi_document import Documented, Operation, operations
from tests.support.paths import ROOT

SAY_SOMETHING = ("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref")


@pytest.fixture(scope="module", params=["tests.tiny:RULESET", "the shipped ones"])
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    shipped = Settings()
    settings = shipped if request.param == "the shipped ones" else Settings(rulesets=(request.param,))
    return openapi.document(create_app(settings, connected=False))


def test_the_documents_are_valid(document: dict[str, Any], app: Flask) -> None:
    assert document["openapi"].startswith("3.1")
    for each in (document, json.loads(published.text(app, "operators"))):
        assert [error.message for error in OpenAPIV31SpecValidator(each).iter_errors()] == []


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


def test_every_operation_is_in_one_of_at_most_14_groups(document: dict[str, Any]) -> None:
    used = {tag for operation in operations(document) for tag in operation.body["tags"]}
    assert all(len(operation.body["tags"]) == 1 for operation in operations(document))
    assert used == {tag["name"] for tag in document["tags"] if tag["description"]}
    assert len(used) <= 14


def test_operators_have_a_separate_document(app: Flask) -> None:
    whole, clients, operators = (
        {str(each) for each in operations(json.loads(published.text(app, readers)))} for readers in published.READERS
    )
    assert clients | operators == whole
    assert clients & operators == set()
    assert {"GET /metrics", "POST /v1/exports", "GET /v1/audit/games"} <= operators
    assert "GET /v1/games/{game_id}/state" in clients


@pytest.mark.parametrize("ruleset", ["hansa", "merchants", published.NO_RULESET])
def test_a_document_of_one_ruleset_has_all_operations_and_no_other_ruleset(shipped_app: Flask, ruleset: str) -> None:
    full, text = (Caller(shipped_app).get(f"/openapi.json{query}").text for query in ("", f"?ruleset={ruleset}"))
    found = json.loads(text)
    assert [str(each) for each in operations(found)] == [str(each) for each in operations(json.loads(full))]
    for name in shipped_app.extensions["kontor"].registry:
        assert any(each.startswith(name.title()) for each in found["components"]["schemas"]) == (name == ruleset)
    assert len(text) < 0.75 * len(full)
    validator = Documented(found)
    for operation in operations(json.loads(full)):
        described = found["paths"][operation.path][operation.method]
        for where, name, value in examples(operation):
            if ruleset in (name, published.NO_RULESET):
                validator.check(media(described, where)["schema"], value, f"{operation} {where}")


def test_every_property_and_parameter_has_a_description(shipped_app: Flask) -> None:
    """To add a text: in the docstring of its dataclass (`seat`: the seat that …), as `Doc` of its type, or as the first
    argument of its field."""
    nameless = []
    for ruleset in (None, published.NO_RULESET):
        described = json.loads(published.text(shipped_app, "all", ruleset))
        for component, schema in described["components"]["schemas"].items():
            for name, each in schema.get("properties", {}).items():
                if each.get("description", "").lower().strip(".") in ("", name, f"the {name}"):
                    nameless.append(f"{component}.{name}")
        for operation in operations(described):
            nameless += [
                f"{operation} {each['name']}"
                for each in operation.body.get("parameters", ())
                if not each.get("description")
            ]
    assert nameless == []


def test_openapi_3_2_describes_the_messages_of_streams(shipped_app: Flask) -> None:
    found: Any = Caller(shipped_app).get("/openapi.json?ruleset=none&version=3.2").json
    assert [error.message for error in OpenAPIV32SpecValidator(found).iter_errors()] == []
    described = found["paths"]["/v1/games/{game_id}/stream"]["get"]["responses"]["200"]["content"]
    assert {"$ref": "#/components/schemas/Line"} in described["application/x-ndjson"]["itemSchema"]["anyOf"]
    events = described["text/event-stream"]["itemSchema"]["oneOf"]
    named = {each["properties"]["data"]["contentSchema"]["$ref"].rpartition("/")[2] for each in events}
    assert named == {"Line", "LogEnded"} <= found["components"]["schemas"].keys()


def test_an_unknown_document_is_refused_with_a_suggestion(shipped_app: Flask) -> None:
    caller = Caller(shipped_app)
    assert "did you mean hansa?" in caller.get("/openapi.json?ruleset=hanse").json["detail"]
    assert caller.get("/openapi.json?for=players").json["errors"][0]["pointer"] == "query/for"
    assert "known are ruleset, version, for" in caller.get("/openapi.json?rules=hansa").json["errors"][0]["message"]


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


def test_streams_and_webhooks_are_described_by_what_is_sent_on_them() -> None:
    app = create_app(Settings(rulesets=("tests.tiny:RULESET",)), connected=False)
    described = json.loads(asyncapi.text(app))["channels"]
    validator = Documented(openapi.document(app))

    def check(channel: str, name: str, value: Any) -> None:
        reference = described[channel]["messages"][name]["payload"]["schema"]["$ref"]
        validator.check_at(reference.removeprefix("./openapi.json#"), value, name)

    owing = Owing(UUID(int=1), "tiny", 5, 2, "turn", None)
    invitation = invitation_message(Invited(UUID(int=2), UUID(int=3), UUID(int=1), "tiny", 2, utc_now()))
    for message in (pending(owing), reminder(owing), invitation, *told_by_kernel_events()):
        body = webhook_body("cloudevents", "", message, UUID(int=1), utc_now(), "")
        check("webhook", message.type, json.loads(body))
        if message.type not in ("decision.reminder", "turn.started"):
            name = "decision" if message.type == "decision.pending" else message.type
            check("me", name, message.content)
    check("webhook", "ping", json.loads(ping("cloudevents", "", UUID(int=1))))


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
    for name, webhook in document["webhooks"].items():
        (content,) = webhook["post"]["requestBody"]["content"].values()
        yield from walk(content["schema"], name)
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
    shown = [(operation, *each) for operation in operations(document) for each in examples(operation)]
    for operation, where, _, value in shown:
        validator.check(media(operation.body, where)["schema"], value, f"{operation} {where}")
    assert len(shown) >= 8


def examples(operation: Operation) -> Iterator[tuple[str, str, Any]]:
    """Yield each example of an operation: of which body, its name, and its value."""
    for where in ("request", *operation.body["responses"]):
        found = media(operation.body, where)
        yield from ((where, name, each["value"]) for name, each in found.get("examples", {}).items())
        if "example" in found:
            yield where, "", found["example"]


def media(described: Any, where: str) -> Any:
    """Return the JSON of a body: of the request, or of the answer with a status."""
    body = described.get("requestBody", {}) if where == "request" else described["responses"][where]
    return body.get("content", {}).get("application/json", {})


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
