"""The messages that the server sends without a request: the bodies of webhooks (CloudEvents), and the messages of
streams.

OpenAPI 3.1 has webhooks but cannot describe a stream. OpenAPI 3.2 can, with `itemSchema`.
"""

from collections.abc import Iterator
from typing import Any

from kontor.service.http.openapi.fixed_components import GAME, SEAT, closed_object, integer, list_of, text
from kontor.service.http.openapi.named_parts import Schema, ref
from kontor.service.http.openapi.unions import camel

CLOUD_EVENT = "application/cloudevents+json"
VERSION = integer("The version of the event that the message is about.")
ABOUT = {"game": GAME, "ruleset": text("The ruleset of the game.", **{"x-kind": "ruleset"})}
DECISION = {
    "version": VERSION,
    "seat": SEAT,
    "kind": {"type": ["string", "null"], "description": "The kind of the decision: one of `decisions` of the ruleset."},
    "deadline": {"type": ["string", "null"], "description": "The deadline; null if the game has no clock."},
    "legal_href": text("The address of the commands that the seat may send."),
}
# The type of each message, what it says, and its data.
MESSAGES: dict[str, tuple[str, Schema]] = {
    "turn.started": ("A turn of your seat begins.", {"version": VERSION, "seat": SEAT}),
    "decision.pending": ("One of your seats has to decide.", DECISION),
    "decision.reminder": ("One of your seats still has to decide.", DECISION),
    "game.started": (
        "One of your games has started.",
        {"version": VERSION, "turn_order": list_of(SEAT, "The seats in the order of their turns.")},
    ),
    "game.ended": (
        "One of your games is over.",
        {
            "version": VERSION,
            "status": text("Whether the game was played to its end.", enum=["finished", "aborted"]),
            "ranking": list_of(ref("KernelPlacing"), "The result, if the game is finished."),
            "reason": text("Who or what ended the game, if it was aborted."),
        },
    ),
    "seat.changed": (
        "A seat in one of your games has a new holder.",
        {"version": VERSION, "changed_seat": SEAT, "to": ref("NewHolder"), "why": text("What happened.")},
    ),
    "seat.invited": (
        "You are invited to a seat.",
        {
            "seat": SEAT,
            "invitation": text("The id of the invitation.", **{"x-kind": "invitation"}),
            "expires_at": text("Until when the invitation can be used."),
            "href": text("The address of the game."),
        },
    ),
    "ping": ("You asked for this message, to test the webhook.", {}),
}
TITLES = {name: camel(name.replace(".", "_")) for name in MESSAGES}  # the start of the names of their components
OPTIONAL = ("ranking", "reason", "bot", "participant", "subject")
HEADERS = {
    "webhook-id": "The id of the message, which is the same for every attempt.",
    "webhook-timestamp": "Seconds since 1970. Refuse a message that is older than five minutes.",
    "webhook-signature": "`v1,` and the base64 of HMAC-SHA-256 over `{id}.{timestamp}.{body}` (Standard Webhooks).",
}
# The streams: their addresses, and the messages besides events.
ENDED = closed_object("The stream ends.", {"version": VERSION, "detail": text("The reason, as a sentence.")})
OF_GAME = {"log_replaced": "LogEnded", "log_damaged": "LogEnded"}
OF_ACCOUNT = {
    "decision": "DecisionPendingContent",
    **{name: f"{TITLES[name]}Content" for name in ("game.started", "game.ended", "seat.changed", "seat.invited")},
}
STREAMS = {"/v1/games/{game_id}/stream": OF_GAME, "/v1/me/stream": OF_ACCOUNT}


def message_components() -> Iterator[tuple[str, Schema]]:
    holder = {"kind": text("Who plays the seat now.", enum=["open", "bot", "participant"])}
    further = {"bot": {"type": "string", "x-kind": "bot"}, "participant": {"type": "string", "x-kind": "participant"}}
    yield "NewHolder", closed_object("The new holder of a seat.", {**holder, **further}, OPTIONAL)
    yield "LogEnded", ENDED
    for name, (about, data) in MESSAGES.items():
        content = f"{TITLES[name]}Content"
        yield content, closed_object(about, {**ABOUT, **data} if data else {}, OPTIONAL)
        yield f"{TITLES[name]}Message", closed_object(about, _cloud_event(name, content), OPTIONAL)


def _cloud_event(name: str, content: str) -> Schema:
    return {
        "specversion": text("The version of CloudEvents.", const="1.0"),
        "id": text("The id of the message, as in `webhook-id`.", format="uuid"),
        "source": text("The address of the game, or of the webhooks."),
        "type": text("The type of the message.", const=name),
        "time": text("When the message was written.", format="date-time"),
        "datacontenttype": text("The type of `data`.", const="application/json"),
        "subject": text("The seat that the message is for, such as `seat:2`."),
        "data": ref(content),
    }


def webhooks() -> dict[str, Any]:
    """Return the webhooks of an OpenAPI document: a request for each type of message."""
    headers = [
        {"name": name, "in": "header", "required": True, "description": about, "schema": {"type": "string"}}
        for name, about in HEADERS.items()
    ]
    answers = {
        "2XX": {
            "description": (
                "You have received the message. If you send another answer, or none within ten seconds, the server "
                "sends the message again."
            )
        },
        "410": {"description": "You do not want further messages. The server disables the webhook."},
    }
    return {
        name: {
            "post": {
                "operationId": f"receive{TITLES[name]}",
                "tags": ["webhooks"],
                "summary": about,
                "description": f"{about} docs/webhooks.md says when the server sends a message, and how to verify it.",
                "security": [],
                "parameters": headers,
                "requestBody": {
                    "required": True,
                    "content": {CLOUD_EVENT: {"schema": ref(f"{TITLES[name]}Message")}},
                },
                "responses": answers,
            }
        }
        for name, (about, _) in MESSAGES.items()
    }


def describe_streams(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document as OpenAPI 3.2, which describes each message of a stream."""
    paths = dict(document["paths"])
    for address, messages in STREAMS.items():
        get = paths[address]["get"]
        content = {
            "text/event-stream": {"itemSchema": {"oneOf": list(_server_sent(messages))}},
            "application/x-ndjson": {"itemSchema": {"anyOf": list(_lines(messages))}},
        }
        answers = {**get["responses"], "200": {**get["responses"]["200"], "content": content}}
        paths[address] = {**paths[address], "get": {**get, "responses": answers}}
    return {**document, "openapi": "3.2.0", "paths": paths}


def _server_sent(messages: dict[str, str]) -> Iterator[Schema]:
    if messages is OF_GAME:
        yield _server_sent_event(text("The type of the event."), "Line")
    for name, component in messages.items():
        yield _server_sent_event(text("The type of the message.", const=name), component)


def _server_sent_event(event: Schema, component: str) -> Schema:
    data = text("JSON.", contentMediaType="application/json", contentSchema=ref(component))
    properties = {"id": text("The position, for `Last-Event-ID`."), "event": event, "data": data}
    return {"type": "object", "properties": properties, "required": ["event", "data"]}


def _lines(messages: dict[str, str]) -> Iterator[Schema]:
    if messages is OF_GAME:
        yield ref("Line")
    for name, component in messages.items():
        properties = {"id": text("The position."), "type": text("The type of the message.", const=name)}
        yield {"type": "object", "properties": {**properties, "data": ref(component)}, "required": ["type", "data"]}
