"""Forms and schemas of webhooks and their deliveries."""

from dataclasses import dataclass
from typing import Annotated

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Names, Pattern, Size
from kontor.service.http.fields import Time, integer, list_of, one_of, string, uuid
from kontor.service.http.parameters import integer_parameter, text_parameter
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
    Doc("Send only messages about this game. The default is all your games."),
]

Format = Annotated[
    WebhookFormat,
    Doc("The format of messages: CloudEvents, or text for a webhook URL of Discord, Slack or ntfy."),
]


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """A webhook to add. The holder of a seat gets the messages about it.

    `types`: the types of messages that it gets. The default is all types.
    """

    url: Url
    types: Annotated[tuple[MessageType, ...], Size(1, len(TYPES))] = TYPES
    game: GameId | None = None
    format: Format = "cloudevents"


class WebhookSchema(ma.Schema):
    id = uuid(names="webhook", attribute="webhook_id")
    url = string("The address that gets the messages.")
    types = list_of(one_of(TYPES), "The types of messages that it gets.")
    format = one_of(FORMATS, "The format of the messages.")
    game = uuid(
        "Only messages about this game; null: about all your games.", names="game", null=True, attribute="game_id"
    )
    created_at = Time("When the webhook was added.")
    failing_since = Time(
        "Since when all deliveries have failed; null: the newest delivery succeeded.",
        null=True,
    )
    disabled_at = Time("When the server disabled the webhook after failures; null: it is enabled.", null=True)
    disabled_why = string("Why the server disabled the webhook; null: it is enabled.", null=True)


class SecretWebhookSchema(WebhookSchema):
    secret = string("The secret that signs messages (Standard Webhooks). It is shown only once.")


class WebhooksSchema(ma.Schema):
    items = list_of(WebhookSchema, "All your webhooks.")


class AttemptSchema(ma.Schema):
    number = integer("The number of the attempt, counted from 1.")
    at = Time("When it began.")
    status = integer("The HTTP status of your answer; null: there was no answer.", null=True)
    error = string("The error; null: the attempt succeeded.", null=True)
    milliseconds = integer("How long the attempt took. It is 0 if the server could not connect.")


class DeliverySchema(ma.Schema):
    id = uuid(names="delivery", attribute="delivery_id")
    type = string("The type of the message.")
    status = one_of(
        ("pending", "delivered", "failed"), "`pending`: it will be tried (again). `failed`: it will not be tried again."
    )
    attempts = integer("How often the server has tried.")
    created_at = Time("When the message was created.")
    next_at = Time(
        "The time of the next attempt; null if the delivery has succeeded or failed for good.",
        null=True,
        attribute="due_at",
    )
    body = string("The exact text of the message.")


class DeliveriesSchema(ma.Schema):
    items = list_of(DeliverySchema, "The deliveries, the newest first.")
    next = string("The address of the next page.", null=True)


class TriedDeliverySchema(DeliverySchema):
    tried = list_of(AttemptSchema, "All attempts, the first one first.")


class PageSchema(ma.Schema):
    limit = integer_parameter("The largest number of deliveries on a page.", 1, 200, default=50)
    cursor = text_parameter("The cursor from `next`, for a further page.", longest=200)
