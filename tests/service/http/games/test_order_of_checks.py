"""Order of checks and repeated requests, where it is easy to get them wrong: the door, the key, the refusal."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, next_command, opened, problem, version_of


def _left(anna: Caller, ben: Caller) -> tuple[Caller, str]:
    game = a_game(anna, "me", "open", "open")
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    return ben, f"{game}/seats/2/leave"


def _resigned(anna: Caller, ben: Caller) -> tuple[Caller, str]:
    game = a_game(anna, "me", "open")
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    return ben, f"{game}/seats/2/resign"


def _aborted_while_open(anna: Caller, ben: Caller) -> tuple[Caller, str]:
    return anna, f"{a_game(anna, 'open', 'open')}/abort"


def _aborted_by_all(anna: Caller, ben: Caller) -> tuple[Caller, str]:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    assert ben.post(f"{game}/abort").status_code == 202
    return anna, f"{game}/abort"


@pytest.mark.parametrize("way", [_left, _resigned, _aborted_while_open, _aborted_by_all])
def test_what_was_answered_once_is_answered_again(
    anna: Caller, ben: Caller, way: Callable[[Caller, Caller], tuple[Caller, str]]
) -> None:
    """After these calls the caller is no longer who could make them; the answer under their key is still theirs."""
    who, path = way(anna, ben)
    first = who.post(path, Idempotency_Key="k")
    assert first.status_code == 201, first.text
    again = who.post(path, Idempotency_Key="k")
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert who.post(path).status_code in (403, 409)  # without the key it is another request
    problem(who.post(path, {}, Idempotency_Key="k"), 409, "key-reused")


@pytest.mark.parametrize("way", [_left, _resigned])
def test_a_key_opens_the_door_to_nobody_else(
    anna: Caller, ben: Caller, way: Callable[[Caller, Caller], tuple[Caller, str]]
) -> None:
    who, path = way(anna, ben)
    assert who.post(path, Idempotency_Key="k").status_code == 201
    problem(anna.post(path, Idempotency_Key="k"), 403, "forbidden")


def test_a_seat_of_somebody_else_is_refused_before_key_and_version(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    command = next_command(anna, game)
    assert anna.post(f"{game}/commands", command, Idempotency_Key="k").status_code == 201
    foreign = {"type": "roll", "seat": 2}
    problem(anna.post(f"{game}/commands", foreign, Idempotency_Key="k"), 403, "forbidden")
    problem(anna.post(f"{game}/commands", foreign, If_Match='"1"'), 403, "forbidden")
    problem(anna.post(f"{game}/commands", {"commands": [foreign]}, If_Match='"1"'), 403, "forbidden")


def test_the_end_needs_nobody_who_is_gone(app: Flask, anna: Caller) -> None:
    """Whoever deletes their account leaves a seat that nobody can speak for; the others may still end the game."""
    game, gone = a_game(anna, "me", "open", "open"), opened(app, "Gone")
    assert gone.post(f"{game}/seats/2/join").status_code == 201
    ben = opened(app, "Ben")
    assert ben.post(f"{game}/seats/3/join").status_code == 201
    assert gone.delete("/v1/me").status_code == 204
    waiting = anna.post(f"{game}/abort")
    assert (waiting.status_code, waiting.json) == (202, {"agreed": [1], "missing": [3]})
    assert ben.post(f"{game}/abort").status_code == 201


def test_nobody_sits_down_at_a_game_that_is_over(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    assert anna.post(f"{game}/abort").status_code == 201
    problem(ben.post(f"{game}/seats/2/join"), 409, "game-over")
    before = version_of(anna, game)
    problem(anna.post(f"{game}/what-if", {}), 409, "not-started")
    assert version_of(anna, game) == before
