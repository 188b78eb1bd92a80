"""Undo: alone what nobody has learned anything by, together what is not open to all; nothing leaves the log."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.domain.kernel.canonical import parse_strict
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.verify import verify
from kontor.service.clock import stamp
from tests.support.callers import Caller, a_dealt_game, a_game, next_command, opened, problem, version_of

HANSA = {"ruleset": "hansa", "board": "hansa-3"}


@pytest.fixture
def dora(shipped_app: Flask) -> Caller:
    return opened(shipped_app, "Dora")


@pytest.fixture
def hansa(dora: Caller) -> str:
    """A game in which every seat is Dora's, and nothing is drawn by placing pieces."""
    return a_game(dora, "me", "me", "me", **HANSA)


def placed(caller: Caller, game: str, nth: int = 0, **headers: str) -> Any:
    """A piece placed by the seat whose turn it is: the first commands that a turn has."""
    seat = caller.get(game).json["awaiting"][0]
    commands = caller.get(f"{game}/legal-commands?seat={seat}&expand=200").json["commands"]
    places = [each for each in commands if each["type"] == "place_piece"]
    return caller.post(f"{game}/commands", {**places[nth], "seat": seat}, **headers)


def seen(caller: Caller, game: str, version: int | None = None) -> Any:
    answer = caller.get(f"{game}/state" + ("" if version is None else f"?version={version}"))
    assert answer.status_code == 200, answer.text
    return answer.json["state"]


def rolled(caller: Caller, game: str) -> int:
    """The version before a roll of the first seat's, which draws."""
    before = version_of(caller, game)
    assert caller.post(f"{game}/commands", {"type": "roll"}).status_code == 201
    return before


# ---------------------------------------------------------------- alone


def test_the_last_command_is_taken_back(dora: Caller, hansa: str) -> None:
    before = seen(dora, hansa)
    version = version_of(dora, hansa)
    assert placed(dora, hansa).status_code == 201
    answer = dora.post(f"{hansa}/undo")
    assert answer.status_code == 201, answer.text
    [undone] = answer.json["events"]
    assert undone["envelope"]["type"] == "commits_undone"
    assert undone["envelope"]["data"] == {"to": version, "why": "own_turn"}
    assert seen(dora, hansa) == before
    assert answer.json["awaiting"] == [1]


def test_undone_versions_stay_readable(dora: Caller, hansa: str) -> None:
    made = placed(dora, hansa).json["version"]
    then = seen(dora, hansa)
    dora.post(f"{hansa}/undo")
    assert seen(dora, hansa, made) == then
    assert then != seen(dora, hansa)


def test_one_undo_after_another_goes_further_back(dora: Caller, hansa: str) -> None:
    before = seen(dora, hansa)
    for nth in (0, 1):
        assert placed(dora, hansa, nth).status_code == 201
    for _ in range(2):
        assert dora.post(f"{hansa}/undo").status_code == 201
    assert seen(dora, hansa) == before
    problem(dora.post(f"{hansa}/undo"), 409, "cannot-undo")


def test_several_commands_are_undone_atomically(dora: Caller, hansa: str) -> None:
    before, version = seen(dora, hansa), version_of(dora, hansa)
    for nth in (0, 1):
        placed(dora, hansa, nth)
    assert dora.post(f"{hansa}/undo", {"to": version}).status_code == 201
    assert seen(dora, hansa) == before


def test_after_an_undo_the_game_continues_and_every_command_is_decided_again(dora: Caller, hansa: str) -> None:
    placed(dora, hansa, 0)
    dora.post(f"{hansa}/undo")
    assert placed(dora, hansa, 3).status_code == 201
    assert dora.post(f"{hansa}/abort").status_code == 201
    log = dora.get(f"{hansa}/events?limit=200", Accept="application/x-ndjson").text
    lines: list[Any] = [parse_strict(line) for line in log.splitlines()]
    assert verify(lines).is_good
    at = dora.app.extensions["kontor"].games.fresh(UUID(hansa.rpartition("/")[2]))
    report = reexecute(at.rules, at.game.board, lines)
    assert (report.version, report.finding) == (len(lines), None)


def test_another_process_follows_an_undo(dora: Caller, hansa: str, other_shipped_app: Flask) -> None:
    elsewhere = dora.at(other_shipped_app)
    placed(dora, hansa)
    later = seen(elsewhere, hansa)
    dora.post(f"{hansa}/undo")
    assert seen(elsewhere, hansa) == seen(dora, hansa) != later
    assert placed(elsewhere, hansa).status_code == 201


def test_a_command_that_was_undone_is_not_done_again_by_its_key(dora: Caller, hansa: str) -> None:
    seat = dora.get(hansa).json["awaiting"][0]
    commands = dora.get(f"{hansa}/legal-commands?seat={seat}&expand=200").json["commands"]
    body = {**next(each for each in commands if each["type"] == "place_piece"), "seat": seat}
    first = dora.post(f"{hansa}/commands", body, Idempotency_Key="once")
    dora.post(f"{hansa}/undo")
    again = dora.post(f"{hansa}/commands", body, Idempotency_Key="once")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json == first.json
    assert version_of(dora, hansa) == first.json["version"] + 1


def test_a_player_cannot_undo_commands_of_another_seat(dora: Caller, hansa: str) -> None:
    start = version_of(dora, hansa)
    placed(dora, hansa)
    seat = dora.get(hansa).json["awaiting"][0]
    while dora.get(hansa).json["awaiting"][0] == seat:
        commands = dora.get(f"{hansa}/legal-commands?seat={seat}&expand=200").json["commands"]
        ends = [each for each in commands if each["type"] == "end_turn"]
        assert dora.post(f"{hansa}/commands", {**ends[0], "seat": seat}).status_code == 201
    placed(dora, hansa)
    refused = problem(dora.post(f"{hansa}/undo", {"to": start, "seat": seat}), 409, "cannot-undo")
    assert "Another seat has acted" in refused["detail"]


def test_no_seat_undoes_a_draw_alone(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    before = rolled(anna, game)
    problem(anna.post(f"{game}/undo", {"to": before}), 409, "cannot-undo")
    problem(ben.post(f"{game}/undo", {"to": before}), 409, "cannot-undo")


@pytest.mark.parametrize("to", [1, 10_000])
def test_there_is_nothing_before_the_start_and_nothing_to_come(dora: Caller, hansa: str, to: int) -> None:
    placed(dora, hansa)
    problem(dora.post(f"{hansa}/undo", {"to": to}), 409, "cannot-undo")


def test_a_stranger_undoes_nothing(dora: Caller, hansa: str, shipped_app: Flask) -> None:
    placed(dora, hansa)
    problem(opened(shipped_app, "Eve").post(f"{hansa}/undo"), 403, "forbidden")


def test_an_undo_can_be_bound_to_a_version(dora: Caller, hansa: str) -> None:
    version = placed(dora, hansa).json["version"]
    placed(dora, hansa, 1)
    problem(dora.post(f"{hansa}/undo", If_Match=f'"{version}"'), 412, "stale-version")


@pytest.mark.parametrize("together", [False, True])
def test_an_undo_to_the_current_version_is_refused(dora: Caller, hansa: str, together: bool) -> None:
    version = version_of(dora, hansa)
    for nth in (0, 1):
        placed(dora, hansa, nth)
    assert dora.post(f"{hansa}/undo", {"to": version}).status_code == 201
    now = version_of(dora, hansa)
    for to in (version, now):
        refused = problem(dora.post(f"{hansa}/undo", {"to": to, "together": together}), 409, "cannot-undo")
        assert "earlier version" in refused["detail"]
    assert version_of(dora, hansa) == now
    assert dora.get(f"{hansa}/agreements").json["items"] == []


def test_clocks_that_rest_since_are_no_command_to_take_back(dora: Caller) -> None:
    clock = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}
    game = a_game(dora, "me", "me", "me", clock=clock, **HANSA)
    before, version = seen(dora, game), version_of(dora, game)
    placed(dora, game)
    seat = dora.get(game).json["awaiting"][0]
    vacation = {"seat": seat, "until": stamp(datetime.now(UTC) + timedelta(days=1))}
    assert dora.post(f"{game}/pause", vacation).status_code == 201
    undone = dora.post(f"{game}/undo", {"seat": seat})
    assert undone.status_code == 201, undone.text
    assert undone.json["events"][0]["envelope"]["data"]["to"] == version
    assert seen(dora, game) == before
    assert dora.post(f"{game}/resume", {"seat": seat}).status_code == 201
    problem(dora.post(f"{game}/undo", {"to": version, "seat": seat}), 409, "cannot-undo")


def test_a_version_within_a_commit_is_refused_with_those_that_could_be_meant(anna: Caller) -> None:
    game = a_game(anna, practice=True)
    before = rolled(anna, game)
    first = version_of(anna, game)
    refused = problem(anna.post(f"{game}/undo", {"to": first - 1}), 409, "cannot-undo")
    assert refused["nearest"] == [before]  # the other one is where the game stands
    anna.post(f"{game}/commands", next_command(anna, game))
    refused = problem(anna.post(f"{game}/undo", {"to": first - 1}), 409, "cannot-undo")
    assert refused["nearest"] == [before, first]
    assert f"choose {before}, before the commit, or {first}, its last version" in refused["detail"]
    for to in reversed(refused["nearest"]):
        assert anna.post(f"{game}/undo", {"to": to}).status_code == 201


def test_a_version_that_was_undone_is_refused_with_one_that_counts(dora: Caller, hansa: str) -> None:
    version = version_of(dora, hansa)
    undone = [placed(dora, hansa, nth).json["version"] for nth in (0, 1)]
    dora.post(f"{hansa}/undo", {"to": version})
    placed(dora, hansa)
    for to in undone:
        refused = problem(dora.post(f"{hansa}/undo", {"to": to}), 409, "cannot-undo")
        assert f"such as {version}" in refused["detail"]


# ---------------------------------------------------------------- together


def test_all_together_take_back_a_roll_and_the_next_is_another_draw(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    before = rolled(anna, game)
    asked = {"to": before, "together": True}
    first = anna.post(f"{game}/undo", asked)
    assert (first.status_code, first.json) == (202, {"agreed": [1], "missing": [2]})
    [waiting] = ben.get(f"{game}/agreements").json["items"]
    version = version_of(anna, game)
    assert waiting == {"about": "undo", "to": before, "version": version, "agreed": [1], "missing": [2]}
    assert ben.post(f"{game}/undo", asked).status_code == 201
    assert seen(anna, game) == seen(anna, game, before)
    rolled(anna, game)
    events = anna.get(f"{game}/events").json["items"]
    counters = [
        each["envelope"]["data"]["draws"][0]["counter"] for each in events if each["envelope"]["type"] == "die_rolled"
    ]
    assert counters == [0, 1]


def test_consent_is_for_one_version_of_the_game(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    before = rolled(anna, game)
    asked = {"to": before, "together": True}
    anna.post(f"{game}/undo", asked)
    mover = {1: anna, 2: ben}[anna.get(game).json["awaiting"][0]]  # a roll may challenge somebody
    assert mover.post(f"{game}/commands", next_command(mover, game)).status_code == 201
    late = ben.post(f"{game}/undo", asked)
    assert (late.status_code, late.json) == (202, {"agreed": [2], "missing": [1]})


def test_bots_are_not_asked(anna: Caller) -> None:
    game = a_game(anna, "me", "bot")
    before = rolled(anna, game)
    assert anna.post(f"{game}/undo", {"to": before, "together": True}).status_code == 201


def opened_to_all(caller: Caller, game: str) -> None:
    for n in range(50):
        answer = caller.post(f"{game}/commands", next_command(caller, game, n))
        if any(each["envelope"]["opens"] for each in answer.json["events"]):
            return
    raise AssertionError("nothing was opened")


def test_a_revealed_card_is_not_undone(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    opened_to_all(anna, game)
    refused = problem(anna.post(f"{game}/undo", {"to": before, "together": True}), 409, "cannot-undo")
    assert "revealed to all seats" in refused["detail"]
    assert "branch" not in refused["detail"]  # there is none of a game that runs


def test_in_practice_a_branch_leads_to_before_it(anna: Caller) -> None:
    game = a_game(anna, practice=True)
    before = version_of(anna, game)
    opened_to_all(anna, game)
    refused = problem(anna.post(f"{game}/undo", {"to": before}), 409, "cannot-undo")
    assert f'POST …/branches with {{"version": {before}}}' in refused["detail"]
    twin = anna.post(f"{game}/branches", {"version": before})
    assert twin.status_code == 201, twin.text
    assert seen(anna, twin.json["href"]) == seen(anna, game, before)


def test_together_means_a_version_that_all_name(anna: Caller) -> None:
    game = a_game(anna, "me", "me")
    problem(anna.post(f"{game}/undo", {"together": True}), 400, "unreadable")


def test_a_token_plays_and_does_not_agree(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    token = anna.with_key(anna.post(f"{game}/seats/1/token").json["token"])
    before = rolled(anna, game)
    problem(token.post(f"{game}/undo", {"to": before, "together": True}), 403, "forbidden")
