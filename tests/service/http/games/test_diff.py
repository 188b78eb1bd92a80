"""Diffs: patches that lead from one answer of /state to another, and tell nothing that the two do not."""

import json
import random
from typing import Any

import pytest
from flask import Flask

from kontor.domain.kernel.canonical import canonical
from kontor.service.clock import new_id
from kontor.service.http.app import create_app
from kontor.service.http.json_patch import patch
from kontor.service.settings import Settings
from tests.games.recording import FOLDER, Recording
from tests.support import damage
from tests.support.callers import Caller, a_dealt_game, a_game, finish, opened, play_on, problem, version_of
from tests.support.json_patching import NotApplicable, applied
from tests.support.playing import seed_of
from tests.support.retelling import empty, put, retold

MEDIA_TYPE = "application/json-patch+json"
RECORDED = ("hansa/hansa-3-3-seats-favours-missions-drawn-markers", "merchants/merchants-short-3-seats-start-fixed-won")
PAIRS = 6


def check(caller: Caller, game: str, old: int, new: int, eyes: str = "") -> list[dict[str, Any]]:
    """The patch between two versions, which must lead from the one answer to the other, byte by byte."""
    before, after = (caller.get(f"{game}/state?version={version}{eyes}").json for version in (old, new))
    answer = caller.get(f"{game}/diff?from={old}&to={new}{eyes}")
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == MEDIA_TYPE
    operations: list[dict[str, Any]] = json.loads(answer.data)
    assert canonical(applied(before, operations)) == canonical(after)
    assert operations[2:] == patch(before, after)  # from the two answers alone
    return operations


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_games_can_be_followed_by_patches(shipped_app: Flask, name: str) -> None:
    """Any two versions, forwards and backwards, running (at its last decision but one) and ended, through any eyes."""
    recording = Recording.load(FOLDER / f"{name}.json")
    rules, luck = recording.world.rules, random.Random(name)
    whole = recording.replayed().commits
    holder, nobody = opened(shipped_app), Caller(shipped_app)
    for log in (whole[:-2], whole):
        start = empty(log, new_id(), seed_of(recording.number))
        game = put(shipped_app, rules, retold(rules, log, start), {2: str(holder.account)})
        last = log[-1].last
        for caller, eyes in ((nobody, ""), (holder, ""), (holder, "&as=spectator")):
            for _ in range(PAIRS):
                check(caller, game, luck.randint(1, last), luck.randint(1, last), eyes)


def test_every_step_of_a_game_can_be_followed(anna: Caller, ben: Caller) -> None:
    """From the first version, before there is a state; inside of commits; one patch laid upon the other."""
    game = a_dealt_game(anna, ben)
    found = anna.get(f"{game}/state?version=1").json
    last = version_of(anna, game)
    for version in range(1, last):
        found = applied(found, json.loads(anna.get(f"{game}/diff?from={version}&to={version + 1}").data))
    assert canonical(found) == canonical(anna.get(f"{game}/state").json)
    for version in range(last, 1, -1):
        check(ben, game, version, version - 1)


def test_a_patch_fails_on_another_answer(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    last = version_of(anna, game)
    operations = json.loads(anna.get(f"{game}/diff?from={last - 1}").data)
    for other in (anna.get(f"{game}/state").json, ben.get(f"{game}/state?version={last - 1}").json):
        with pytest.raises(NotApplicable):
            applied(other, operations)


def test_seats_that_are_given_up_between_the_versions_close_with_them(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    held = version_of(ben, game)
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    operations = check(ben, game, held, version_of(ben, game))
    assert {"op": "remove", "path": "/as/0"} in operations or {
        "op": "replace",
        "path": "/as",
        "value": [],
    } in operations
    problem(ben.get(f"{game}/diff?from={held}&as=seat:2"), 403, "forbidden")


def test_the_diff_has_the_same_readers_as_the_state(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, visibility="private")
    assert anna.get(f"{game}/diff?from=1").status_code == 200
    problem(ben.get(f"{game}/diff?from=1"), 404, "not-found")
    problem(nobody.get(f"{game}/diff?from=1"), 404, "not-found")
    problem(nobody.get(f"{a_game(anna)}/diff?from=1&as=seat:1"), 403, "forbidden")


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("", "query/from"),
        ("from=0", "query/from"),
        ("from=999", "query/from"),
        ("from=1&to=999", "query/to"),
        ("from=1&to=x", "query/to"),
        ("from=1&version=1", "query/version"),
        ("from=1&from=2", "query/from"),
        ("from=1&as=seat:9", "query/as"),
    ],
)
def test_an_invalid_query_is_named(table: tuple[Caller, str], query: str, pointer: str) -> None:
    anna, game = table
    found = problem(anna.get(f"{game}/diff?{query}"), 400, "unreadable")
    assert found["errors"][0]["pointer"] == pointer


def test_a_patch_that_has_not_changed_is_not_sent_again(app: Flask, anna: Caller, nobody: Caller) -> None:
    """Not even without `to`, while the game stands still; and anew, once what was closed has opened."""
    game = a_game(anna)
    last = version_of(anna, game)
    path, open_end = f"{game}/diff?from=1&to={last}", f"{game}/diff?from={last}"
    closed, waiting = nobody.get(path), nobody.get(open_end)
    assert closed.headers["ETag"] == f'"1-_{last}-"'
    assert closed.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in closed.headers["Vary"]
    assert nobody.get(path, If_None_Match=closed.headers["ETag"]).status_code == 304
    assert nobody.get(open_end, If_None_Match=waiting.headers["ETag"]).status_code == 304
    assert anna.get(path, If_None_Match=closed.headers["ETag"]).status_code == 200  # through other eyes
    finish(app, anna, game)
    assert nobody.get(open_end, If_None_Match=waiting.headers["ETag"]).status_code == 200
    ended = nobody.get(path, If_None_Match=closed.headers["ETag"])
    assert ended.status_code == 200
    assert "immutable" in ended.headers["Cache-Control"]
    assert "immutable" not in nobody.get(open_end).headers["Cache-Control"]


def test_a_damaged_log_gives_no_patch(roomy: Settings, app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    play_on(anna, game)
    damage.damage(roomy, damage.ENVELOPE, game, 4, "{}")
    late = anna.at(create_app(roomy))
    assert problem(late.get(f"{game}/diff?from=5&to=6"), 503, "log-damaged")["version"] == 4
