"""`kontor up` as a person at a terminal meets it: real processes on a directory of their own."""

import re
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from flask import Flask

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.ports import require_free_port
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until
from tests.support.callers import Caller
from tests.support.commands import call
from tests.support.listening import LongPoll
from tests.support.plain_http import NO_TLS
from tests.support.up_at_a_terminal import Up, living
from tests.tiny import RULESET

BOARD = next(iter(RULESET.boards()))


@pytest.fixture
def data() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="kontor-", suffix=" 50% ö"))
    yield directory
    for up in Up.started:
        if up.process.poll() is None:
            up.stop()
    shutil.rmtree(directory, ignore_errors=True)


def test_up_serves_stops_and_carries_on(data: Path) -> None:
    port = free_port()
    up = Up(data, port)
    greeting = up.said("Ctrl-C stops it")
    assert f"play   {up.url.replace('127.0.0.1', 'localhost')}/\n" in greeting
    assert f"{up.url}/v1" in greeting
    assert f"{up.url}/docs" in greeting
    account = httpx.post(f"{up.url}/v1/accounts", json={"name": "Anna"}).json()
    key = {"Authorization": f"Bearer {account['api_key']}"}
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    made = httpx.post(f"{up.url}/v1/games", json={"ruleset": "tiny", "board": BOARD, "seats": seats}, headers=key)
    assert made.status_code == 201, made.text
    game = f"{up.url}/v1/games/{made.json()['id']}"
    wait_until(lambda: httpx.get(game, verify=NO_TLS).json()["status"] == "finished")

    heard = r"ok       followers of the log: relay is \d+ s behind and reported \d+ s ago; webhooks is \d+ s behind"
    # Each follower reports for the first time when its process has started, which may be after the game.
    wait_until(lambda: re.search(heard, call("server", "doctor", env={"KONTOR_DATA": str(data)}).output))
    looked_at = call("server", "doctor", env={"KONTOR_DATA": str(data)})
    assert looked_at.exit_code == 0, looked_at.output

    second = Up(data, free_port())  # on the same directory
    assert re.search(r"kontor: Kontor is already running on .* \(process \d+\)", second.said("already"))
    assert second.ended()[0] == 1
    other = Path(f"{data}-other")
    third = Up(other, port)  # on the same port
    assert "kontor: Kontor cannot listen on" in third.said("cannot listen")
    assert third.ended()[0] == 1
    assert not other.exists()

    seats = [{"kind": "me"}, {"kind": "open"}]
    waiting = httpx.post(
        f"{up.url}/v1/games", json={"ruleset": "tiny", "board": BOARD, "seats": seats}, headers=key
    ).json()
    place = f"/v1/games/{waiting['id']}"
    with (
        closing(LongPoll(up.url, Caller(Flask("elsewhere")), f"{place}/events?after={waiting['version']}&wait=25")),
        httpx.stream("GET", f"{up.url}{place}/stream"),  # sent later: by now the poll has arrived
    ):
        code, rest = up.stop()
    assert code == 0
    assert "Your games are stored" in rest
    assert "Traceback" not in rest
    assert living(data) == []

    again = Up(data, port)
    again.said("Ctrl-C stops it")
    assert httpx.get(f"{up.url}/v1/me", headers=key).json()["name"] == "Anna"
    assert httpx.get(game).json()["status"] == "finished"
    again.process.kill()  # not even asked: nothing may be left behind, and the next start is a start like any other
    again.process.communicate()
    wait_until(lambda: living(data) == [])
    last = Up(data, port)
    last.said("Ctrl-C stops it")
    assert httpx.get(game).json()["status"] == "finished"
    assert last.stop(signal.SIGTERM)[0] == 0
    assert living(data) == []
    assert "followers" not in call("server", "doctor", env={"KONTOR_DATA": str(data)}).output  # nobody is at work


def test_a_taken_port_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match=rf"127.0.0.1:{port}: Address already in use. .*--port"):
            require_free_port("127.0.0.1", port)
