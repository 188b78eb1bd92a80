"""Practice: dice that are given, going back without asking, and branches that begin as another game went."""

from uuid import UUID

import pytest
from flask import Flask

from kontor.domain.kernel.canonical import parse_strict
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.verify import verify
from tests.support.callers import Caller, a_game, asked, finish, opened, play_on, problem, version_of


def seen(caller: Caller, game: str, version: int | None = None) -> object:
    answer = caller.get(f"{game}/state" + ("" if version is None else f"?version={version}"))
    return answer.json["state"]


def branched(caller: Caller, game: str, version: int) -> str:
    answer = caller.post(f"{game}/branches", {"version": version})
    assert answer.status_code == 201, answer.text
    return str(answer.json["href"])


def settled(caller: Caller, game: str) -> list[int]:
    """The last versions of commits since the start."""
    items = caller.get(f"{game}/events?limit=200").json["items"]
    start = next(each["version"] for each in items if each["envelope"]["type"] == "game_started")
    lasts = [each["envelope"]["command"]["last"] for each in items]
    return sorted({last for last in lasts if last >= start})


def test_a_practice_game_is_given_its_dice(anna: Caller) -> None:
    rolls = []
    for _ in range(2):
        game = a_game(anna, practice=True, dice_seed="ab" * 32)
        anna.post(f"{game}/commands", {"type": "roll", "seat": 1})
        rolls.append(anna.get(f"{game}/events").json["items"][-2]["envelope"]["data"])
    assert rolls[0] == rolls[1]


def test_no_other_game_is(anna: Caller) -> None:
    problem(anna.post("/v1/games", asked("me", "me", dice_seed="ab" * 32)), 400, "unreadable")


def test_a_practice_game_goes_back_without_asking(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open", practice=True)
    ben.post(f"{game}/seats/2/join")
    before = version_of(anna, game)
    anna.post(f"{game}/commands", {"type": "roll"})
    assert anna.post(f"{game}/undo", {"to": before}).status_code == 201
    assert seen(anna, game) == seen(anna, game, before)


def test_a_branch_has_the_same_position_and_the_same_dice(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    versions = settled(anna, game)
    middle = versions[len(versions) // 2]
    twin = branched(anna, game, middle)
    assert seen(anna, twin) == seen(anna, game, middle)
    summary = anna.get(twin).json
    assert (summary["practice"], summary["visibility"], summary["status"]) == (True, "private", "running")
    items = anna.get(f"{game}/events?limit=200").json["items"]
    following = next(each for each in items if each["version"] == middle + 1)
    seat = int(following["envelope"]["actor"].removeprefix("seat:"))
    assert anna.post(f"{twin}/commands", {**following["command"]["body"], "seat": seat}).status_code == 201
    assert seen(anna, twin) == seen(anna, game, following["envelope"]["command"]["last"])


def test_the_log_of_a_branch_proves_itself(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    twin = branched(anna, game, settled(anna, game)[-3])
    assert anna.post(f"{twin}/abort").status_code == 201
    lines = [parse_strict(line) for line in anna.get(f"{twin}/events", Accept="application/x-ndjson").text.splitlines()]
    assert verify(lines).is_good
    at = app.extensions["kontor"].games.fresh(UUID(twin.rpartition("/")[2]))
    assert reexecute(at.rules, at.game.board, lines).finding is None


def test_a_branch_of_a_game_in_which_something_was_undone(anna: Caller) -> None:
    game = a_game(anna, practice=True)
    before = version_of(anna, game)
    for _ in range(2):
        anna.post(f"{game}/commands", {"type": "roll", "seat": 1})
        anna.post(f"{game}/undo", {"to": before})
    anna.post(f"{game}/commands", {"type": "roll", "seat": 1})
    version = version_of(anna, game)
    assert seen(anna, branched(anna, game, version)) == seen(anna, game)


def test_bots_keep_their_seats(app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "bot", practice=True)
    twin = branched(anna, game, version_of(anna, game))
    assert [seat["kind"] for seat in anna.get(twin).json["seats"]] == ["participant", "bot"]


def test_a_running_game_is_branched_only_in_own_practice(anna: Caller, ben: Caller) -> None:
    game = a_game(anna)
    problem(anna.post(f"{game}/branches", {"version": version_of(anna, game)}), 409, "not-ended")
    practice = a_game(anna, practice=True)
    problem(ben.post(f"{practice}/branches", {"version": version_of(anna, practice)}), 403, "forbidden")


@pytest.mark.parametrize("version", [1, 100_000])
def test_a_version_that_is_none_is_refused(anna: Caller, version: int) -> None:
    game = a_game(anna, "me", "me", practice=True)
    answer = anna.post(f"{game}/branches", {"version": version})
    assert answer.status_code in (400, 409), answer.text


def test_a_version_within_a_commit_is_refused_with_those_that_could_be_meant(anna: Caller) -> None:
    game = a_game(anna, practice=True)
    before = version_of(anna, game)
    after = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}).json["version"]
    refused = problem(anna.post(f"{game}/branches", {"version": after - 1}), 400, "unreadable")
    assert refused["nearest"] == [before, after]
    assert f"choose {before}, before the commit, or {after}, its last version" in refused["detail"]
    start = problem(anna.post(f"{game}/branches", {"version": 1}), 400, "unreadable")
    assert start["nearest"] == [before]  # before that the game had not started
    for version in refused["nearest"]:
        branched(anna, game, version)


def test_a_branch_with_a_key_is_made_once(app: Flask, anna: Caller) -> None:
    game = a_game(anna, practice=True)
    sent = [
        anna.post(f"{game}/branches", {"version": version_of(anna, game)}, Idempotency_Key="b").json["id"]
        for _ in range(2)
    ]
    assert sent[0] == sent[1]


def test_another_may_branch_off_a_public_game_that_is_over(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    carla = opened(app, "Carla")
    twin = branched(carla, game, settled(carla, game)[0])
    assert play_on(carla, twin) > 0
