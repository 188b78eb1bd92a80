"""The process that signs checkpoints: at once, again and again, and not at all without keys."""

import threading
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from kontor.service.settings import Settings
from kontor.service.store import Alongside, Store
from kontor.service.tlog.served import ServedLog
from kontor.workers.tlog import run, sign_once
from tests.support.bot_games import wait_until
from tests.support.stored_games import RUNNING, appended, stored_game


def test_it_signs_at_once_and_whenever_something_changed(own_store: Store, own_settings: Settings) -> None:
    game, served, stop = stored_game(own_store), ServedLog(own_store.pool, []), threading.Event()
    process = threading.Thread(target=run, args=(replace(own_settings, checkpoint_seconds=0.05), stop))
    process.start()
    try:
        _wait_for(served, 1)
        appended(own_store, game, Alongside(RUNNING))
        assert _wait_for(served, 2).startswith("kontor/")
    finally:
        stop.set()
        process.join(5)
    assert not process.is_alive()


def _wait_for(served: ServedLog, size: int) -> str:
    wait_until(lambda: (served.checkpoint() or "\n").split("\n")[1] == str(size))
    return served.checkpoint() or ""


def test_the_name_is_the_operators(own_store: Store, own_settings: Settings) -> None:
    stored_game(own_store)
    sign_once(own_store.pool, replace(own_settings, tlog_origin="kontor.example/tlog"))
    assert (ServedLog(own_store.pool, []).checkpoint() or "").startswith("kontor.example/tlog\n1\n")


@pytest.mark.parametrize(
    ("changed", "level"),
    [({"signing_keys": ""}, "warning"), ({"signing_keys": "nowhere.json"}, "error"), ({"tlog_origin": "a b"}, "error")],
)
def test_without_keys_or_name_nothing_is_signed_and_it_is_said(
    own_store: Store, own_settings: Settings, changed: dict[str, str], level: str
) -> None:
    stored_game(own_store)
    stop = threading.Event()
    stop.set()
    with capture_logs() as said:
        run(replace(own_settings, **changed), stop)  # type: ignore[arg-type]  # all of them are strings
    assert [each["log_level"] for each in said] == [level]
    assert ServedLog(own_store.pool, []).checkpoint() is None


def test_a_database_that_is_away_is_asked_again(own_store: Store, own_settings: Settings) -> None:
    own_store.pool.close()
    with capture_logs() as said:
        sign_once(own_store.pool, own_settings)
    assert "tries again" in said[0]["event"]
