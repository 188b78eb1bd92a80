"""The AsyncAPI 3 document: the webhooks, the `event:` names of the streams, and the schema of the `data:` of each.

OpenAPI 3.1 cannot describe a stream, so only the OpenAPI 3.2 document has its messages too. `make openapi` writes the
documents. With NDJSON, a stream sends the same messages, one per line. Messages that are not game events contain their
type.
"""

import json
from typing import Any

from flask import Flask

from kontor.service.http.openapi.document import INFO, document
from kontor.service.http.openapi.messages import CLOUD_EVENT, ENDED, MESSAGES, OF_ACCOUNT, TITLES
from kontor.service.http.openapi.named_parts import Schema

TEXT = "kontor-asyncapi"

AS_LINES = {
    "game": "With `Accept: application/x-ndjson` each message is a line. An event is its payload; any other "
    'message is `{"data": payload, "type": name}`. An empty line is a heartbeat.',
    "me": "With `Accept: application/x-ndjson` each message is a line: "
    '`{"data": payload, "id": "…", "type": name}`. An empty line is a heartbeat.',
}
ADDRESSES = {"game": "/v1/games/{game_id}/stream", "me": "/v1/me/stream"}
WEBHOOKS = "Your address gets a POST with one message (CloudEvents 1.0), signed as Standard Webhooks says."


def text(app: Flask) -> str:
    """Return the text of the document, which is built once."""
    if TEXT not in app.extensions:
        app.extensions[TEXT] = json.dumps(streams(app), separators=(",", ":"), ensure_ascii=False) + "\n"
    return str(app.extensions[TEXT])


def streams(app: Flask) -> dict[str, Any]:
    """Build the document with three channels: the stream of a game, the stream of the caller, and webhooks."""
    described = document(app)
    game = {
        "event": _message("event", "An event of the game. `event` is its type, `id` its position.", _of("Line")),
        "log_replaced": _message(
            "log_replaced",
            "The log no longer has the event that you continue after. Read it again from the start. The stream ends.",
            ENDED,
        ),
        "log_damaged": _message("log_damaged", "The log is damaged. The stream ends.", ENDED),
    }
    mine = {name: _message(name, _summary(content), _of(content)) for name, content in OF_ACCOUNT.items()}
    posted = {
        name: _message(name, about, _of(f"{TITLES[name]}Message"), CLOUD_EVENT) for name, (about, _) in MESSAGES.items()
    }
    game_id = {"game_id": {"description": "The id of the game."}}
    return {
        "asyncapi": "3.0.0",
        "info": {
            **INFO,
            "title": "Kontor: streams and webhooks",
            "version": described["info"]["version"],
            "license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "game": {**_channel("game"), "parameters": game_id, "messages": game},
            "me": {**_channel("me"), "messages": mine},
            "webhook": {"address": None, "description": WEBHOOKS, "messages": posted},
        },
        "operations": {
            "receiveWebhook": {
                "action": "receive",
                "channel": {"$ref": "#/channels/webhook"},
                "summary": "Get messages about your games on your own server",
                "description": "Add the webhook with `POST /v1/webhooks`.",
            },
            **{
                each["operationId"]: {
                    "action": "receive",
                    "channel": {"$ref": f"#/channels/{channel}"},
                    "summary": each["summary"],
                    "description": each["description"],
                }
                for channel, each in _operations(described).items()
            },
        },
    }


def _channel(name: str) -> dict[str, str]:
    return {"address": ADDRESSES[name], "description": AS_LINES[name]}


def _operations(described: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the operations of the OpenAPI document that open a stream, by channel."""
    return {channel: described["paths"][address]["get"] for channel, address in ADDRESSES.items()}


def _message(name: str, summary: str, payload: Schema, content_type: str = "application/json") -> Schema:
    return {"name": name, "title": name, "summary": summary, "contentType": content_type, "payload": payload}


def _of(component: str) -> Schema:
    """Return the schema of a message whose content a component of the OpenAPI document describes."""
    return {
        "schemaFormat": "application/vnd.oai.openapi+json;version=3.1.0",
        "schema": {"$ref": f"./openapi.json#/components/schemas/{component}"},
    }


def _summary(content: str) -> str:
    """Return a one-line summary of a message of `/v1/me/stream`."""
    return next(about for name, (about, _) in MESSAGES.items() if content == f"{TITLES[name]}Content")
