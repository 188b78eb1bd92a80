"""Deliver messages: make one attempt, then schedule the next one or give up."""

import random

import structlog

from kontor.service import tracing
from kontor.service.store.webhooks import JITTER, RETRIES, Attempt, Due, Webhooks
from kontor.service.webhooks.formats import address, content_type
from kontor.service.webhooks.sender import send

logger = structlog.get_logger()


def deliver(webhooks: Webhooks, loopback: bool, limit: int = 50) -> int:
    """Try each due message once, and return the number of messages."""
    claimed = webhooks.claim(limit)
    for due in claimed:
        deliver_one(webhooks, due, loopback)
    return len(claimed)


def deliver_one(webhooks: Webhooks, due: Due, loopback: bool) -> None:
    """Try a claimed message, and store the result."""
    attempt = _tried(due, loopback)
    webhooks.note(due, attempt, wait_after(due, attempt))
    if not attempt.delivered:
        webhooks.disable_if_hopeless(due, attempt.gone)


def _tried(due: Due, loopback: bool) -> Attempt:
    """Make an attempt. A bug of Kontor also counts as an attempt. Otherwise its message would be tried for ever, before
    all other messages."""
    try:
        url, form = address(due.format, due.url), content_type(due.format)
        with tracing.span("webhook", "client", delivery=str(due.delivery_id)):  # the address may be a secret itself
            return send(url, f"msg_{due.delivery_id.hex}", due.body, due.keys, loopback, form)
    except Exception as error:
        logger.exception("webhook attempt failed by a bug", delivery=str(due.delivery_id), exc_info=error)
        return Attempt(None, "Internal error of this server. The operator can find it in the log.", 0)


def wait_after(due: Due, attempt: Attempt) -> float | None:
    """Return the seconds until the next attempt, or None if the message is delivered or given up."""
    if attempt.delivered or attempt.gone or due.attempts >= len(RETRIES):
        return None
    return RETRIES[due.attempts] * random.uniform(1 - JITTER, 1 + JITTER)
