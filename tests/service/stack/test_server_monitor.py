"""`kontor up` reports a PostgreSQL that does not answer and a Redis that is full, and when they are back."""

import pytest

from kontor.service.settings import Settings
from kontor.service.stack import server_monitor
from tests.support.bot_games import wait_until
from tests.support.freezing import frozen
from tests.support.own_redis import a_redis_of_its_own, fill, make_room
from tests.support.servers import Servers


def test_a_frozen_postgres_is_noticed_and_so_is_its_return(
    servers: Servers, own_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_monitor, "EVERY", 0.1)
    monkeypatch.setattr(server_monitor, "PATIENCE", 0.5)
    monkeypatch.setattr(server_monitor, "TIMEOUT", 2)  # the least that libpq takes
    said: list[str] = []
    with server_monitor.watch(own_settings.database_url, own_settings.redis_url, said.append):
        with frozen(servers):
            wait_until(lambda: bool(said))
        wait_until(lambda: len(said) == 2)
    assert said == [
        "PostgreSQL does not answer; the API refuses requests (503) until it does.",
        "PostgreSQL answers again.",
    ]


def test_a_full_redis_is_reported_and_so_is_its_room(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_monitor, "EVERY", 0.1)
    monkeypatch.setattr(server_monitor, "PATIENCE", 0.3)
    said: list[str] = []
    with a_redis_of_its_own() as url, server_monitor.watch(own_settings.database_url, url, said.append):
        fill(url)
        wait_until(lambda: bool(said))
        make_room(url)
        wait_until(lambda: len(said) == 2)
    assert said[0].startswith("Redis does not answer or is full;")
    assert said[1] == "Redis answers and has free memory again."
