"""Who sees what of a game: seals are for their seats, then and now."""

from flask import Flask

from kontor.domain.kernel.verify import verify
from tests.support.callers import Caller, a_dealt_game, a_game, next_command, open_parts, problem, version_of


def test_a_seal_is_opened_to_its_seat_only(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_dealt_game(anna, ben)
    of_anna, of_ben = open_parts(anna, game), open_parts(ben, game)
    charms = min(of_anna)
    assert (of_anna[charms], of_ben[charms]) == ([0], [1])
    assert not any(open_parts(nobody, game).values())
    hidden = [each.get("charm") for each in ben.get(f"{game}/state").json["state"]["seats"]]
    assert hidden[0] is None
    assert hidden[1] is not None


def test_views_of_other_seats_are_refused(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_dealt_game(anna, ben)
    problem(ben.get(f"{game}/state?as=seat:1"), 403, "forbidden")
    problem(nobody.get(f"{game}/state?as=seat:1"), 403, "forbidden")
    assert ben.get(f"{game}/state?as=spectator").json["state"] == nobody.get(f"{game}/state").json["state"]
    assert ben.get(f"{game}/state").json["as"] == [2]


def test_a_player_who_gave_up_a_seat_sees_the_secrets_of_their_time_only(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    while anna.get(game).json["awaiting"] != [2]:
        anna.post(f"{game}/commands", next_command(anna, game))
    ben.post(f"{game}/commands", {"type": "take_card"})
    seen = open_parts(ben, game)
    ben.post(f"{game}/seats/2/resign")
    assert open_parts(ben, game) == seen
    assert ben.get(f"{game}/state").json["as"] == []
    version = version_of(ben, game)
    assert ben.get(f"{game}/state?version={version - 1}&as=seat:2").status_code == 200
    problem(ben.get(f"{game}/state?as=seat:2"), 403, "forbidden")


def test_a_player_who_returns_sees_the_past_of_the_seat_again(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    resigned = ben.post(f"{game}/seats/2/resign").json["version"]
    path = f"{game}/state?version={resigned}"
    outside = ben.get(path)
    assert outside.json["as"] == []
    assert ben.post(f"{game}/seats/2/return").status_code == 201
    inside = ben.get(path, If_None_Match=outside.headers["ETag"])
    assert (inside.status_code, inside.json["as"]) == (200, [2])


def test_an_auditor_reads_private_games_but_no_seals(app: Flask, anna: Caller, carla: Caller) -> None:
    game = a_game(anna, visibility="private")
    app.extensions["kontor"].store.accounts.grant(carla.account, "audit:read")
    key = carla.post("/v1/me/keys", {"scopes": ["game:read", "audit:read"]}).json["api_key"]
    auditor = carla.with_key(key)
    assert auditor.get(f"{game}/events").status_code == 200
    assert not any(open_parts(auditor, game).values())
    problem(auditor.post(f"{game}/commands", next_command(anna, game)), 403, "forbidden")


def test_a_log_seen_by_a_spectator_verifies_while_the_game_runs(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    anna.post(f"{game}/commands", next_command(anna, game))
    lines = nobody.get(f"{game}/events", Accept="application/x-ndjson").data.splitlines()
    assert not verify(lines, nobody.get(game).json["head"]).findings
