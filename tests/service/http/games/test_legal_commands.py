"""What is listed is accepted; by lot, page by page, and only what has changed."""

import json
from typing import Any

import pytest
from flask import Flask

from kontor.domain.kernel.legality import covers
from tests.support.callers import Caller, a_game, next_command, opened, problem, version_of


def test_complete_commands_are_accepted_and_covered_by_the_options(anna: Caller) -> None:
    game = a_game(anna)
    legal = anna.get(f"{game}/legal-commands?expand=50").json
    assert legal["commands"]
    assert legal["options"]
    for command in legal["commands"]:
        tried = anna.post(f"{game}/commands", {**command, "dry_run": True})
        assert tried.status_code == 200, tried.text
    assert anna.get(f"{game}/legal-commands?expand=50").json == legal  # it depends on version, seat and number only


# ---------------------------------------------------------------- by lot


@pytest.fixture(scope="module")
def moving(shipped_app: Flask) -> tuple[Caller, str]:
    """A game of Hansa in which pieces can be moved: not every filling of that option is legal."""
    anna = opened(shipped_app)
    game = a_game(anna, "me", "me", "me", ruleset="hansa", board="hansa-3")
    placed = 0
    while placed < 18:
        legal = anna.get(f"{game}/legal-commands?sample=50&seed={placed}").json
        kinds = {each["type"]: each for each in legal["commands"]}
        command = kinds.get("place_piece") or kinds.get("end_turn") or legal["commands"][0]
        assert anna.post(f"{game}/commands", command).status_code == 201
        placed += command["type"] == "place_piece"
    while "move_pieces" not in kinds_of(anna, game):
        assert anna.post(f"{game}/commands", {"type": "end_turn"}).status_code == 201
    return anna, game


def kinds_of(anna: Caller, game: str) -> set[str]:
    return {each["type"] for each in anna.get(f"{game}/legal-commands").json["options"]}


def test_every_command_that_is_drawn_is_accepted_and_covered(moving: tuple[Caller, str]) -> None:
    anna, game = moving
    legal = anna.get(f"{game}/legal-commands").json
    kinds = set()
    for seed in range(4):
        drawn = anna.get(f"{game}/legal-commands?sample=50&seed={seed}").json
        assert drawn.keys() == {"version", "seat", "awaiting", "commands"}
        assert len(drawn["commands"]) == 50
        for command in drawn["commands"]:
            assert any(covers(option, command) for option in legal["options"])
            tried = anna.post(f"{game}/commands", {**command, "dry_run": True})
            assert tried.status_code == 200, tried.text
            kinds.add(command["type"])
    assert kinds == {each["type"] for each in legal["options"]} >= {"move_pieces"}


def test_a_sample_depends_only_on_version_seat_and_seed(anna: Caller) -> None:
    game = a_game(anna)
    drawn = anna.get(f"{game}/legal-commands?sample=20&seed=7").json["commands"]
    assert anna.get(f"{game}/legal-commands?sample=20&seed=7").json["commands"] == drawn
    assert anna.get(f"{game}/legal-commands?sample=5&seed=7").json["commands"] == drawn[:5]
    assert anna.get(f"{game}/legal-commands?sample=20&seed=8").json["commands"] != drawn
    assert anna.get(f"{game}/legal-commands?sample=20").json == anna.get(f"{game}/legal-commands?sample=20&seed=0").json


def test_nothing_is_drawn_for_a_seat_that_has_nothing_to_decide(anna: Caller) -> None:
    game = a_game(anna)
    idle = 3 - anna.get(game).json["awaiting"][0]
    assert anna.get(f"{game}/legal-commands?sample=3&seat={idle}").json["commands"] == []


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("sample=51", "query/sample"),
        ("sample=0", "query/sample"),
        ("sample=1&seed=-1", "query/seed"),
        ("sample=1&expand=1&cursor=x", "query/cursor"),
        ("cursor=x", "query/expand"),
        ("expand=1&cursor=x", "query/cursor"),
        ("since=1", "query/since"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(table: tuple[Caller, str], query: str, pointer: str) -> None:
    anna, game = table
    assert problem(anna.get(f"{game}/legal-commands?{query}"), 400, "unreadable")["errors"][0]["pointer"] == pointer


# ---------------------------------------------------------------- page by page


def pages(anna: Caller, address: str, most: int = 1_000) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    following: str | None = address
    while following is not None and len(found) < most:
        answer = anna.get(following)
        assert answer.status_code == 200, answer.text
        found.append(answer.json)
        following = answer.json["next"]
        assert answer.json["truncated"] == (following is not None)
    return found


def test_following_the_pages_meets_every_command_once(anna: Caller) -> None:
    game = a_game(anna)
    whole = anna.get(f"{game}/legal-commands?expand=200").json
    assert (whole["truncated"], whole["next"]) == (False, None)
    for most in (1, 2, 3):
        listed = [each for page in pages(anna, f"{game}/legal-commands?expand={most}") for each in page["commands"]]
        assert len(listed) == len(whole["commands"])
        assert all(each in listed for each in whole["commands"])


def test_pages_go_beyond_what_one_answer_holds(moving: tuple[Caller, str]) -> None:
    anna, game = moving
    found = pages(anna, f"{game}/legal-commands?expand=200", most=4)
    listed = [json.dumps(each) for page in found for each in page["commands"]]
    assert len(listed) == len(set(listed)) > 200
    assert ["options" in page for page in found] == [True, False, False, False]
    for text in listed[200::97]:
        assert anna.post(f"{game}/commands", {**json.loads(text), "dry_run": True}).status_code == 200


def test_a_page_of_a_position_that_is_gone_says_so(anna: Caller) -> None:
    game = a_game(anna)
    following = anna.get(f"{game}/legal-commands?expand=1").json["next"]
    assert anna.get(following).status_code == 200
    anna.post(f"{game}/commands", next_command(anna, game))
    seat = following.partition("seat=")[2][0]
    found = problem(anna.get(following), 412, "stale-version")
    assert found["current_version"] == version_of(anna, game)
    other = following.replace(f"seat={seat}", f"seat={3 - int(seat)}")
    problem(anna.get(other), 400, "unreadable")
