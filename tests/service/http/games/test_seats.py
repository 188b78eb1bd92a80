"""Sitting down, standing up, handing over, ending together; and who may see what."""

from typing import Any

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, next_command, opened, problem, version_of


@pytest.fixture
def carla(app: Flask) -> Caller:
    return opened(app, "Carla")


def secrets(caller: Caller, game: str) -> dict[int, list[int]]:
    """Which parts of which version a caller may open."""
    items = caller.get(f"{game}/events").json["items"]
    return {each["version"]: [part["part"] for part in each["parts"]] for each in items if each["envelope"]["sealed"]}


def dealt(anna: Caller, ben: Caller) -> str:
    game = a_game(anna, "me", "open")
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    return game


def test_leaving_before_the_start_opens_the_seat_again(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", "open")
    ben.post(f"{game}/seats/2/join")
    problem(carla.post(f"{game}/seats/2/leave"), 403, "forbidden")
    assert ben.post(f"{game}/seats/2/leave").status_code == 201
    assert anna.get(game).json["seats"][1]["kind"] == "open"
    problem(ben.post(f"{game}/seats/2/leave"), 403, "forbidden")
    assert carla.post(f"{game}/seats/2/join").status_code == 201


def test_a_running_game_is_resigned_not_left(anna: Caller, ben: Caller) -> None:
    game = dealt(anna, ben)
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
    problem(ben.post(f"{game}/seats/2/resign", {"bot": "deep"}), 400, "unreadable")


def test_a_chair_that_is_not_there(anna: Caller) -> None:
    game = a_game(anna)
    for call in ("join", "leave", "resign", "return", "token"):
        problem(anna.post(f"{game}/seats/9/{call}"), 404, "not-found")


def test_a_seal_is_opened_to_its_seat_only(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = dealt(anna, ben)
    of_anna, of_ben = secrets(anna, game), secrets(ben, game)
    charms = min(of_anna)
    assert (of_anna[charms], of_ben[charms]) == ([0], [1])
    assert not any(secrets(nobody, game).values())
    hidden = [each.get("charm") for each in ben.get(f"{game}/state").json["state"]["seats"]]
    assert hidden[0] is None
    assert hidden[1] is not None


def test_views_through_others_eyes_are_refused(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = dealt(anna, ben)
    problem(ben.get(f"{game}/state?as=seat:1"), 403, "forbidden")
    problem(nobody.get(f"{game}/state?as=seat:1"), 403, "forbidden")
    assert ben.get(f"{game}/state?as=spectator").json["state"] == nobody.get(f"{game}/state").json["state"]
    assert ben.get(f"{game}/state").json["as"] == [2]


def test_who_gave_up_a_seat_sees_what_it_saw_and_no_more(anna: Caller, ben: Caller) -> None:
    game = dealt(anna, ben)
    while anna.get(game).json["awaiting"] != [2]:
        anna.post(f"{game}/commands", next_command_of(anna, game))
    ben.post(f"{game}/commands", {"type": "take_card"})
    seen = secrets(ben, game)
    ben.post(f"{game}/seats/2/resign")
    assert secrets(ben, game) == seen
    assert ben.get(f"{game}/state").json["as"] == []
    version = version_of(ben, game)
    assert ben.get(f"{game}/state?version={version - 1}&as=seat:2").status_code == 200
    problem(ben.get(f"{game}/state?as=seat:2"), 403, "forbidden")


def next_command_of(caller: Caller, game: str) -> Any:
    return caller.get(f"{game}/legal-commands?expand=9").json["commands"][0]


def test_a_private_game_is_not_there_for_others(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, visibility="private")
    token = anna.with_key(anna.post(f"{game}/seats/2/token").json["token"])
    for path in ("", "/state", "/events", "/score", "/legal-commands"):
        assert anna.get(game + path).status_code in (200, 400)
        assert token.get(game + path).status_code == 200
        absent = ben.get(f"/v1/games/00000000-0000-7000-8000-000000000000{path}").json
        there = problem(ben.get(game + path), 404, "not-found")
        assert {**there, "instance": ""} == {**absent, "instance": ""}
    problem(nobody.get(f"{game}/state"), 404, "not-found")
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 404, "not-found")
    problem(ben.post(f"{game}/seats/1/join"), 404, "not-found")


def test_lists_show_public_games_and_ones_own(anna: Caller, ben: Caller, nobody: Caller) -> None:
    public, unlisted, private = (a_game(anna, visibility=each) for each in ("public", "unlisted", "private"))

    def listed(caller: Caller, query: str = "") -> set[str]:
        found = caller.get(f"/v1/games?limit=200{query}").json["items"]
        return {each["href"] for each in found} & {public, unlisted, private}

    assert listed(nobody) == listed(ben) == {public}
    assert listed(anna, "&mine=true") == {public, unlisted, private}
    assert listed(ben, "&mine=true") == set()
    assert nobody.get(f"{unlisted}/state").status_code == 200
    problem(nobody.get("/v1/games?mine=true"), 401, "unauthenticated")


def test_lists_are_paged_by_cursor(anna: Caller) -> None:
    games = [a_game(anna) for _ in range(5)]
    found: list[str] = []
    page = "/v1/games?mine=true&limit=2"
    while page:
        answer = anna.get(page)
        found += [each["href"] for each in answer.json["items"]]
        assert all(seat["mine"] for each in answer.json["items"] for seat in each["seats"])
        page = answer.json["next"]
        assert (f'<{page}>; rel="next"' in answer.headers["Link"]) is bool(page)
    assert found == games[::-1]


def test_a_list_of_what_waits_for_me(anna: Caller, ben: Caller) -> None:
    game = dealt(anna, ben)
    assert [each["href"] for each in anna.get("/v1/games?awaiting=me").json["items"]] == [game]
    assert ben.get("/v1/games?awaiting=me").json["items"] == []


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
    assert all(secrets(carla, game).values())  # the seed opens everything


def test_an_administrator_ends_a_game_with_a_reason(app: Flask, anna: Caller, carla: Caller) -> None:
    game = a_game(anna)
    app.extensions["kontor"].accounts.grant(carla.account, "admin")
    scopes = ["game:read", "game:play", "admin"]
    admin = carla.with_key(carla.post("/v1/me/keys", {"scopes": scopes}).json["api_key"])
    problem(admin.post(f"{game}/abort"), 400, "unreadable")
    assert admin.post(f"{game}/abort", {"reason": "asked to by both"}).status_code == 201
    assert "asked to" not in anna.get(f"{game}/events").text  # free text never enters the log


def test_an_auditor_reads_private_games_but_no_seals(app: Flask, anna: Caller, carla: Caller) -> None:
    game = a_game(anna, visibility="private")
    app.extensions["kontor"].accounts.grant(carla.account, "audit:read")
    key = carla.post("/v1/me/keys", {"scopes": ["game:read", "audit:read"]}).json["api_key"]
    auditor = carla.with_key(key)
    assert auditor.get(f"{game}/events").status_code == 200
    assert not any(secrets(auditor, game).values())
    problem(auditor.post(f"{game}/commands", next_command(anna, game)), 403, "forbidden")
