"""Forms and schemas of webhooks and their deliveries."""

from dataclasses import dataclass
from typing import Annotated

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Names, Pattern, Size
from kontor.service.http.smorest import names
from kontor.service.http.times import Time
from kontor.service.webhooks.formats import FORMATS, WebhookFormat
from kontor.service.webhooks.messages import TYPES, MessageType

Url = Annotated[
    str, Pattern(r"https?://[\x21-\x7e]{1,1990}"), Doc("The address that gets the messages: https, on a public host.")
]
GameId = Annotated[
    str,
    Pattern(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    Names("game"),
    Doc("Only messages about this game. Left out: about all your games."),
]

Format = Annotated[
    WebhookFormat,
    Doc("The format of messages: CloudEvents, or text for a webhook URL of Discord, Slack or ntfy."),
]


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A webhook to add. The holder of a seat gets the messages about it."""

    url: Url
    types: Annotated[tuple[MessageType, ...], Size(1, len(TYPES))] = TYPES
    game: GameId | None = None
    format: Format = "cloudevents"


class WebhookSchema(ma.Schema):
    id = ma.fields.UUID(required=True, attribute="webhook_id", metadata=names("webhook"))
    url = ma.fields.String(required=True)
    types = ma.fields.List(ma.fields.String(validate=ma.validate.OneOf(TYPES)), required=True)
    format = ma.fields.String(required=True, validate=ma.validate.OneOf(FORMATS))
    game = ma.fields.UUID(required=True, allow_none=True, attribute="game_id", metadata=names("game"))
    created_at = Time(required=True)
    failing_since = Time(required=True, allow_none=True)
    disabled_at = Time(required=True, allow_none=True)
    disabled_why = ma.fields.String(required=True, allow_none=True)


class SecretWebhookSchema(WebhookSchema):
    secret = ma.fields.String(
        required=True, metadata={"description": "Signs messages (Standard Webhooks). Shown once, never again."}
    )


class WebhooksSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(WebhookSchema), required=True)


class AttemptSchema(ma.Schema):
    number = ma.fields.Integer(required=True)
    at = Time(required=True)
    status = ma.fields.Integer(required=True, allow_none=True)
    error = ma.fields.String(required=True, allow_none=True)
    milliseconds = ma.fields.Integer(required=True)


class DeliverySchema(ma.Schema):
    id = ma.fields.UUID(required=True, attribute="delivery_id", metadata=names("delivery"))
    type = ma.fields.String(required=True)
    status = ma.fields.String(required=True, validate=ma.validate.OneOf(("pending", "delivered", "failed")))
    attempts = ma.fields.Integer(required=True)
    created_at = Time(required=True)
    next_at = Time(
        required=True,
        allow_none=True,
        attribute="due_at",
        metadata={
            "description": "The time of the next attempt; null if the delivery has succeeded or failed for good."
        },
    )
    body = ma.fields.String(required=True, metadata={"description": "The exact text of the message."})


class DeliveriesSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(DeliverySchema), required=True)
    next = ma.fields.String(required=True, allow_none=True, metadata={"description": "The address of the next page."})


class TriedSchema(DeliverySchema):
    tried = ma.fields.List(ma.fields.Nested(AttemptSchema), required=True)


class PageSchema(ma.Schema):
    limit = ma.fields.Integer(load_default=50, validate=ma.validate.Range(1, 200))
    cursor = ma.fields.String(validate=ma.validate.Length(max=200))
