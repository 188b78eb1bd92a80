"""Who was refused can read it again; nobody else can, and no log holds it."""

import json
from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http import refused_commands
from kontor.service.http.app import create_app
from kontor.service.http.refused_commands import LARGEST_PROBLEM, LONGEST
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_dealt_game, a_game, next_command, problem, version_of
from tests.support.own_redis import a_redis_of_its_own

ILLEGAL = {"type": "show_card", "card": "c99"}


def test_refusals_are_read_again_newest_first(anna: Caller) -> None:
    game = a_game(anna)
    version, seat = version_of(anna, game), anna.get(game).json["awaiting"][0]
    sent = [
        anna.post(f"{game}/commands", {"type": "no_such_thing"}),
        anna.post(f"{game}/commands", {**ILLEGAL, "seat": seat}),
        anna.post(f"{game}/commands", {"type": "roll", "seat": 3 - seat}),
        anna.post(f"{game}/commands", next_command(anna, game), If_Match='"1"'),
        anna.raw(f"{game}/commands", b"{"),
    ]
    assert [each.status_code for each in sent] == [400, 422, 409, 412, 400]
    found = anna.get(f"{game}/refusals").json["items"]
    assert [each["problem"]["detail"] for each in found] == [each.json["detail"] for each in reversed(sent)]
    assert [each["problem"]["instance"] for each in found] == [each.json["instance"] for each in reversed(sent)]
    assert {each["version"] for each in found} == {version}
    assert [each["seat"] for each in found] == [seat, seat, 3 - seat, seat, seat]
    assert found[0]["sent"] == "{"
    assert found[3]["problem"]["rule_href"].startswith("/v1/rulesets/tiny/rules/")
    assert "missed" not in found[1]["problem"]
    assert version_of(anna, game) == version


def test_accepted_commands_and_dry_runs_are_not_stored_as_refusals(anna: Caller) -> None:
    game = a_game(anna)
    assert anna.post(f"{game}/commands", {**ILLEGAL, "dry_run": True}).status_code == 422
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    assert anna.get(f"{game}/refusals").json == {"items": []}


def test_refusals_are_hidden_from_other_callers(anna: Caller, ben: Caller, carla: Caller, nobody: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert anna.post(f"{game}/commands", {"type": "no_such_thing"}).status_code == 400
    assert len(anna.get(f"{game}/refusals").json["items"]) == 1
    assert ben.get(f"{game}/refusals").json["items"] == []
    problem(carla.get(f"{game}/refusals"), 403, "forbidden")
    problem(nobody.get(f"{game}/refusals"), 401, "unauthenticated")
    assert "no_such_thing" not in nobody.get(f"{game}/events").text


def test_a_player_who_gave_up_a_seat_still_reads_their_refusals(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert ben.post(f"{game}/commands", {"type": "no_such_thing"}).status_code == 400
    assert ben.post(f"{game}/seats/2/resign", {}).status_code == 201
    assert len(ben.get(f"{game}/refusals").json["items"]) == 1


def test_the_newest_are_kept_for_a_day(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_commands, "KEPT", 3)
    game = a_game(anna)
    for n in range(5):
        anna.post(f"{game}/commands", {"type": f"no_{n}"})
    found = anna.get(f"{game}/refusals").json["items"]
    assert [each["sent"] for each in found] == ['{"type": "no_4"}', '{"type": "no_3"}', '{"type": "no_2"}']
    redis = app.extensions["kontor"].redis
    (key,) = [each for each in redis.scan_iter("kontor:refusals:*") if game.rpartition("/")[2].encode() in each]
    assert 0 < redis.ttl(key) <= 24 * 60 * 60


def test_a_refused_command_is_stored_up_to_a_length(anna: Caller) -> None:
    game = a_game(anna)
    anna.post(f"{game}/commands", {"type": "x" * 60_000, "other": {f"f{n}": 1 for n in range(100)}})
    (found,) = anna.get(f"{game}/refusals").json["items"]
    assert len(found["sent"]) == 2_000


def test_a_problem_is_kept_up_to_a_length(anna: Caller) -> None:
    game = a_game(anna)
    anna.post(f"{game}/commands", {"x" * 60_000: 1, **{f"f{n}" * 20: 1 for n in range(50)}})
    anna.post(f"{game}/commands", {"type": "show_card", "card": "\U0001f600" * 15_000})
    for found in anna.get(f"{game}/refusals").json["items"]:
        assert len(json.dumps(found["problem"])) <= LARGEST_PROBLEM
        assert len(found["sent"].encode()) <= LONGEST
        assert found["problem"]["detail"]


def flood(caller: Caller, game: str, times: int) -> None:
    """Send commands that are refused, each kept with 2 KB and more."""
    for n in range(times):
        answer = caller.post(f"{game}/commands", {"type": f"no_{n}", "x": "x" * 3000})
        assert answer.status_code == 400


def texts(caller: Caller, game: str) -> list[str]:
    return [each["sent"].split('"')[3] for each in caller.get(f"{game}/refusals").json["items"]]


def held(app: Flask, caller: Caller) -> int:
    return int(app.extensions["kontor"].redis.hget(refused_commands.BYTES, f"kontor:refusals:{caller.account}") or 0)


def test_a_seat_keeps_so_many_bytes(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_commands, "SEAT_BYTES", 10_000)
    game = a_game(anna)
    flood(anna, game, 6)
    assert texts(anna, game) == ["no_5", "no_4", "no_3"]
    assert 0 < held(app, anna) <= 10_000


def test_an_account_keeps_so_many_bytes(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_commands, "ACCOUNT_BYTES", 10_000)
    monkeypatch.setattr(refused_commands, "SEAT_BYTES", 5_000)
    games = [a_game(anna) for _ in range(6)]
    for game in games:
        flood(anna, game, 2)
    assert [len(texts(anna, game)) for game in games] == [0, 0, 0, 1, 1, 1]
    assert 0 < held(app, anna) <= 10_000


def test_all_together_keep_so_many_bytes(roomy: Settings, anna: Caller, ben: Caller) -> None:
    with a_redis_of_its_own() as url:
        app = create_app(replace(roomy, redis_url=url, refusal_bytes=10_000))
        callers = [each.at(app) for each in (anna, ben) for _ in range(4)]
        games = [a_game(each) for each in callers]
        for caller, game in zip(callers, games, strict=True):
            flood(caller, game, 1)
        assert [len(texts(caller, game)) for caller, game in zip(callers, games, strict=True)] == [0] * 5 + [1] * 3
        assert int(app.extensions["kontor"].redis.hget(refused_commands.BYTES, refused_commands.LISTS)) <= 10_000
        app.extensions["kontor"].pool.close()


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1:1/0"])
def test_without_redis_commands_are_refused_as_ever_and_nothing_is_kept(
    roomy: Settings, anna: Caller, url: str
) -> None:
    app = create_app(replace(roomy, redis_url=url))
    alone = anna.at(app)
    game = a_game(alone)
    problem(alone.post(f"{game}/commands", {"type": "no_such_thing"}), 400, "unreadable")
    found = alone.get(f"{game}/refusals")
    assert found.status_code == 200
    assert found.json["items"] == []
    assert "Redis" in found.json["note"]
    app.extensions["kontor"].pool.close()
