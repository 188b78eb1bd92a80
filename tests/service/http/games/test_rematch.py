"""Rematch: the same game with the same people, once."""

from concurrent.futures import ThreadPoolExecutor

from flask import Flask

from kontor.service.settings import Settings
from kontor.service.store.store import Store
from tests.support.callers import Caller, a_dealt_game, a_game, finish, opened, problem
from tests.support.stored_audits import flaws


def aborted(game: str, *people: Caller) -> str:
    for each in people:
        assert each.post(f"{game}/abort").status_code in (201, 202)
    return game


def test_a_finished_game_is_played_again(app: Flask, anna: Caller, store: Store, settings: Settings) -> None:
    game = a_game(anna, "me", "me", "bot", practice=True, bot_milliseconds=50, stand_in="random", order="drawn")
    assert anna.post(f"{game}/abort").status_code == 201
    again = anna.post(f"{game}/rematch")
    assert again.status_code == 201, again.text
    old, new = anna.get(game).json, anna.get(again.headers["Location"]).json
    same = ("ruleset", "board", "options", "order", "visibility", "practice", "stand_in", "bot_milliseconds")
    assert {name: new.get(name) for name in same} == {name: old.get(name) for name in same}
    assert [(each["kind"], each["mine"]) for each in new["seats"]] == [
        ("participant", True),
        ("participant", True),
        ("bot", False),
    ]
    assert new["status"] == "running"
    assert flaws(store, settings, again.headers["Location"]) == []


def test_the_other_players_are_invited_to_their_seats(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    token = anna.post(f"{game}/seats/2/invitations").json["token"]
    assert ben.post(f"{game}/seats/2/join", {"invitation": token, "colour": "blue"}).status_code == 201
    aborted(game, anna, ben)
    made = anna.post(f"{game}/rematch").json
    assert [each["kind"] for each in made["seats"]] == ["participant", "invited"]
    [waiting] = ben.get("/v1/me/invitations").json["items"]
    assert (waiting["game"], waiting["seat"]) == (made["id"], 2)
    problem(carla.post(f"{made['href']}/seats/2/join"), 404, "not-found")
    assert ben.post(f"{made['href']}/seats/2/join").status_code == 201
    assert anna.get(made["href"]).json["status"] == "running"
    assert anna.get(made["href"]).json["seats"][1]["colour"] == "blue"


def test_a_later_request_gets_the_same_rematch(anna: Caller, ben: Caller) -> None:
    game = aborted(a_dealt_game(anna, ben), anna, ben)
    first, again, other = (who.post(f"{game}/rematch") for who in (anna, anna, ben))
    assert [each.status_code for each in (first, again, other)] == [201, 200, 200]
    assert first.json["id"] == again.json["id"] == other.json["id"]
    assert [[seat["mine"] for seat in each.json["seats"]] for each in (again, other)] == [[True, False], [False, False]]


def test_of_those_who_ask_at_once_one_makes_it(anna: Caller, ben: Caller, app: Flask, other_app: Flask) -> None:
    game = aborted(a_dealt_game(anna, ben), anna, ben)
    callers = [who.at(each) for who in (anna, ben) for each in (app, other_app)]
    with ThreadPoolExecutor(len(callers)) as pool:
        answers = list(pool.map(lambda who: who.post(f"{game}/rematch"), callers))
    assert sorted(each.status_code for each in answers) == [200, 200, 200, 201]
    assert len({each.json["id"] for each in answers}) == 1


def test_a_rematch_that_was_settled_and_never_made_is_made_by_the_next(app: Flask, anna: Caller) -> None:
    """As after a process that was killed in between."""
    game = a_game(anna, "me", "me")
    aborted(game, anna)
    settled = "01a00000-0000-7000-8000-0000000000ab"
    with app.extensions["kontor"].pool.connection() as conn:
        conn.execute("INSERT INTO rematches VALUES (%s, %s)", (game.rpartition("/")[2], settled))
    made = anna.post(f"{game}/rematch")
    assert (made.status_code, made.json["id"]) == (201, settled)


def test_seats_of_resigned_and_of_deleted_players(app: Flask, anna: Caller, ben: Caller) -> None:
    """A seat that was resigned is its person's again; that of a deleted account is for whomever the caller invites."""
    carla = opened(app)
    game = a_game(anna, "me", "open", "open")
    for seat, who in ((2, ben), (3, carla)):
        assert who.post(f"{game}/seats/{seat}/join").status_code == 201
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    assert carla.delete("/v1/me").status_code == 204
    aborted(game, anna)
    made = anna.post(f"{game}/rematch").json
    assert [each["kind"] for each in made["seats"]] == ["participant", "invited", "invited"]
    assert [each["seat"] for each in ben.get("/v1/me/invitations").json["items"]] == [2]
    assert anna.get(f"{made['href']}/seats/3/invitations").json["items"] == []
    assert anna.post(f"{made['href']}/seats/3/invitations").status_code == 201


def test_a_rematch_is_for_those_who_played_once_it_is_over(app: Flask, anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "me")
    problem(anna.post(f"{game}/rematch"), 409, "not-ended")
    token = anna.with_key(anna.post(f"{game}/seats/1/token").json["token"])
    finish(app, anna, game)
    problem(ben.post(f"{game}/rematch"), 403, "forbidden")
    problem(token.post(f"{game}/rematch"), 403, "forbidden")
    assert anna.post(f"{game}/rematch").status_code == 201


def test_a_rematch_can_have_a_rematch(anna: Caller) -> None:
    game = aborted(a_game(anna, "me", "me"), anna)
    second = anna.post(f"{game}/rematch").json["href"]
    third = anna.post(f"{aborted(second, anna)}/rematch")
    assert third.status_code == 201
    assert third.json["href"] != second
