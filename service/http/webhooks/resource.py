"""Webhooks: add, list, remove, enable and ping webhooks, rotate their secrets, and list and repeat deliveries."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from flask.views import MethodView

from kontor.service.clock import new_id
from kontor.service.http.auth import Call, needs, require_account
from kontor.service.http.paging import link_to, next_page, read_cursor
from kontor.service.http.problems import Problem, not_found, not_owned, unreadable
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.http.webhooks.schemas import (
    DeliveriesSchema,
    DeliverySchema,
    PageSchema,
    SecretWebhookSchema,
    TriedDeliverySchema,
    WebhookRequest,
    WebhookSchema,
    WebhooksSchema,
)
from kontor.service.store.webhooks import MOST_WEBHOOKS, Delivery, Webhook
from kontor.service.webhooks.announce import tell_what_waits
from kontor.service.webhooks.formats import ping, require_fitting
from kontor.service.webhooks.sender import new_secret
from kontor.service.webhooks.ssrf import Forbidden, require_allowed_url

blp = Blueprint("webhooks", "/v1/webhooks", "webhooks")


@blp.route("")
class WebhooksResource(MethodView):
    @needs("webhook:write")
    @blp.operation("listWebhooks", 200, WebhooksSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """List your webhooks"""
        return {"items": call.context.store.webhooks.of(require_account(call))}

    @needs("webhook:write")
    @blp.arguments(Form(WebhookRequest), example={"url": "https://example.org/kontor", "types": ["decision.pending"]})
    @blp.operation("addWebhook", 201, SecretWebhookSchema)
    def post(self, call: Call, new: WebhookRequest) -> dict[str, Any]:
        """Add a webhook

        The server shows the secret of the webhook only once. It signs every message with the secret (Standard
        Webhooks).
        """
        try:
            require_allowed_url(new.url, call.context.settings.webhooks_loopback)
            require_fitting(new.format, new.url)
        except Forbidden as refusal:
            raise unreadable("/url", "not-allowed", str(refusal)) from None
        secret, game = new_secret(), UUID(new.game) if new.game else None
        account, types = require_account(call), sorted(set(new.types))
        added = call.context.store.webhooks.add(new_id(), account, game, new.url, types, secret, new.format)
        if added is None:
            raise Problem("forbidden", f"An account can have at most {MOST_WEBHOOKS} webhooks. Remove one first.")
        tell_what_waits(call.context.pool, account, game, call.context.settings.public_url)
        return {**asdict(added), "secret": secret}


@blp.route("/<uuid:webhook_id>")
class WebhookResource(MethodView):
    @needs("webhook:write")
    @blp.operation("getWebhook", 200, WebhookSchema)
    def get(self, call: Call, webhook_id: UUID) -> Webhook:
        """Get one of your webhooks"""
        return _own_webhook(call, webhook_id)

    @needs("webhook:write")
    @blp.operation("removeWebhook", 204)
    def delete(self, call: Call, webhook_id: UUID) -> None:
        """Remove a webhook and its pending deliveries"""
        if not call.context.store.webhooks.remove(require_account(call), webhook_id):
            raise not_owned("webhook")


@blp.route("/<uuid:webhook_id>/rotate")
class Rotation(MethodView):
    @needs("webhook:write")
    @blp.operation("rotateWebhookSecret", 200, SecretWebhookSchema)
    def post(self, call: Call, webhook_id: UUID) -> dict[str, Any]:
        """Rotate the secret

        For 24 hours messages have two signatures: one with the new secret and one with the old secret.
        """
        secret = new_secret()
        rotated = call.context.store.webhooks.rotate(require_account(call), webhook_id, secret)
        if rotated is None:
            raise not_owned("webhook")
        return {**asdict(rotated), "secret": secret}


@blp.route("/<uuid:webhook_id>/enable")
class Enabling(MethodView):
    @needs("webhook:write")
    @blp.operation("enableWebhook", 200, WebhookSchema)
    def post(self, call: Call, webhook_id: UUID) -> Webhook:
        """Enable a webhook that was disabled after failures"""
        account = require_account(call)
        enabled = call.context.store.webhooks.enable(account, webhook_id)
        if enabled is None:
            raise not_owned("webhook")
        tell_what_waits(call.context.pool, account, enabled.game_id, call.context.settings.public_url)
        return enabled


@blp.route("/<uuid:webhook_id>/ping")
class Ping(MethodView):
    @needs("webhook:write")
    @blp.operation("pingWebhook", 202, DeliverySchema)
    def post(self, call: Call, webhook_id: UUID) -> Delivery:
        """Send a test message of type `ping`"""
        webhook, delivery = _own_webhook(call, webhook_id), new_id()
        body = ping(webhook.format, webhook.url, delivery)
        call.context.store.webhooks.owe(delivery, webhook.webhook_id, f"ping/{delivery}", "ping", body)
        return call.context.store.webhooks.deliveries(webhook_id, None, 1)[0]


@blp.route("/<uuid:webhook_id>/deliveries")
class Deliveries(MethodView):
    @needs("webhook:write")
    @blp.arguments(PageSchema(), location="query")
    @blp.operation("listDeliveries", 200, DeliveriesSchema)
    def get(self, call: Call, query: Mapping[str, Any], webhook_id: UUID) -> Any:
        """List deliveries, newest first"""
        _own_webhook(call, webhook_id)
        limit, secret = query["limit"], call.context.signer.cursor_secret
        before = read_cursor(query["cursor"], secret) if "cursor" in query else None
        rows = call.context.store.webhooks.deliveries(webhook_id, before, limit + 1)
        following = next_page(rows[limit - 1].delivery_id, secret) if len(rows) > limit else None
        return {"items": rows[:limit], "next": following}, 200, link_to(following)


@blp.route("/<uuid:webhook_id>/deliveries/<uuid:delivery_id>")
class DeliveryResource(MethodView):
    @needs("webhook:write")
    @blp.operation("getDelivery", 200, TriedDeliverySchema)
    def get(self, call: Call, webhook_id: UUID, delivery_id: UUID) -> dict[str, Any]:
        """Get a delivery with all its attempts"""
        _own_webhook(call, webhook_id)
        row = call.context.store.webhooks.delivery(webhook_id, delivery_id)
        if row is None:
            raise not_found("This webhook has no delivery with this id.")
        return {**asdict(row), "due_at": row.due_at, "tried": call.context.store.webhooks.tried(delivery_id)}


@blp.route("/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redeliver")
class Redelivery(MethodView):
    @needs("webhook:write")
    @blp.operation("redeliver", 202, DeliverySchema)
    def post(self, call: Call, webhook_id: UUID, delivery_id: UUID) -> Delivery:
        """Send a message again"""
        _own_webhook(call, webhook_id)
        again = call.context.store.webhooks.again(webhook_id, delivery_id)
        if again is None:
            raise not_found("This webhook has no delivery with this id.")
        return again


def _own_webhook(call: Call, webhook_id: UUID) -> Webhook:
    webhook = call.context.store.webhooks.get(require_account(call), webhook_id)
    if webhook is None:
        raise not_owned("webhook")
    return webhook
