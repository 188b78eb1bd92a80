"""Boards of one's own."""

from typing import Any

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, opened, problem
from tests.support.rulesets import SHIPPED


@pytest.mark.parametrize("board", [{}, {"name": "own", "Größe": 1}])
def test_a_flawed_board_is_refused(anna: Caller, board: dict[str, Any]) -> None:
    body = problem(anna.post("/v1/rulesets/tiny/boards", board), 422, "board-flawed")
    assert isinstance(body["errors"], list)


def test_a_stored_board_can_be_played_on(anna: Caller, nobody: Caller) -> None:
    stored = anna.post("/v1/rulesets/tiny/boards", {"name": "square"})
    assert stored.status_code == 201
    board = stored.json["hash"]
    assert nobody.get(f"/v1/rulesets/tiny/boards/{board}").json == {"name": "square"}
    game = a_game(anna, board=board)
    assert anna.get(game).json["board"] == board


def test_a_stored_board_is_drawn_under_its_ruleset_only(shipped_app: Flask) -> None:
    anna = opened(shipped_app)
    board = {**anna.get("/v1/rulesets/hansa/boards/east").json, "title": "<b>East</b>"}
    stored = anna.post("/v1/rulesets/hansa/boards", board).json["hash"]
    turned = problem(anna.post("/v1/rulesets/hansa/boards", {**board, "title": "Ea\u202est"}), 422, "board-flawed")
    assert [each["pointer"] for each in turned["errors"]] == ["/title"]
    drawn = anna.get(f"/v1/rulesets/hansa/boards/{stored}/board.svg")
    assert drawn.status_code == 200
    assert "&lt;b&gt;East" in drawn.text
    assert "<b>" not in drawn.text
    assert "<b>East</b>" in anna.get(f"/v1/rulesets/hansa/boards/{stored}/board.txt").text
    problem(anna.get(f"/v1/rulesets/merchants/boards/{stored}/board.svg"), 404, "not-found")
    problem(anna.get("/v1/rulesets/hansa/boards/nowhere/board.svg"), 404, "not-found")


def test_a_board_is_listed_with_its_title_and_for_how_many_seats_it_is(shipped_app: Flask, nobody: Caller) -> None:
    """HT-SETUP-2"""
    shipped = Caller(shipped_app)
    listed = {each["name"]: each for name in SHIPPED for each in shipped.get(f"/v1/rulesets/{name}").json["boards"]}
    assert listed["hansa-3"]["title"] == "The Hanse (Die Hanse), 3-player side"
    seats = {name: (each["seats"]["fewest"], each["seats"]["most"]) for name, each in listed.items()}
    assert {name: seats[name] for name in ("hansa-3", "hansa-45", "east", "merchants-main")} == {
        "hansa-3": (2, 3),
        "hansa-45": (4, 5),
        "east": (2, 5),
        "merchants-main": (3, 4),
    }
    untold = nobody.get("/v1/rulesets/tiny").json["boards"]  # its ruleset has nothing to tell of them
    assert [each["title"] for each in untold] == [each["name"] for each in untold]


@pytest.mark.parametrize(
    "board", ["merchants-short-fair-3", "merchants-short-fair", "merchants-short", "merchants-main"]
)
def test_shipped_boards_are_drawn_for_everybody(shipped_app: Flask, board: str) -> None:
    answer = Caller(shipped_app).get(f"/v1/rulesets/merchants/boards/{board}/board.svg?theme=dark")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize(("ruleset", "board", "order"), [("merchants", "short", "drawn"), ("hansa", "hansa", "listed")])
def test_the_start_seat_is_drawn_if_the_rulebook_rolls_for_it(
    shipped_app: Flask, ruleset: str, board: str, order: str
) -> None:
    """ME-SETUP-10"""
    anna = opened(shipped_app)
    assert anna.get(f"/v1/rulesets/{ruleset}").json["order"] == order
    plain = a_game(anna, "me", "me", "me", ruleset=ruleset, board=board, options={})
    assert anna.get(plain).json["order"] == order
    named = a_game(anna, "me", "me", "me", ruleset=ruleset, board=board, options={}, order="listed")
    assert anna.get(named).json["turn_order"] == [1, 2, 3]


def test_every_bot_of_a_shipped_ruleset_says_how_it_plays(shipped_app: Flask, nobody: Caller) -> None:
    for name in SHIPPED:
        told = Caller(shipped_app).get(f"/v1/rulesets/{name}").json
        assert set(told["bots_about"]) == set(told["bots"])
        assert all(each.endswith(".") for each in told["bots_about"].values())
        assert [each["name"] for each in told["levels"]] == ["easy", "medium", "hard"]
        assert {each["bot"] for each in told["levels"]} <= set(told["bots"])
    assert nobody.get("/v1/rulesets/tiny").json["bots_about"] == {}, "whoever says nothing is asked nothing"


def test_labels_are_served_in_a_language_with_the_names_on_a_board(shipped_app: Flask) -> None:
    anna = opened(shipped_app)
    address = anna.get("/v1/rulesets/hansa").json["labels_href"]
    german = anna.get(f"{address}?language=de&board=hansa-3").json
    assert german["language"] == "de"
    assert german["commands"]["end_turn"]["title"] == "Zug beenden"
    assert german["things"]["Hamburg~Lübeck/2"] == "Hamburg–Lübeck, 2. Posten"
    unknown = anna.get(f"{address}?language=xx").json
    assert (unknown["language"], unknown["things"]) == ("en", {})
    assert anna.get(f"{address}?board=nowhere").status_code == 404
    assert anna.get(f"{address}?language=German").status_code == 400


def test_legal_commands_name_what_depends_on_the_position(shipped_app: Flask) -> None:
    anna = opened(shipped_app)
    game = a_game(anna, "me", "me", "me", ruleset="hansa", board="hansa-3")
    assert "names" not in anna.get(f"{game}/legal-commands?seat=1").json
    names = anna.get(f"{game}/legal-commands?seat=1&language=de").json["names"]
    assert "den Marker „zusätzliches Kontor“" in names.values()
