"""Ending a game without a result: who may, and who has to agree."""

from flask import Flask

from tests.support.callers import Caller, a_game, open_parts, opened, problem


def test_an_open_game_is_ended_by_its_creator(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open", "open")
    ben.post(f"{game}/seats/2/join")
    problem(ben.post(f"{game}/abort"), 403, "forbidden")
    answer = anna.post(f"{game}/abort")
    assert answer.json["events"][-1]["envelope"]["type"] == "game_aborted"
    assert anna.get(game).json["status"] == "aborted"


def test_a_running_game_is_ended_by_all_people_at_the_table(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", "bot")
    ben.post(f"{game}/seats/2/join")
    problem(carla.post(f"{game}/abort"), 403, "forbidden")
    first = anna.post(f"{game}/abort")
    assert (first.status_code, first.json) == (202, {"agreed": [1], "missing": [2]})
    assert anna.get(game).json["status"] == "running"
    assert ben.post(f"{game}/abort").status_code == 201
    assert anna.get(game).json["status"] == "aborted"
    assert all(open_parts(carla, game).values())  # the seed opens everything


def test_a_game_of_bots_is_ended_by_its_creator(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "bot", "bot")
    assert "Only its creator" in problem(ben.post(f"{game}/abort"), 403, "forbidden")["detail"]
    assert anna.post(f"{game}/abort").json["events"][-1]["envelope"]["data"]["reason"] == "agreed"
    assert anna.get(game).json["status"] == "aborted"
    problem(anna.post(f"{game}/abort"), 409, "game-over")


def test_an_abort_needs_no_consent_of_deleted_accounts(app: Flask, anna: Caller) -> None:
    """Whoever deletes their account leaves a seat that nobody can speak for; the others may still end the game."""
    game, gone = a_game(anna, "me", "open", "open"), opened(app, "Gone")
    assert gone.post(f"{game}/seats/2/join").status_code == 201
    ben = opened(app, "Ben")
    assert ben.post(f"{game}/seats/3/join").status_code == 201
    assert gone.delete("/v1/me").status_code == 204
    waiting = anna.post(f"{game}/abort")
    assert (waiting.status_code, waiting.json) == (202, {"agreed": [1], "missing": [3]})
    assert ben.post(f"{game}/abort").status_code == 201


def test_an_administrator_ends_a_game_with_a_reason(app: Flask, anna: Caller, carla: Caller) -> None:
    game = a_game(anna)
    app.extensions["kontor"].store.accounts.grant(carla.account, "admin")
    scopes = ["game:read", "game:play", "admin"]
    admin = carla.with_key(carla.post("/v1/me/keys", {"scopes": scopes}).json["api_key"])
    problem(admin.post(f"{game}/abort"), 400, "unreadable")
    assert admin.post(f"{game}/abort", {"reason": "asked to by both"}).status_code == 201
    assert "asked to" not in anna.get(f"{game}/events").text  # free text never enters the log
