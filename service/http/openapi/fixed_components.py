"""The components that are written by hand, because no dataclass or resource describes them: problems, batches of
commands, open fields, envelopes of events."""

from collections.abc import Iterator
from typing import Any

from kontor.service.http.openapi.named_parts import Schema, ref
from kontor.service.http.problems import KINDS
from kontor.service.signing.receipt_formats import REFUSAL_FIELDS, REFUSAL_FORMAT

# Not recursive, because most client generators fail on recursive schemas.
JSON: Schema = {"description": "Any JSON value without floats."}
ANY_OBJECT = {"type": "object", "additionalProperties": ref("JsonValue")}


def text(description: str, **more: Any) -> Schema:
    return {"type": "string", "description": description, **more}


def integer(description: str, **more: Any) -> Schema:
    return {"type": "integer", "description": description, **more}


def list_of(items: Schema, description: str, **more: Any) -> Schema:
    return {"type": "array", "items": items, "description": description, **more}


def closed_object(description: str, properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of an object that has only these properties."""
    required = [name for name in properties if name not in optional]
    found = {"type": "object", "description": description, "properties": properties, "required": required}
    return {**found, "additionalProperties": False}


SEAT = {"type": "integer", "x-kind": "seat"}
GAME = {"type": "string", "format": "uuid", "x-kind": "game"}
VERSION = integer("The number of the event in the game.")
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
COMMAND_FIELDS = {
    "seat": {**SEAT, "description": "Needed only if several of your seats may act."},
    "dry_run": {"type": "boolean", "description": "True: only try the command. The server stores nothing."},
    "note": {
        **ref("JsonValue"),
        "description": "Your reasons: any JSON of up to 2 KB, sealed until the end of the game.",
    },
}


def fixed_components() -> Iterator[tuple[str, Schema]]:
    yield "JsonValue", JSON
    yield "Board", {**ANY_OBJECT, "description": "A board. Each ruleset defines its fields."}
    yield "JsonSchema", {**ANY_OBJECT, "description": "A JSON Schema (2020-12)."}
    yield from _open_fields()
    yield from _envelopes()
    yield from _problems()


def _open_fields() -> Iterator[tuple[str, Schema]]:
    pair = {"items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    one_of = list_of(ref("JsonValue"), "The possible values.")
    yield "ChoiceOf", closed_object("One of several values.", {"one_of": one_of})
    limits = {"type": "array", **pair, "description": "The lowest and the highest value, both included."}
    yield "IntegerRange", closed_object("An integer in a range.", {"range": limits})
    item = {**ref("JsonValue"), "description": "What each item may be: a value, or an open field."}
    least, most = integer("The smallest number of items."), integer("The largest number of items.")
    yield "ListOf", closed_object("A list of values.", {"list": item, "min": least, "max": most})
    fields = [ref("ChoiceOf"), ref("IntegerRange"), ref("ListOf")]
    about = "An open field: one of several values, an integer in a range, or a list of such values."
    yield "OpenField", {"description": about, "anyOf": fields}


def _envelopes() -> Iterator[tuple[str, Schema]]:
    """Yield the schemas that all events share (docs/log-format.md §2)."""
    salt = {**HEX, "description": "32 random bytes in hex, which the digest of the part covers."}
    part = integer("The number of the part, counted from 0.")
    opened = {"version": integer("The version of the event with the sealed part."), "part": part, "salt": salt}
    value = {**ref("JsonValue"), "description": "The content of the part."}
    yield (
        "Opening",
        closed_object("A sealed part of an earlier event, opened for all readers.", {**opened, "value": value}),
    )
    seats = list_of(SEAT, "The seats that may see the part. If there is none, it stays sealed for all.")
    digest = {**HEX, "description": "The hash of salt and content."}
    yield (
        "SealedPart",
        closed_object("A part of an event that only some seats may see.", {"for": seats, "digest": digest}),
    )
    cause = {
        "id": text("The id of the command.", format="uuid", **{"x-kind": "command"}),
        "first": integer("The version of the first event of the commit."),
        "last": integer("The version of the last event of the commit."),
        "digest": {**HEX, "description": "The hash of the command."},
        "bot": text("The bot that decided, if any.", **{"x-kind": "bot"}),
    }
    yield "Cause", closed_object("The commit of an event, and the command that caused it.", cause, optional=("bot",))
    properties = {
        "format": text("The version of the log format.", const="kontor-log/1"),
        "game": GAME,
        "version": VERSION,
        "schema": integer("The version of the form of `data`. The server upgrades older forms when it reads them."),
        "at": text("When the server stored the event.", format="date-time"),
        "actor": text("Who caused the event: `system`, or `seat:` and a number.", pattern="^(?:system|seat:[0-9]+)$"),
        "command": ref("Cause"),
        "sealed": list_of(ref("SealedPart"), "The sealed parts of the event."),
        "opens": list_of(ref("Opening"), "The sealed parts of earlier events that this event opens for all readers."),
    }
    about = "The fields of every event. `type` is its name, `data` has its own fields."
    envelope = closed_object(about, properties)
    del envelope["additionalProperties"]  # each event adds its own
    yield "Envelope", envelope


def _problems() -> Iterator[tuple[str, Schema]]:
    yield (
        "ProblemError",
        _open(
            "One error of a request.",
            {
                "pointer": text("The place of the error: a JSON Pointer into the body, `query/…` or `header/…`."),
                "code": text("The kind of the error, such as `missing-field`. It does not change with the wording."),
                "message": text("What is wrong and what to do, as a sentence."),
            },
            ["pointer", "code"],
        ),
    )
    yield (
        "DecidedCommand",
        _open("A command as the rules read it, with its seat.", {"seat": SEAT, "body": ref("Command")}),
    )
    yield "RefusalReceipt", REFUSAL_RECEIPT
    yield "Problem", PROBLEM


def _open(description: str, properties: Schema, required: list[str] | None = None) -> Schema:
    """Return the schema of an object that may get more properties in a later version."""
    found = {"type": "object", "description": description, "properties": properties}
    return {**found, "required": [*properties] if required is None else required}


RULE = text("422: the id of the rule that does not allow the command.", **{"x-kind": "rule"})
CODE = text("422: which of the refusals of the rule it is. It does not change with the wording.")
REFUSAL_RECEIPT = _open(
    "422: the signed refusal of a command that a rule does not allow. Check it with a key from "
    "/.well-known/kontor-keys.json. It is left out for dry runs, for texts of more than 200 characters, and beyond 60 "
    "refusals a minute.",
    {
        "format": text("The version of this format.", const=REFUSAL_FORMAT),
        "game": GAME,
        "version": integer("The version of the game at which the server decided."),
        "hash": text("The hash of that version."),
        "at": text("When the server signed."),
        "digest": text("The hash of the commands, with game and version."),
        "rule": RULE,
        "code": CODE,
        "key": {"type": "string", "x-kind": "signing_key"},
        "commands": list_of(
            ref("DecidedCommand"),
            "The refused command as the rules read it. In a batch also the commands before it.",
        ),
        "signature": text("An Ed25519 signature in hex (docs/log-format.md says over which bytes)."),
    },
    [*REFUSAL_FIELDS, "commands", "signature"],
)
PROBLEM = _open(
    "What went wrong (RFC 9457).",
    {
        "type": text(
            "The kind of the problem. A page with this address explains it.",
            enum=[f"/problems/{kind}" for kind in KINDS],
        ),
        "title": text("The kind of the problem in words. The wording may change."),
        "status": integer("The HTTP status."),
        "detail": text("What is wrong with this request, and what to do. The wording may change."),
        "instance": text("The id of the request, which the log of the server has too."),
        "errors": list_of(ref("ProblemError"), "400: the errors of the request."),
        "rule": RULE,
        "rule_href": text("422: the address of the rule."),
        "code": CODE,
        "facts": {**ANY_OBJECT, "description": "422: the values that the refusal is about."},
        "receipt": ref("RefusalReceipt"),
        "current_version": integer("412: the current version of the game."),
        "version": integer("503 `log-damaged`: the first damaged version."),
        "nearest": list_of(
            {"type": "integer"},
            "400, 409: the version is inside a commit. These are the nearest versions that you can use.",
        ),
        "missed": list_of(ref("Line"), "412: up to 100 events since your version."),
    },
    ["type", "title", "status", "detail"],
)
