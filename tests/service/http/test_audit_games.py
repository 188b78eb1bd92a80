"""Every game for auditors: in the order of its last commit, in pages, followed by cursors."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, auditing, next_command, opened, problem

LIST = "/v1/audit/games"


@pytest.fixture
def own_app(own_settings: Settings) -> Iterator[Flask]:
    app = create_app(replace(own_settings, limit_accounts=0, limit_reads=0, limit_commands=0, limit_creates=0))
    yield app
    app.extensions["kontor"].pool.close()


@pytest.fixture
def own_anna(own_app: Flask) -> Caller:
    return opened(own_app)


@pytest.fixture
def auditor(own_app: Flask) -> Caller:
    return auditing(own_app, opened(own_app, "Auditor"))


def pages(auditor: Caller, first: str) -> list[Any]:
    found, page = [], first
    while page:
        answer = auditor.get(page)
        assert answer.status_code == 200, answer.text
        found += answer.json["items"]
        page = answer.json["next"]
    return found


def test_every_game_is_listed_once_with_its_head(own_anna: Caller, auditor: Caller) -> None:
    games = [a_game(own_anna, visibility=each) for each in ("public", "private", "unlisted")]
    assert own_anna.post(f"{games[0]}/commands", next_command(own_anna, games[0])).status_code == 201
    found = pages(auditor, f"{LIST}?limit=1")
    assert [each["href"] for each in found] == [games[1], games[2], games[0]]
    for each in found:
        summary = own_anna.get(each["href"]).json
        assert {name: summary[name] for name in ("version", "head", "status", "visibility")}.items() <= each.items()
        assert auditor.get(each["audit_href"]).status_code == 200


def test_the_cursor_lists_the_games_that_changed_since(own_anna: Caller, auditor: Caller) -> None:
    assert auditor.get(LIST).json == {"items": [], "next": None, "cursor": None}
    first, second = a_game(own_anna), a_game(own_anna)
    cursor = auditor.get(LIST).json["cursor"]
    nothing = auditor.get(f"{LIST}?cursor={cursor}").json
    assert (nothing["items"], nothing["cursor"]) == ([], cursor)
    assert own_anna.post(f"{first}/commands", next_command(own_anna, first)).status_code == 201
    assert [each["href"] for each in auditor.get(f"{LIST}?cursor={cursor}").json["items"]] == [first]
    assert [each["href"] for each in pages(auditor, LIST)] == [second, first]


def test_a_long_game_does_not_end_the_list_early(
    own_anna: Caller, auditor: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kontor.service.audit.changed_games.BATCH", 2)
    monkeypatch.setattr("kontor.service.audit.changed_games.BATCHES", 1)
    long, last = a_game(own_anna), a_game(own_anna)
    for _ in range(5):
        assert own_anna.post(f"{long}/commands", next_command(own_anna, long)).status_code == 201
    answer = auditor.get(f"{LIST}?limit=50")
    assert len(answer.json["items"]) < 2
    assert answer.json["next"]
    assert [each["href"] for each in pages(auditor, LIST)] == [last, long]


def test_games_since_a_time(own_anna: Caller, auditor: Caller) -> None:
    game = a_game(own_anna)
    changed_at = own_anna.get(game).json["changed_at"]
    for since, there in (("2026-01-01", True), (changed_at, True), ("2999-01-01T00:00:00Z", False)):
        assert bool(pages(auditor, f"{LIST}?since={since}")) is there, since
    assert auditor.get(f"{LIST}?imported=true").json["items"] == []


@pytest.mark.parametrize(
    "query", ["cursor=abc", "cursor=%00", "cursor=" + "A" * 64, "since=soon", "since=%00", "limit=0", "imported=maybe"]
)
def test_an_invalid_query_is_refused(auditor: Caller, query: str) -> None:
    problem(auditor.get(f"{LIST}?{query}"), 400, "unreadable")


def test_cursors_of_other_lists_are_refused(own_anna: Caller, auditor: Caller) -> None:
    games = [a_game(own_anna) for _ in range(2)]
    other = own_anna.get("/v1/games?limit=1").json["next"].rpartition("=")[2]
    problem(auditor.get(f"{LIST}?cursor={other}"), 400, "unreadable")
    mine = auditor.get(f"{LIST}?limit=1").json["cursor"]
    problem(auditor.get(f"/v1/games?cursor={mine}"), 400, "unreadable")
    problem(auditor.get(f"{LIST}?cursor={mine}&imported=true"), 400, "unreadable")
    assert len(games) == 2


def test_only_auditors_get_the_list(own_anna: Caller) -> None:
    problem(own_anna.get(LIST), 403, "forbidden")
    problem(own_anna.with_key(None).get(LIST), 401, "unauthenticated")
