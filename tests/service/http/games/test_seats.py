"""Sitting down, standing up, handing over, tokens, ending together."""

from flask import Flask

from tests.support.callers import Caller, a_dealt_game, a_game, asked, granted, problem, version_of


def test_the_last_seat_taken_starts_the_game(anna: Caller, ben: Caller) -> None:
    created = anna.post("/v1/games", asked("me", "open"))
    assert created.json["status"] == "open"
    assert created.headers["Location"] == created.json["href"]
    joined = ben.post(f"{created.json['href']}/seats/2/join", {"colour": "blue", "nonce": "ab" * 32})
    assert joined.status_code == 201
    assert anna.get(created.json["href"]).json["status"] == "running"
    seats = ben.get(created.json["href"]).json["seats"]
    assert [each["mine"] for each in seats] == [False, True]
    assert seats[1]["colour"] == "blue"
    problem(ben.post(f"{created.json['href']}/seats/2/join"), 409, "seat-taken")


def test_leaving_before_the_start_opens_the_seat_again(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", "open")
    ben.post(f"{game}/seats/2/join")
    problem(carla.post(f"{game}/seats/2/leave"), 403, "forbidden")
    assert ben.post(f"{game}/seats/2/leave").status_code == 201
    assert anna.get(game).json["seats"][1]["kind"] == "open"
    problem(ben.post(f"{game}/seats/2/leave"), 403, "forbidden")
    assert carla.post(f"{game}/seats/2/join").status_code == 201


def test_a_running_game_is_resigned_not_left(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    problem(ben.post(f"{game}/seats/2/leave"), 409, "game-over")
    assert ben.post(f"{game}/seats/2/resign", {"bot": "random"}).status_code == 201
    assert anna.get(game).json["seats"][1] | {"participant": None} == {
        "seat": 2,
        "kind": "bot",
        "bot": "random",
        "participant": None,
        "mine": False,
    }
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 403, "forbidden")
    assert ben.post(f"{game}/seats/2/return").status_code == 201
    problem(ben.post(f"{game}/seats/2/return"), 409, "seat-not-held")
    problem(anna.post(f"{game}/seats/2/return"), 403, "forbidden")
    refused = problem(ben.post(f"{game}/seats/2/resign", {"bot": "Random"}), 400, "unreadable")
    assert refused["detail"] == "/bot: must be one of random; did you mean random?"


def test_a_seat_that_is_not_there_is_not_found(anna: Caller) -> None:
    game = a_game(anna)
    for call in ("join", "leave", "resign", "return", "token"):
        problem(anna.post(f"{game}/seats/9/{call}"), 404, "not-found")


def test_a_finished_game_cannot_be_joined(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    assert anna.post(f"{game}/abort").status_code == 201
    problem(ben.post(f"{game}/seats/2/join"), 409, "game-over")
    before = version_of(anna, game)
    problem(anna.post(f"{game}/what-if", {}), 409, "not-started")
    assert version_of(anna, game) == before


def test_a_seat_token_plays_its_seat_and_nothing_else(anna: Caller) -> None:
    game = a_game(anna, "me", "me")
    token = anna.with_key(anna.post(f"{game}/seats/1/token").json["token"])
    assert token.get(f"{game}/legal-commands").json["seat"] == 1
    problem(token.get(f"{game}/legal-commands?seat=2"), 403, "forbidden")
    problem(token.get("/v1/me"), 403, "forbidden")
    problem(token.post("/v1/games", asked("me", "me")), 403, "forbidden")
    problem(token.post(f"{game}/seats/1/token"), 403, "forbidden")
    for call in ("seats/1/leave", "seats/1/resign", "abort", "rematch"):
        problem(token.post(f"{game}/{call}"), 403, "forbidden")
    assert anna.post(f"{game}/seats/1/resign").status_code == 201
    problem(token.post(f"{game}/seats/1/return"), 403, "forbidden")
    assert anna.post(f"{game}/seats/1/return").status_code == 201
    assert anna.delete(f"{game}/seats/1/token").status_code == 204
    problem(token.get(f"{game}/state"), 401, "unauthenticated")


def test_an_auditor_of_a_private_game_joins_only_by_invitation(app: Flask, anna: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    for scope in ("audit:read", "admin"):
        official = granted(app, carla, scope, "game:read", "game:play")
        assert official.get(game).status_code == 200
        problem(official.post(f"{game}/seats/2/join"), 403, "forbidden")
    assert anna.post(f"{game}/seats/2/invitations", {"account": carla.account}).status_code == 201
    assert official.post(f"{game}/seats/2/join").status_code == 201
