"""Accounts whose decisions a program makes: marked as such, and welcome or not."""

import pytest
from flask import Flask

from tests.support.callers import Caller, asked, problem


@pytest.fixture
def robot(app: Flask) -> Caller:
    opened = Caller(app).post("/v1/accounts", {"name": "Robot", "bot": True})
    assert opened.status_code == 201, opened.text
    return Caller(app, opened.json["api_key"], opened.json["id"])


def test_a_bot_is_a_bot_from_the_beginning_or_from_now_on_and_stays_one(anna: Caller, robot: Caller) -> None:
    assert robot.get("/v1/me").json["bot"] is True
    assert anna.get("/v1/me").json["bot"] is False
    assert anna.call("PATCH", "/v1/me", {"bot": True}).json["bot"] is True
    problem(anna.call("PATCH", "/v1/me", {"bot": False}), 400, "unreadable")
    assert anna.call("PATCH", "/v1/me", {"name": "Anna B"}).json["bot"] is True


def test_a_game_says_which_of_its_seats_are_bots_accounts(anna: Caller, robot: Caller, nobody: Caller) -> None:
    game = anna.post("/v1/games", asked("me", "open")).json["href"]
    assert anna.get(game).json["bots_welcome"] is True
    assert robot.post(f"{game}/seats/2/join").status_code == 201
    for shown in (nobody.get(game).json, anna.get("/v1/games?mine=true").json["items"][0]):
        assert [each.get("bot_account") for each in shown["seats"]] == [None, True]
        assert all("name" not in each for each in shown["seats"])  # being marked is not being named


def test_where_bots_are_not_welcome_they_sit_down_only_if_they_are_invited(
    anna: Caller, ben: Caller, robot: Caller
) -> None:
    made = anna.post("/v1/games", {**asked("me", "open", "open"), "bots_welcome": False})
    assert made.json["bots_welcome"] is False
    game = made.json["href"]
    problem(robot.post(f"{game}/seats/2/join"), 403, "forbidden")
    assert anna.get(game).json["bots_welcome"] is False
    assert ben.post(f"{game}/seats/3/join").status_code == 201
    assert anna.post(f"{game}/seats/2/invitations", {"account": robot.account}).status_code == 201
    assert robot.post(f"{game}/seats/2/join").status_code == 201


def test_another_process_knows_too_who_is_welcome(anna: Caller, robot: Caller, other_app: Flask) -> None:
    game = anna.post("/v1/games", {**asked("me", "open"), "bots_welcome": False}).json["href"]
    problem(robot.at(other_app).post(f"{game}/seats/2/join"), 403, "forbidden")
    assert anna.at(other_app).get(game).json["bots_welcome"] is False
