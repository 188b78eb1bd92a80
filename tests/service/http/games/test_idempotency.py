"""Idempotency-Key and If-Match; two requests at once; two processes, each with a cache of its own."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.engine.game_at import Seen
from kontor.service.engine.games import Games
from kontor.service.engine.moves import Move, seat_commit
from tests.support.callers import Caller, a_game, asked, next_command, problem, version_of


def test_a_repeated_request_happens_once(anna: Caller) -> None:
    game = a_game(anna)
    command = next_command(anna, game)
    first = anna.post(f"{game}/commands", command, Idempotency_Key='"k1"')
    again = anna.post(f"{game}/commands", command, Idempotency_Key="k1")  # unquoted is accepted too
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["ETag"] == first.headers["ETag"]
    assert version_of(anna, game) == first.json["version"]


def test_a_repeated_request_is_answered_even_if_it_would_be_refused_by_now(anna: Caller) -> None:
    game = a_game(anna)
    command = next_command(anna, game)
    version = version_of(anna, game)
    first = anna.post(f"{game}/commands", command, Idempotency_Key="k", If_Match=f'"{version}"')
    anna.post(f"{game}/commands", next_command(anna, game))
    again = anna.post(f"{game}/commands", command, Idempotency_Key="k", If_Match=f'"{version}"')
    assert again.json == first.json  # neither 412 nor 409


def test_a_key_belongs_to_one_request(anna: Caller) -> None:
    game = a_game(anna)
    anna.post(f"{game}/commands", {"type": "offer", "points": 1, "seat": 1}, Idempotency_Key="k")
    before = version_of(anna, game)
    other = anna.post(f"{game}/commands", {"type": "offer", "points": 2, "seat": 1}, Idempotency_Key="k")
    problem(other, 409, "key-reused")
    assert version_of(anna, game) == before


def test_a_key_belongs_to_one_caller_and_one_game(anna: Caller, ben: Caller) -> None:
    first, second = a_game(anna), a_game(ben)
    for caller, game in ((anna, first), (ben, second)):
        answer = caller.post(f"{game}/commands", {"type": "roll", "seat": 1}, Idempotency_Key="the same")
        assert answer.status_code == 201
        assert "Idempotent-Replayed" not in answer.headers


def test_creating_twice_with_one_key_creates_one_game(anna: Caller) -> None:
    body = asked("me", "me", seed=anna.post("/v1/seeds").json["id"])
    first = anna.post("/v1/games", body, Idempotency_Key="new")
    again = anna.post("/v1/games", body, Idempotency_Key="new")
    assert again.json == first.json
    assert again.headers["Location"] == first.headers["Location"]


def test_two_identical_requests_in_flight_happen_once(app: Flask, other_app: Flask, anna: Caller) -> None:
    for round_ in range(5):
        game = a_game(anna)
        command = next_command(anna, game)

        def send(where: Flask, game: str = game, command: dict[str, object] = command, n: int = round_) -> object:
            answer = anna.at(where).post(f"{game}/commands", command, Idempotency_Key=f"k{n}")
            return answer.status_code, answer.json

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, [app, other_app] * 4))
        assert all(answer == answers[0] for answer in answers), answers
        assert answers[0][0] == 201  # type: ignore[index]
        assert version_of(anna, game) == answers[0][1]["version"]  # type: ignore[index]


def test_a_stale_version_tells_what_was_missed(anna: Caller) -> None:
    game = a_game(anna)
    version = version_of(anna, game)
    happened = anna.post(f"{game}/commands", next_command(anna, game)).json
    answer = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, If_Match=f'"{version}"')
    body = problem(answer, 412, "stale-version")
    assert body["current_version"] == happened["version"]
    assert body["missed"] == happened["events"]


@pytest.mark.parametrize("given", ["17", '"x"', 'W/"17"', '""', '"-1"', '"1", "2"'])
def test_an_unreadable_precondition_is_refused(anna: Caller, given: str) -> None:
    game = a_game(anna)
    body = problem(anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, If_Match=given), 400, "unreadable")
    assert body["errors"][0]["pointer"] == "header/If-Match"


def test_a_stale_cache_never_refuses(app: Flask, other_app: Flask, anna: Caller) -> None:
    """Each process decides on what the other one did, although nobody told it."""
    game = a_game(anna)
    anna.at(other_app).get(f"{game}/state")  # both have the game in their caches now
    apps = [app, other_app]
    for n in range(40):
        here = anna.at(apps[n % 2])
        there = anna.at(apps[(n + 1) % 2])
        if here.get(game).json["status"] != "running":
            break
        command = next_command(here, game, n)
        assert there.post(f"{game}/commands", command).status_code == 201
        assert here.get(f"{game}/state").json["version"] == version_of(there, game)


def test_the_last_view_of_a_stale_process_is_corrected_before_it_refuses(
    app: Flask, other_app: Flask, anna: Caller
) -> None:
    """Even a process whose cache was not refreshed on arrival asks the database before it says no."""
    game = a_game(anna)
    game_id = UUID(game.rpartition("/")[2])
    stale: Games = other_app.extensions["kontor"].games
    stale.fresh(game_id)
    answer = anna.post(f"{game}/commands", {"type": "take_card", "seat": 1})
    assert answer.status_code == 201
    awaited = answer.json["awaiting"][0]
    assert awaited != 1
    rules = stale.registry["tiny"]

    def decide(seen: Seen) -> Move:  # accepted in that seat's turn only
        return Move((seat_commit(rules, seen.game, awaited, rules.commands["take_card"]()),))

    after, _ = stale.handle(game_id, decide)
    assert after.game.version > answer.json["version"]


def test_twelve_racing_commands_have_one_winner_each_turn(app: Flask, other_app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    version = version_of(anna, game)
    send = [anna.at([app, other_app][n % 2]) for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        answers = list(
            pool.map(
                lambda who: who.post(f"{game}/commands", {"type": "take_card", "seat": 1}, If_Match=f'"{version}"'),
                send,
            )
        )
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201] + [412] * 11


def test_the_order_of_checks(anna: Caller, ben: Caller, nobody: Caller) -> None:
    """401, 404/403, 400, idempotency, 412, 409, 422: each request below has every later flaw as well."""
    game, private = a_game(anna), a_game(anna, visibility="private")
    stale = '"1"'
    problem(nobody.raw(f"{private}/commands", b"{", If_Match=stale), 401, "unauthenticated")
    problem(ben.raw(f"{private}/commands", b"{", If_Match=stale), 404, "not-found")
    problem(ben.raw(f"{game}/commands", b"{", If_Match=stale), 403, "forbidden")
    problem(anna.raw(f"{game}/commands", b"{", If_Match=stale), 400, "unreadable")
    anna.post(f"{game}/commands", {"type": "take_card", "seat": 1}, Idempotency_Key="k")
    reused = {"type": "show_card", "card": "none", "seat": 1}
    problem(anna.post(f"{game}/commands", reused, Idempotency_Key="k", If_Match=stale), 409, "key-reused")
    problem(anna.post(f"{game}/commands", reused, If_Match=stale), 412, "stale-version")
    problem(anna.post(f"{game}/commands", reused), 409, "not-your-decision")
    problem(anna.post(f"{game}/commands", {**reused, "seat": 2}), 422, "rule-violation")
