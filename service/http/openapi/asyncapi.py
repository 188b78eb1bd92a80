"""The streams as AsyncAPI 3 describes them: which `event:` there are, and what the `data:` of each is.

OpenAPI 3.1 knows answers that end, so that document says of a stream only that it is text. `make openapi` writes both.
As NDJSON a stream has the same messages: that of an event is the line itself, any other one says its type.
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

# What is said of each message besides the game and its ruleset.
ABOUT: dict[str, tuple[str, Schema]] = {
    "decision": (
        "A seat of yours has to decide; also what waited before you connected.",
        {
            "seat": INTEGER,
            "version": INTEGER,
            "kind": {**NULLABLE_TEXT, "description": "Which decision it is, in the ruleset's words."},
            "deadline": {**NULLABLE_TEXT, "description": "Until when, if the game has a clock."},
            "legal_href": TEXT_TYPE,
        },
    ),
    "game.started": ("A game in which you sit has started.", {"version": INTEGER, "turn_order": SEATS}),
    "game.ended": (
        "A game in which you sit is over.",
        {"version": INTEGER, "status": {"type": "string", "enum": ["finished", "aborted"]}},
    ),
    "seat.changed": (
        "Somebody else holds a seat of a game in which you sit.",
        {"version": INTEGER, "changed_seat": INTEGER, "to": {"type": "object"}, "why": TEXT_TYPE},
    ),
    "seat.invited": (
        "A seat is kept for you.",
        {"seat": INTEGER, "invitation": TEXT_TYPE, "expires_at": TEXT_TYPE, "href": TEXT_TYPE},
    ),
}
AS_LINES = {
    "game": "With `Accept: application/x-ndjson` a line each: an event is its payload, anything else "
    '`{"data": payload, "type": name}`; an empty line says that the stream is there.',
    "me": "With `Accept: application/x-ndjson` a line each, "
    '`{"data": payload, "id": "…", "type": name}`; an empty line says that the stream is there.',
}
ADDRESSES = {"game": "/v1/games/{game_id}/stream", "me": "/v1/me/stream"}
DAMAGED = {"version": INTEGER, "detail": TEXT_TYPE}
LINE = {
    "schemaFormat": "application/vnd.oai.openapi+json;version=3.1.0",
    "schema": {"$ref": "./openapi.json#/components/schemas/Line"},
}


def text(app: Flask) -> str:
    """The document as it is served and committed, made once."""
    if TEXT not in app.extensions:
        app.extensions[TEXT] = json.dumps(streams(app), indent=1, ensure_ascii=False) + "\n"
    return str(app.extensions[TEXT])


def streams(app: Flask) -> dict[str, Any]:
    """Two channels: the events of a game, and what concerns the caller in all of their games."""
    described = document(app)
    game = {
        "event": _message("event", "What happened: `event` is its type, `id` the version.", LINE),
        "log_damaged": _message("log_damaged", "The log is not as it was written; the stream ends.", _object(DAMAGED)),
    }
    mine = {name: _message(name, summary, _told(properties)) for name, (summary, properties) in ABOUT.items()}
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
    """The operations of the other document that open a stream, by channel."""
    return {channel: described["paths"][address]["get"] for channel, address in ADDRESSES.items()}


def _message(name: str, summary: str, payload: Schema) -> Schema:
    return {"name": name, "title": name, "summary": summary, "contentType": "application/json", "payload": payload}


def _told(properties: Schema) -> Schema:
    return _object({"game": {"type": "string", "format": "uuid"}, "ruleset": TEXT_TYPE, **properties})


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}
