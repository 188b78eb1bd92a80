"""Forms and schemas of webhooks and their deliveries."""

from dataclasses import dataclass
from typing import Annotated

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Names, Pattern, Size
from kontor.service.http.fields import Time, integer, list_of, one_of, string, uuid
from kontor.service.webhooks.formats import FORMATS, WebhookFormat
from kontor.service.webhooks.messages import TYPES, MessageType

Url = Annotated[
    str,
    Pattern(r"https?://[\x21-\x7e]{1,1990}", "a URL such as https://example.org/kontor"),
    Doc("The address that gets the messages: https, on a public host."),
]
GameId = Annotated[
    str,
    Pattern(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "a UUID in lower case"),
    Names("game"),
    Doc("Only messages about this game. Left out: about all your games."),
]

Format = Annotated[
    WebhookFormat,
    Doc("The format of messages: CloudEvents, or text for a webhook URL of Discord, Slack or ntfy."),
]


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """A webhook to add. The holder of a seat gets the messages about it."""

    url: Url
    types: Annotated[tuple[MessageType, ...], Size(1, len(TYPES))] = TYPES
    game: GameId | None = None
    format: Format = "cloudevents"


class WebhookSchema(ma.Schema):
    id = uuid(names="webhook", attribute="webhook_id")
    url = string()
    types = list_of(one_of(TYPES))
    format = one_of(FORMATS)
    game = uuid(names="game", null=True, attribute="game_id")
    created_at = Time()
    failing_since = Time(null=True)
    disabled_at = Time(null=True)
    disabled_why = string(null=True)


class SecretWebhookSchema(WebhookSchema):
    secret = string("Signs messages (Standard Webhooks). Shown once, never again.")


class WebhooksSchema(ma.Schema):
    items = list_of(WebhookSchema)


class AttemptSchema(ma.Schema):
    number = integer()
    at = Time()
    status = integer(null=True)
    error = string(null=True)
    milliseconds = integer()


class DeliverySchema(ma.Schema):
    id = uuid(names="delivery", attribute="delivery_id")
    type = string()
    status = one_of(("pending", "delivered", "failed"))
    attempts = integer()
    created_at = Time()
    next_at = Time(
        "The time of the next attempt; null if the delivery has succeeded or failed for good.",
        null=True,
        attribute="due_at",
    )
    body = string("The exact text of the message.")


class DeliveriesSchema(ma.Schema):
    items = list_of(DeliverySchema)
    next = string("The address of the next page.", null=True)


class TriedDeliverySchema(DeliverySchema):
    tried = list_of(AttemptSchema)


class PageSchema(ma.Schema):
    limit = ma.fields.Integer(load_default=50, validate=ma.validate.Range(1, 200))
    cursor = ma.fields.String(validate=ma.validate.Length(max=200))
