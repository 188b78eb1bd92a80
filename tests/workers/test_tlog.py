"""The process that signs checkpoints: at once, again and again, and not at all without keys."""

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from structlog.testing import capture_logs

from kontor.service.http.app import create_app
from kontor.service.jobs.liveness import REFUSED
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.append_values import Alongside
from kontor.service.store.store import Store
from kontor.service.tlog.log import LogSigner
from kontor.service.tlog.served import ServedLog
from kontor.workers.tlog import run, sign_once
from tests.support.bot_games import wait_until
from tests.support.callers import Caller
from tests.support.commands import call
from tests.support.running_witness import running_witness
from tests.support.stored_games import RUNNING, appended, stored_game
from tests.support.witnesses import Witness


@pytest.fixture(autouse=True)
def no_refusal_is_left(settings: Settings) -> Iterator[None]:
    """The tests of a process share Redis: what one reports would be a problem for the doctor of another."""
    yield
    with Redis.from_url(settings.redis_url) as client:
        client.delete(REFUSED)


def test_it_signs_at_once_and_whenever_something_changed(own_store: Store, own_settings: Settings) -> None:
    game, served, stop = stored_game(own_store), ServedLog(own_store.pool, []), StopEvent()
    process = threading.Thread(target=run, args=(replace(own_settings, checkpoint_seconds=0.05), stop))
    process.start()
    try:
        _wait_for(served, 2)
        appended(own_store, game, Alongside(RUNNING))
        assert _wait_for(served, 4).startswith("kontor/")
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
    assert (ServedLog(own_store.pool, []).checkpoint() or "").startswith("kontor.example/tlog/v2\n2\n")


@pytest.mark.parametrize(
    ("changed", "level"),
    [({"signing_keys": ""}, "warning"), ({"signing_keys": "nowhere.json"}, "error"), ({"tlog_origin": "a b"}, "error")],
)
def test_without_keys_or_name_nothing_is_signed_and_it_is_said(
    own_store: Store, own_settings: Settings, changed: dict[str, str], level: str
) -> None:
    stored_game(own_store)
    stop = StopEvent()
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


def test_a_refusal_is_reported_until_the_worker_signs_again(own_store: Store, own_settings: Settings) -> None:
    """In the log, in /readyz, in /metrics and by the doctor."""
    app = create_app(own_settings)
    nobody, env, stop = Caller(app), dict(own_settings.environment()), StopEvent()
    stored_game(own_store)
    note = LogSigner.of(own_settings).note.path
    note.parent.mkdir()
    note.write_text("no note")
    stop.set()
    with capture_logs() as said:
        run(own_settings, stop)
    assert [(each["event"], each["log_level"]) for each in said] == [("no checkpoint is signed", "error")]
    answer = nobody.get("/readyz").json
    assert (answer["status"], answer["signing"]) == ("degraded", False)
    assert "kontor_signing_refused 1.0" in nobody.get("/metrics").text
    assert "is not a valid note of a signer" in call("server", "doctor", env=env).output
    note.unlink()
    assert " reports: " in call("server", "doctor", env=env).output
    run(own_settings, stop)
    assert nobody.get("/readyz").json["signing"] is True
    assert "kontor_signing_refused 0.0" in nobody.get("/metrics").text
    app.extensions["kontor"].pool.close()


def test_witnesses_cosign_and_a_silent_one_delays_nothing(
    own_store: Store, own_settings: Settings, tmp_path: Path
) -> None:
    """One witness accepts connections and never answers: signing continues, and the other witness cosigns."""
    game, stop = stored_game(own_store), threading.Event()
    served = ServedLog(own_store.pool, [])
    log = LogSigner.of(own_settings).signer.key
    with socket.create_server(("127.0.0.1", 0)) as silent, running_witness(tmp_path / "w.json", [log]) as listed:
        mute = f"{Witness('silent.example').key} http://127.0.0.1:{silent.getsockname()[1]}"
        settings = replace(own_settings, checkpoint_seconds=0.05, witnesses=(mute, listed))
        process = threading.Thread(target=run, args=(settings, stop))
        process.start()
        try:
            for size in (2, 4):
                wait_until(partial(_is_cosigned, served, size))
                appended(own_store, game, Alongside(RUNNING))
        finally:
            stop.set()
            process.join(5)
        assert not process.is_alive()


def _is_cosigned(served: ServedLog, size: int) -> bool:
    note = served.checkpoint() or ""
    return f"\n{size}\n" in note and "witness.example/w1" in note
