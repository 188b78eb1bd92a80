"""The checker finds what is planted: a row that is gone, one that is there twice, a command that was done twice, one
that was acknowledged and is gone. Before it was seen to find these, it has said nothing when it finds nothing."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, LiteralString
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.clock import new_id
from kontor.service.http.app import create_app
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from tests.faults.checker import Interim, Report, examine, examine_acknowledged
from tests.faults.memory import Memory, Sent, Told
from tests.support.callers import Caller, TestResponse, a_game, finish, next_command, opened
from tests.support.damage import GONE, HASH, backup, damage, id_of

HALF = 8  # commands of a game that goes on for longer

DOUBLED: LiteralString = """
    INSERT INTO events (game_id, version, envelope, hash)
    SELECT game_id, (SELECT max(version) + 1 FROM events WHERE game_id = %(game)s), envelope, hash
    FROM events WHERE game_id = %(game)s AND version = %(version)s
"""


@pytest.fixture
def app(own_settings: Settings) -> Iterator[Flask]:
    """One that ends with its test: what has been done to its games by hand must not be in its cache."""
    free = dict.fromkeys(("limit_accounts", "limit_commands", "limit_creates", "limit_reads", "games_per_account"), 0)
    app = create_app(replace(own_settings, **free))  # type: ignore[arg-type]
    yield app
    app.extensions["kontor"].pool.close()


class Table:
    """A game of Anna's, all seats hers, and what she remembers of it."""

    def __init__(self, app: Flask) -> None:
        self.app, self.anna, self.memory = app, opened(app), Memory()
        self.game = a_game(self.anna, "me", "me", options={"rounds": 4})
        self.memory.games.append(id_of(self.game))

    def act(self, times: int) -> None:
        for _ in range(times):
            command = next_command(self.anna, self.game)
            seat = command.pop("seat")
            self.remember(Sent(id_of(self.game), seat, str(len(self.memory.sent)), command))

    def remember(self, sent: Sent) -> None:
        self.memory.sent.append(sent)
        answer = self.send(sent)
        assert answer.status_code == 201, answer.text
        given = json_of(answer)["receipt"]
        sent.told = Told(UUID(given["command"]), given["version"], given["hash"], time.monotonic())

    def send(self, sent: Sent) -> TestResponse:
        body = {**sent.body, "seat": sent.seat}
        return Caller.post(self.anna, f"{self.game}/commands", body, Idempotency_Key=sent.key)

    def play_out(self) -> None:
        while json_of(self.anna.get(self.game))["status"] == "running":
            self.act(1)
        finish(self.app, self.anna, self.game)
        self.watch()

    def watch(self) -> None:
        for item in json_of(self.anna.get(f"{self.game}/events"))["items"]:
            self.memory.show(id_of(self.game), item["version"], item["hash"])

    def examined_so_far(self) -> Interim:
        return examine_acknowledged(self._store, self.memory)

    @property
    def _store(self) -> Store:
        store = self.app.extensions["kontor"].store
        assert isinstance(store, Store)
        return store

    def examined(self, settings: Settings) -> Report:
        return examine(self._store, Registry.load(settings.rulesets), self.memory)


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_a_game_that_came_through_gives_no_finding(table: Table, own_settings: Settings) -> None:
    table.play_out()
    report = table.examined(own_settings)
    assert report.findings == []
    assert report.acknowledged == len(table.memory.sent) > HALF
    assert "nothing lost" in str(report)


def test_a_row_that_is_gone_is_found(table: Table, own_settings: Settings) -> None:
    table.play_out()
    at = told(table.memory.sent[HALF]).version
    damage(own_settings, GONE, table.game, at)
    findings = "\n".join(table.examined(own_settings).findings)
    assert f"was acknowledged at version {at}, where nothing stands now" in findings
    assert f"version {at} was shown" in findings


def test_a_row_that_is_there_twice_is_found(table: Table, own_settings: Settings) -> None:
    table.play_out()
    sent = table.memory.sent[HALF]
    damage(own_settings, DOUBLED, table.game, told(sent).version)
    findings = table.examined(own_settings).findings
    assert any("was acknowledged and stands in the log 2 times" in each for each in findings)
    assert any("nothing can follow the end of a game" in each for each in findings)


def test_a_row_that_was_rewritten_is_found(table: Table, own_settings: Settings) -> None:
    table.play_out()
    damage(own_settings, HASH, table.game, told(table.memory.sent[HALF]).version, bytes(32))
    assert any("where 0000000000000000… stands now" in each for each in table.examined(own_settings).findings)


def test_a_command_that_was_done_twice_is_found(table: Table, own_settings: Settings) -> None:
    """A log that is perfect in itself: only who sent one command and not two can know."""
    table.act(HALF)
    extra = next_command(table.anna, table.game)
    assert table.anna.post(f"{table.game}/commands", extra).status_code == 201
    table.play_out()
    [finding] = table.examined(own_settings).findings
    assert "of which its client knows nothing; 0 of its commands are ambiguous" in finding


def test_a_command_without_an_answer_may_be_in_the_log_once(table: Table, own_settings: Settings) -> None:
    table.act(HALF)
    command = next_command(table.anna, table.game)
    lost = Sent(id_of(table.game), command.pop("seat"), "lost", command)
    assert table.send(lost).status_code == 201  # and nobody hears of it
    table.memory.sent.append(lost)
    table.play_out()
    assert table.examined(own_settings).findings == []


def test_an_acknowledged_command_that_is_gone_is_found(table: Table, own_settings: Settings) -> None:
    """As after a failover to a server that had not heard of it: the log that goes on from there is perfect, too."""
    table.act(HALF)
    with backup(own_settings, table.game) as restore:
        table.act(2)
        lost = table.memory.sent[-2:]
        restore()
    table.play_out()
    findings = table.examined(own_settings).findings
    for each in lost:
        assert any(f"(key {each.key}) was acknowledged and stands in the log 0 times" in found for found in findings)


def test_a_game_that_did_not_end_is_reported_as_lost(table: Table, own_settings: Settings) -> None:
    table.act(HALF)
    [finding] = table.examined(own_settings).findings
    assert finding.endswith("it is lost: it did not end, it is running")


def test_a_game_that_is_gone_is_reported_as_lost(table: Table, own_settings: Settings) -> None:
    table.play_out()
    gone = new_id()
    table.memory.games.append(gone)
    assert table.examined(own_settings).findings == [f"{gone}: it is lost: it is gone"]


def test_a_game_that_was_created_twice_is_found(table: Table, own_settings: Settings) -> None:
    """The second request had the same key, which the server ignored."""
    table.play_out()
    second = id_of(a_game(table.anna, "me", "me"))
    assert table.examined(own_settings).findings == [f"{second}: it was created, and no client knows it"]


def test_a_running_game_gives_no_finding(table: Table) -> None:
    table.act(HALF)
    table.watch()
    found = table.examined_so_far()
    assert (found.findings, found.lost_reads, found.acknowledged) == ([], [], HALF)


def test_a_lost_acknowledged_command_of_a_running_game_is_found(table: Table, own_settings: Settings) -> None:
    table.act(HALF)
    with backup(own_settings, table.game) as restore:
        table.act(1)
        restore()
    findings = "\n".join(table.examined_so_far().findings)
    assert f"(key {HALF}) was acknowledged and stands in the log 0 times" in findings


def test_a_doubled_command_of_a_running_game_is_found(table: Table) -> None:
    table.act(HALF)
    extra = next_command(table.anna, table.game)
    assert table.anna.post(f"{table.game}/commands", extra).status_code == 201
    [finding] = table.examined_so_far().findings
    assert "of which its client knows nothing" in finding


def test_an_event_that_was_shown_and_lost_is_returned_once(table: Table, own_settings: Settings) -> None:
    """A read does not wait for a standby. The client did not get an acknowledgement of what it was shown."""
    table.act(HALF)
    with backup(own_settings, table.game) as restore:
        table.act(1)
        table.watch()
        table.memory.sent.pop()
        restore()
    table.act(2)
    table.watch()  # another event at the same version
    found = table.examined_so_far()
    assert found.findings == []
    assert found.lost_reads
    table.watch()
    assert table.examined_so_far().lost_reads == []


def json_of(answer: TestResponse) -> Any:
    return answer.json


def told(sent: Sent) -> Told:
    assert sent.told is not None
    return sent.told
