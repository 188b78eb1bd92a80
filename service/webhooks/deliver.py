"""Delivering what is owed: one attempt each, then the next one later, or none."""

import random

import structlog

from kontor.service import tracing
from kontor.service.store.webhooks import JITTER, RETRIES, Attempt, Due, Webhooks
from kontor.service.webhooks.formats import address, content_type
from kontor.service.webhooks.sender import send

logger = structlog.get_logger()


def deliver(webhooks: Webhooks, loopback: bool, limit: int = 50) -> int:
    """Try everything that is due, once; how many messages were tried."""
    claimed = webhooks.claim(limit)
    for due in claimed:
        deliver_one(webhooks, due, loopback)
    return len(claimed)


def deliver_one(webhooks: Webhooks, due: Due, loopback: bool) -> None:
    """Try a message that was claimed, and note what came of it."""
    attempt = _tried(due, loopback)
    webhooks.note(due, attempt, wait_after(due, attempt))
    if not attempt.delivered:
        webhooks.disable_if_hopeless(due, attempt.gone)


def _tried(due: Due, loopback: bool) -> Attempt:
    """A flaw of ours is an attempt too: its message must not come back for ever before all others."""
    try:
        url, form = address(due.format, due.url), content_type(due.format)
        with tracing.span("webhook", "client", delivery=str(due.delivery_id)):  # the address may be a secret itself
            return send(url, f"msg_{due.delivery_id.hex}", due.body, due.keys, loopback, form)
    except Exception as error:
        logger.exception("a webhook could not be called", delivery=str(due.delivery_id), exc_info=error)
        return Attempt(None, "Something broke here. It has been noted.", 0)


def wait_after(due: Due, attempt: Attempt) -> float | None:
    """Seconds to the next attempt; None: delivered, or given up."""
    if attempt.delivered or attempt.gone or due.attempts >= len(RETRIES):
        return None
    return RETRIES[due.attempts] * random.uniform(1 - JITTER, 1 + JITTER)
