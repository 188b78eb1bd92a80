"""Idempotency-Key: what is sent again happens once, also at the same time and in two processes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.clock import stamp
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


@pytest.mark.parametrize("key", ["", '""', '"unclosed', "x" * 256, "\x7f", '"a" b'])
def test_an_idempotency_key_that_is_none_is_refused(table: tuple[Caller, str], key: str) -> None:
    anna, game = table
    answer = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, Idempotency_Key=key)
    assert problem(answer, 400, "unreadable")["errors"][0]["pointer"] == "header/Idempotency-Key"


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
def test_a_repeated_request_gets_the_stored_answer(
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
def test_an_idempotency_key_serves_its_caller_only(
    anna: Caller, ben: Caller, way: Callable[[Caller, Caller], tuple[Caller, str]]
) -> None:
    who, path = way(anna, ben)
    assert who.post(path, Idempotency_Key="k").status_code == 201
    problem(anna.post(path, Idempotency_Key="k"), 403, "forbidden")


def _invited_by_link(anna: Caller, ben: Caller, game: str) -> dict[str, object]:
    return {"invitation": anna.post(f"{game}/seats/2/invitations").json["token"]}


def _invited_by_account(anna: Caller, ben: Caller, game: str) -> dict[str, object]:
    account = ben.get("/v1/me").json["id"]
    assert anna.post(f"{game}/seats/2/invitations", {"account": account}).status_code == 201
    return {}


@pytest.mark.parametrize("way", [_invited_by_link, _invited_by_account])
def test_a_player_who_left_a_private_game_gets_the_stored_answer_and_nothing_else(
    anna: Caller, ben: Caller, way: Callable[[Caller, Caller, str], dict[str, object]]
) -> None:
    """It is no longer there for them; what they were told is."""
    game = a_game(anna, "me", "invited", "invited", visibility="private")
    body = way(anna, ben, game)
    joined = ben.post(f"{game}/seats/2/join", body, Idempotency_Key="j")
    left = ben.post(f"{game}/seats/2/leave", Idempotency_Key="l")
    assert (joined.status_code, left.status_code) == (201, 201), joined.text + left.text
    for first, again in (
        (joined, ben.post(f"{game}/seats/2/join", body, Idempotency_Key="j")),
        (left, ben.post(f"{game}/seats/2/leave", Idempotency_Key="l")),
    ):
        assert (again.status_code, again.json) == (201, first.json)
        assert again.headers["Idempotent-Replayed"] == "true"
    problem(ben.post(f"{game}/seats/2/leave", {}, Idempotency_Key="j"), 409, "key-reused")
    problem(ben.post(f"{game}/seats/2/leave"), 404, "not-found")
    problem(ben.post(f"{game}/seats/2/leave", Idempotency_Key="another"), 404, "not-found")
    for path in ("", "/state", "/events", "/legal-commands"):
        problem(ben.get(f"{game}{path}", Idempotency_Key="l"), 404, "not-found")


def test_a_player_who_passed_on_a_private_seat_gets_the_stored_answer(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "invited", visibility="private")
    assert ben.post(f"{game}/seats/2/join", _invited_by_link(anna, ben, game)).status_code == 201
    while anna.get(game).json["awaiting"] != [2]:
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    command = next_command(ben, game)
    first = ben.post(f"{game}/commands", command, Idempotency_Key="k")
    assert first.status_code == 201, first.text
    assert carla.post(f"{game}/seats/2/join", _invited_by_link(ben, carla, game)).status_code == 201
    problem(ben.get(game), 404, "not-found")
    again = ben.post(f"{game}/commands", command, Idempotency_Key="k")
    assert (again.status_code, again.json) == (201, first.json)
    assert "Idempotent-Replayed" not in carla.post(f"{game}/commands", command, Idempotency_Key="k").headers


def test_a_key_with_less_rights_is_given_no_answer_to_what_it_may_not_do(anna: Caller, ben: Caller) -> None:
    who, path = _left(anna, ben)
    assert who.post(path, Idempotency_Key="k").status_code == 201
    small = who.post("/v1/me/keys", {"scopes": ["game:read"]}).json["api_key"]
    problem(who.with_key(small).post(path, Idempotency_Key="k"), 403, "forbidden")


@pytest.mark.parametrize(
    ("path", "body"), [("pause", None), ("pause", {"seat": 1, "until": ""}), ("undo", {"together": True, "to": 0})]
)
def test_a_repeated_agreement_gets_the_stored_answer(anna: Caller, path: str, body: dict[str, object] | None) -> None:
    game = a_game(anna, "me", "me", clock={"per_decision": "P1D", "bank": "PT0S", "on_timeout": "bot"})
    if body and "until" in body:
        body = {**body, "until": stamp(datetime.now(UTC) + timedelta(days=2))}
    if body and "to" in body:
        body = {**body, "to": version_of(anna, game)}
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    first = anna.post(f"{game}/{path}", body, Idempotency_Key="k")
    assert first.status_code == 201, first.text
    again = anna.post(f"{game}/{path}", body, Idempotency_Key="k")
    assert (again.status_code, again.json) == (201, first.json)
    assert version_of(anna, game) == first.json["version"]


def _lost_to_the_clock(app: Flask, who: Caller, visibility: str) -> tuple[str, Callable[[], object]]:
    clock = {"per_decision": "PT0S", "bank": "PT0S", "on_timeout": "bot"}
    game = a_game(who, "me", "me", visibility=visibility, clock=clock)

    def lose() -> None:
        while who.get(game).json["awaiting"] != [1]:
            who.post(f"{game}/commands", next_command(who, game))
        app.extensions["kontor"].games.time_out(UUID(game.rpartition("/")[2]))

    return game, lose


def _resigned_by_themselves(app: Flask, who: Caller, visibility: str) -> tuple[str, Callable[[], object]]:
    game = a_game(who, "me", "bot", visibility=visibility)
    return game, lambda: who.post(f"{game}/seats/1/resign")


@pytest.mark.parametrize("way", [_lost_to_the_clock, _resigned_by_themselves])
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_command_is_answered_again_to_who_has_lost_the_seat(
    app: Flask,
    anna: Caller,
    visibility: str,
    way: Callable[[Flask, Caller, str], tuple[str, Callable[[], object]]],
) -> None:
    game, lose_seat = way(app, anna, visibility)
    command = next_command(anna, game)
    assert command["seat"] == 1
    first = anna.post(f"{game}/commands", command, Idempotency_Key="k")
    assert first.status_code == 201, first.text
    lose_seat()
    problem(anna.post(f"{game}/commands", command), 403, "forbidden")
    again = anna.post(f"{game}/commands", command, Idempotency_Key="k")
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    other = anna.post(f"{game}/commands", command, Idempotency_Key="k", If_Match='"1"')  # another request
    assert other.status_code == (409 if anna.get(game).json["seats"][1]["kind"] == "bot" else 403)
    problem(anna.post(f"{game}/commands", command, Idempotency_Key="another"), 403, "forbidden")
