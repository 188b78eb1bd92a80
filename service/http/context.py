"""What a request needs of the house, gathered once by `create_app`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import cast

from flask import current_app
from redis import Redis

from kontor.service.engine.games import Games
from kontor.service.engine.past_games import Positions
from kontor.service.http.limits import Limits
from kontor.service.http.problems import Problem
from kontor.service.jobs.wakeups import Bell
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store import Store
from kontor.service.store.accounts import Accounts
from kontor.service.store.pool import Pool
from kontor.service.store.webhooks import Webhooks

NAME = "kontor"


@dataclass(frozen=True, slots=True)
class House:
    settings: Settings
    registry: Registry
    pool: Pool
    store: Store
    games: Games
    positions: Positions
    accounts: Accounts
    webhooks: Webhooks
    signer: Signer
    limits: Limits
    bell: Bell
    streams: BoundedSemaphore
    redis: Redis | None


def house() -> House:
    return cast(House, current_app.extensions[NAME])


@contextmanager
def a_stream() -> Iterator[None]:
    """One of the threads that this process has for those who wait; 429 if all are taken."""
    take_stream()
    try:
        yield
    finally:
        house().streams.release()


def take_stream() -> None:
    if not house().streams.acquire(blocking=False):
        raise Problem("too-many-requests", "All streams of this process are taken.", {"Retry-After": "5"})
