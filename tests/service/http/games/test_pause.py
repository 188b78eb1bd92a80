"""Clocks that rest: for all by consent, for one seat while its holder is away."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from kontor.service.clock import stamp
from kontor.service.engine import moves
from tests.support.callers import Caller, a_dealt_game, a_game, problem

CLOCK = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}


def a_clocked_game(first: Caller, second: Caller) -> str:
    game = a_game(first, "me", "open", clock=CLOCK)
    assert second.post(f"{game}/seats/2/join").status_code == 201
    return game


def later(**span: float) -> str:
    return stamp(datetime.now(UTC) + timedelta(**span))


def paused(caller: Caller, game: str, *callers: Caller) -> None:
    for each in (caller, *callers):
        assert each.post(f"{game}/pause").status_code in (201, 202)


def test_all_clocks_rest_once_all_agree(anna: Caller, ben: Caller) -> None:
    game = a_clocked_game(anna, ben)
    assert anna.get(game).json["deadlines"]
    first = anna.post(f"{game}/pause", {"until": "2999-01-01T00:00:00Z"})
    problem(first, 400, "unreadable")
    until = later(days=3)
    first = anna.post(f"{game}/pause", {"until": until})
    assert (first.status_code, first.json) == (202, {"agreed": [1], "missing": [2]})
    assert ben.get(f"{game}/agreements").json["items"][0]["about"] == "pause"
    second = ben.post(f"{game}/pause", {"until": until})
    assert second.json["events"][0]["envelope"]["data"] == {"why": "agreed", "until": until}
    summary = anna.get(game).json
    assert (summary["deadlines"], summary["paused"]) == ([], [{"until": until}])


def test_anybody_at_the_table_ends_a_pause_and_the_next_one_takes_consent_again(anna: Caller, ben: Caller) -> None:
    game = a_clocked_game(anna, ben)
    paused(anna, game, ben)
    problem(anna.post(f"{game}/pause"), 409, "clock-unchanged")
    assert ben.post(f"{game}/resume").status_code == 201
    assert anna.get(game).json["deadlines"]
    assert anna.post(f"{game}/pause").json == {"agreed": [1], "missing": [2]}


def test_a_game_can_be_played_while_its_clocks_rest(anna: Caller, ben: Caller) -> None:
    game = a_clocked_game(anna, ben)
    paused(anna, game, ben)
    assert anna.post(f"{game}/commands", {"type": "roll"}).status_code == 201
    assert anna.get(game).json["deadlines"] == []


def test_only_the_holder_takes_a_vacation(anna: Caller, ben: Caller) -> None:
    game = a_clocked_game(anna, ben)
    problem(ben.post(f"{game}/pause", {"seat": 1, "until": later(days=1)}), 403, "forbidden")
    problem(anna.post(f"{game}/pause", {"seat": 1}), 400, "unreadable")
    until = later(days=2)
    assert anna.post(f"{game}/pause", {"seat": 1, "until": until}).status_code == 201
    assert anna.get(game).json["paused"] == [{"seat": 1, "until": until}]
    problem(ben.post(f"{game}/resume", {"seat": 1}), 403, "forbidden")
    assert anna.post(f"{game}/resume", {"seat": 1}).status_code == 201
    assert "paused" not in anna.get(game).json


def test_vacations_come_to_an_end(anna: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_clocked_game(anna, ben)
    problem(anna.post(f"{game}/pause", {"seat": 1, "until": later(days=29)}), 400, "unreadable")
    assert anna.post(f"{game}/pause", {"seat": 1, "until": later(minutes=20)}).status_code == 201
    games, game_id = anna.app.extensions["kontor"].games, UUID(game.rpartition("/")[2])
    assert games.time_out(game_id).game.paused  # not yet: nothing happens
    monkeypatch.setattr(moves, "utc_now", lambda: datetime.now(UTC) + timedelta(minutes=30))
    after = games.time_out(game_id)
    assert (after.game.paused, after.game.status) == ({}, "running")
    assert anna.get(game).json["deadlines"]


def test_the_relay_gets_the_end_of_a_pause(anna: Caller, ben: Caller) -> None:
    game, until = a_clocked_game(anna, ben), later(days=2)
    for caller in (anna, ben):
        caller.post(f"{game}/pause", {"until": until})
    with anna.app.extensions["kontor"].pool.connection() as conn:
        found = conn.execute("SELECT deadline FROM debts WHERE game_id = %s", (game.rpartition("/")[2],)).fetchone()
    assert stamp(found[0]) == until


def test_a_game_without_a_clock_has_nothing_to_pause(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    problem(anna.post(f"{game}/pause"), 409, "clock-unchanged")
    problem(anna.post(f"{game}/resume"), 409, "clock-unchanged")


def test_a_stranger_pauses_nothing(anna: Caller, ben: Caller, carla: Caller) -> None:
    problem(carla.post(f"{a_clocked_game(anna, ben)}/pause"), 403, "forbidden")
