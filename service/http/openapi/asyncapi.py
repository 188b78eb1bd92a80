"""The AsyncAPI 3 document: the `event:` names of the streams, and the schema of the `data:` of each.

OpenAPI 3.1 cannot describe a stream, so the OpenAPI document only says that it is text. `make openapi` writes both
documents. As NDJSON a stream has the same messages: an event is a line, and every other message has its type.
"""

import json
from typing import Any

from flask import Flask

from kontor.service.http.openapi.document import INFO, document
from kontor.service.http.openapi.named_parts import Schema

TEXT = "kontor-asyncapi"
TEXT_TYPE = {"type": "string"}
INTEGER = {"type": "integer"}
SEATS = {"type": "array", "items": INTEGER}
NULLABLE_TEXT = {"type": ["string", "null"]}

# The messages of `/v1/me/stream`: their fields besides the game and its ruleset.
ABOUT: dict[str, tuple[str, Schema]] = {
    "decision": (
        "One of your seats has to decide. You also get decisions that were pending before you connected.",
        {
            "seat": INTEGER,
            "version": INTEGER,
            "kind": {**NULLABLE_TEXT, "description": "The kind of the decision: one of `decisions` of the ruleset."},
            "deadline": {**NULLABLE_TEXT, "description": "The deadline; null if the game has no clock."},
            "legal_href": TEXT_TYPE,
        },
    ),
    "game.started": ("One of your games has started.", {"version": INTEGER, "turn_order": SEATS}),
    "game.ended": (
        "One of your games is over.",
        {"version": INTEGER, "status": {"type": "string", "enum": ["finished", "aborted"]}},
    ),
    "seat.changed": (
        "A seat in one of your games has a new holder.",
        {"version": INTEGER, "changed_seat": INTEGER, "to": {"type": "object"}, "why": TEXT_TYPE},
    ),
    "seat.invited": (
        "You are invited to a seat.",
        {"seat": INTEGER, "invitation": TEXT_TYPE, "expires_at": TEXT_TYPE, "href": TEXT_TYPE},
    ),
}
AS_LINES = {
    "game": "With `Accept: application/x-ndjson` each message is a line. An event is its payload; any other "
    'message is `{"data": payload, "type": name}`. An empty line is a heartbeat.',
    "me": "With `Accept: application/x-ndjson` each message is a line: "
    '`{"data": payload, "id": "…", "type": name}`. An empty line is a heartbeat.',
}
ADDRESSES = {"game": "/v1/games/{game_id}/stream", "me": "/v1/me/stream"}
ENDED = {"version": INTEGER, "detail": TEXT_TYPE}
LINE = {
    "schemaFormat": "application/vnd.oai.openapi+json;version=3.1.0",
    "schema": {"$ref": "./openapi.json#/components/schemas/Line"},
}


def text(app: Flask) -> str:
    """Return the text of the document, which is built once."""
    if TEXT not in app.extensions:
        app.extensions[TEXT] = json.dumps(streams(app), indent=1, ensure_ascii=False) + "\n"
    return str(app.extensions[TEXT])


def streams(app: Flask) -> dict[str, Any]:
    """Build the document with two channels: the events of a game, and the messages about all games of the caller."""
    described = document(app)
    game = {
        "event": _message("event", "An event of the game. `event` is its type, `id` its position in the log.", LINE),
        "log_replaced": _message(
            "log_replaced",
            "The log no longer has the event that you continue after. Read it again from the start. The stream ends.",
            _object(ENDED),
        ),
        "log_damaged": _message("log_damaged", "The log is damaged. The stream ends.", _object(ENDED)),
    }
    mine = {name: _message(name, summary, _payload(properties)) for name, (summary, properties) in ABOUT.items()}
    game_id = {"game_id": {"description": "The id of the game."}}
    return {
        "asyncapi": "3.0.0",
        "info": {
            **INFO,
            "title": "Kontor: streams",
            "version": described["info"]["version"],
            "license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "game": {**_channel("game"), "parameters": game_id, "messages": game},
            "me": {**_channel("me"), "messages": mine},
        },
        "operations": {
            each["operationId"]: {
                "action": "receive",
                "channel": {"$ref": f"#/channels/{channel}"},
                "summary": each["summary"],
                "description": each["description"],
            }
            for channel, each in _operations(described).items()
        },
    }


def _channel(name: str) -> dict[str, str]:
    return {"address": ADDRESSES[name], "description": AS_LINES[name]}


def _operations(described: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the operations of the OpenAPI document that open a stream, by channel."""
    return {channel: described["paths"][address]["get"] for channel, address in ADDRESSES.items()}


def _message(name: str, summary: str, payload: Schema) -> Schema:
    return {"name": name, "title": name, "summary": summary, "contentType": "application/json", "payload": payload}


def _payload(properties: Schema) -> Schema:
    return _object({"game": {"type": "string", "format": "uuid"}, "ruleset": TEXT_TYPE, **properties})


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}
