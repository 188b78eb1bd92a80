"""Invitations: made, read, used once, revoked, declined; in private games, for the invited alone, to take over."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from kontor.service.settings import Settings
from kontor.service.store.store import Store
from tests.support.callers import (
    Caller,
    TestResponse,
    a_dealt_game,
    a_game,
    auditing,
    next_command,
    open_parts,
    opened,
    problem,
    version_of,
)
from tests.support.stored_audits import flaws

UNKNOWN = "kti_" + "x" * 43


def invited(creator: Caller, game: str, seat: int = 2, **more: Any) -> dict[str, Any]:
    answer = creator.post(f"{game}/seats/{seat}/invitations", more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def joined(who: Caller, game: str, token: str | None, seat: int = 2) -> TestResponse:
    return who.post(f"{game}/seats/{seat}/join", None if token is None else {"invitation": token})


# ---------------------------------------------------------------- sitting down


def test_a_reserved_seat_does_not_go_to_another_player(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "invited", visibility="unlisted")
    assert anna.get(game).json["seats"][1]["kind"] == "invited"
    assert anna.get("/v1/games?mine=true").json["items"][0]["seats"][1]["kind"] == "invited"
    problem(carla.post(f"{game}/seats/2/join"), 403, "forbidden")
    problem(anna.post(f"{game}/seats/2/join"), 403, "forbidden")
    invitation = invited(anna, game)
    assert joined(ben, game, invitation["token"]).status_code == 201
    assert [each["kind"] for each in anna.get(game).json["seats"]] == ["participant", "participant"]
    assert anna.get(game).json["status"] == "running"


def test_the_link_holds_the_token_where_no_server_is_sent_it(anna: Caller) -> None:
    game = a_game(anna, "me", "open")
    made = invited(anna, game)
    assert made["link"] == f"http://localhost/games/{made['game']}#invitation={made['token']}"
    assert {"status", "expires_at", "href"} <= made.keys()


def test_an_invitation_opens_a_private_game_for_one_seat(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", "open", visibility="private")
    token = invited(anna, game)["token"]
    problem(ben.get(game), 404, "not-found")
    problem(joined(ben, game, None), 404, "not-found")
    problem(joined(ben, game, UNKNOWN), 404, "not-found")
    problem(joined(ben, game, token, seat=3), 404, "not-found")
    assert joined(ben, game, token).status_code == 201
    assert ben.get(game).json["seats"][1]["mine"]
    problem(joined(carla, game, token), 404, "not-found")


def test_an_invitation_is_used_once_also_after_its_seat_was_left(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", "open")
    token = invited(anna, game)["token"]
    assert joined(ben, game, token).status_code == 201
    assert ben.post(f"{game}/seats/2/leave").status_code == 201
    problem(joined(carla, game, token), 409, "invitation-gone")
    assert anna.get(f"{game}/seats/2/invitations").json["items"][0]["status"] == "used"


def test_a_seat_that_could_not_be_taken_leaves_the_invitation_good(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "invited", "open")
    token = invited(anna, game)["token"]
    assert problem(ben.post(f"{game}/seats/2/join", {"invitation": token, "colour": "pink"}), 400, "unreadable")
    assert joined(ben, game, token).status_code == 201


def test_of_many_who_come_with_one_token_one_sits(anna: Caller, app: Flask, other_app: Flask) -> None:
    game = a_game(anna, "me", "invited", "open")
    token = invited(anna, game)["token"]
    callers = [opened(app).at(each) for each in (app, other_app) * 3]
    with ThreadPoolExecutor(len(callers)) as pool:
        answers = list(pool.map(lambda who: joined(who, game, token).status_code, callers))
    assert sorted(answers) == [201, *[409] * 5]
    assert version_of(anna, game) == 3


def test_a_repeated_request_finds_its_answer_though_the_invitation_is_used(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    body = {"invitation": invited(anna, game)["token"]}
    first = ben.post(f"{game}/seats/2/join", body, Idempotency_Key="k")
    again = ben.post(f"{game}/seats/2/join", body, Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.text == again.text
    assert again.headers["Idempotent-Replayed"] == "true"


def test_an_invitation_is_for_its_own_seat_and_game(anna: Caller, ben: Caller) -> None:
    game, other = a_game(anna, "me", "open", "open"), a_game(anna, "me", "open")
    token = invited(anna, game)["token"]
    problem(joined(ben, game, token, seat=3), 403, "forbidden")
    problem(joined(ben, other, token), 403, "forbidden")
    problem(joined(ben, other, UNKNOWN), 403, "forbidden")
    problem(joined(ben, other, "kti_short"), 400, "unreadable")


# ---------------------------------------------------------------- who invites, and for how long


def test_the_creator_may_invite_to_free_seats(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "open", "open", "bot")
    assert ben.post(f"{game}/seats/3/join").status_code == 201
    problem(ben.post(f"{game}/seats/2/invitations"), 403, "forbidden")
    problem(anna.post(f"{game}/seats/3/invitations"), 403, "forbidden")
    problem(anna.post(f"{game}/seats/4/invitations"), 403, "forbidden")
    problem(anna.post(f"{game}/seats/1/invitations"), 409, "not-started")
    problem(anna.post(f"{game}/seats/9/invitations"), 404, "not-found")
    problem(nobody.post(f"{game}/seats/2/invitations"), 401, "unauthenticated")
    assert anna.post(f"{game}/abort").status_code == 201
    problem(anna.post(f"{game}/seats/2/invitations"), 409, "game-over")


def test_an_invitation_expires(anna: Caller, ben: Caller, expire: Callable[[dict[str, Any]], None]) -> None:
    game = a_game(anna, "me", "invited")
    for wrong in ("P31D", "PT0S", "soon"):
        problem(anna.post(f"{game}/seats/2/invitations", {"lasts": wrong}), 400, "unreadable")
    made = invited(anna, game, lasts="PT1H")
    expire(made)
    assert "expired" in problem(joined(ben, game, made["token"]), 409, "invitation-gone")["detail"]
    assert anna.get(f"{game}/seats/2/invitations").json["items"][0]["status"] == "expired"


@pytest.fixture
def expire(app: Flask) -> Callable[[dict[str, Any]], None]:
    def let_time_pass(made: dict[str, Any]) -> None:
        with app.extensions["kontor"].pool.connection() as conn:
            conn.execute("UPDATE invitations SET expires_at = now() WHERE invitation_id = %s", (made["id"],))

    return let_time_pass


def test_an_invitation_is_revoked_by_its_inviter(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    made = invited(anna, game)
    problem(ben.delete(made["href"]), 404, "not-found")
    problem(anna.delete(made["href"].replace("/seats/2/", "/seats/1/")), 404, "not-found")
    assert anna.delete(made["href"]).status_code == 204
    assert anna.delete(made["href"]).status_code == 204
    assert "revoked" in problem(joined(ben, game, made["token"]), 409, "invitation-gone")["detail"]
    listed = anna.get(f"{game}/seats/2/invitations")
    assert [each["status"] for each in listed.json["items"]] == ["revoked"]
    assert made["token"] not in listed.text
    assert ben.get(f"{game}/seats/2/invitations").json["items"] == []


def test_so_many_invitations_to_a_seat_wait_and_no_more(anna: Caller) -> None:
    game = a_game(anna, "me", "open", "open")
    made = [invited(anna, game) for _ in range(20)]
    problem(anna.post(f"{game}/seats/2/invitations"), 403, "forbidden")
    invited(anna, game, seat=3)
    assert anna.delete(made[0]["href"]).status_code == 204
    invited(anna, game)


def test_a_deleted_account_has_no_invitations(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    token = invited(anna, game)["token"]
    assert anna.delete("/v1/me").status_code == 204
    problem(joined(ben, game, token), 403, "forbidden")


# ---------------------------------------------------------------- for one account


def test_an_invitation_for_an_account_needs_no_token(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    made = invited(anna, game, account=ben.account)
    assert "token" not in made
    assert "#" not in made["link"]
    [waiting] = ben.get("/v1/me/invitations").json["items"]
    assert waiting["summary"]["href"] == game
    assert carla.get("/v1/me/invitations").json["items"] == []
    problem(carla.post(f"{game}/seats/2/join"), 404, "not-found")
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    assert ben.get("/v1/me/invitations").json["items"] == []


def test_an_invited_player_may_decline(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    made = invited(anna, game, account=ben.account)
    problem(carla.delete(f"/v1/me/invitations/{made['id']}"), 404, "not-found")
    assert ben.delete(f"/v1/me/invitations/{made['id']}").status_code == 204
    problem(ben.post(f"{game}/seats/2/join"), 404, "not-found")
    assert anna.get(f"{game}/seats/2/invitations").json["items"][0]["status"] == "revoked"


def test_an_account_that_is_not_there_is_not_invited(anna: Caller) -> None:
    game = a_game(anna, "me", "open")
    nobody = "00000000-0000-7000-8000-000000000000"
    problem(anna.post(f"{game}/seats/2/invitations", {"account": nobody}), 400, "unreadable")


# ---------------------------------------------------------------- with nothing but the link


def test_the_link_shows_the_game_of_the_invitation(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    made = invited(anna, game)
    seen = nobody.post("/v1/invitations/read", {"invitation": made["token"]})
    assert seen.status_code == 200
    assert (seen.json["seat"], seen.json["summary"]["id"]) == (2, made["game"])
    assert made["token"] not in seen.text
    problem(nobody.post("/v1/invitations/read", {"invitation": UNKNOWN}), 403, "forbidden")
    assert anna.delete(made["href"]).status_code == 204
    problem(nobody.post("/v1/invitations/read", {"invitation": made["token"]}), 409, "invitation-gone")


def test_the_link_alone_makes_an_account_and_seats_it(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    token = invited(anna, game)["token"]
    problem(nobody.post("/v1/invitations/accept", {"invitation": token}), 400, "unreadable")
    answer = nobody.post("/v1/invitations/accept", {"invitation": token, "name": "Ben", "colour": "blue"})
    assert answer.status_code == 201, answer.text
    ben = Caller(app, answer.json["account"]["api_key"])
    assert ben.get("/v1/me").json["name"] == "Ben"
    assert answer.json["outcome"]["version"] == version_of(ben, game)
    assert [(each["mine"], each.get("colour")) for each in ben.get(game).json["seats"]][1] == (True, "blue")
    again = nobody.post("/v1/invitations/accept", {"invitation": token, "name": "Carla"})
    problem(again, 409, "invitation-gone")
    [key] = ben.get("/v1/me/keys").json["items"]
    origins = auditing(app, opened(app)).get(f"{game}/origins").json["items"]
    assert origins[-1]["credential"] == key["id"]


def test_an_account_sits_down_by_the_link(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open", visibility="private")
    token = invited(anna, game)["token"]
    seat_token = anna.with_key(anna.post(f"{game}/seats/1/token").json["token"])
    problem(seat_token.post("/v1/invitations/accept", {"invitation": token}), 403, "forbidden")
    answer = ben.post("/v1/invitations/accept", {"invitation": token})
    assert answer.status_code == 201
    assert "account" not in answer.json
    assert ben.get(game).json["seats"][1]["mine"]


def test_accepting_a_link_ignores_an_idempotency_key(anna: Caller, ben: Caller) -> None:
    """What is stored under a key is an answer about the game, and this answer has more."""
    game = a_game(anna, "me", "open")
    sent = {"invitation": invited(anna, game)["token"]}
    assert ben.post("/v1/invitations/accept", sent, Idempotency_Key="k").json["seat"] == 2
    problem(ben.post("/v1/invitations/accept", sent, Idempotency_Key="k"), 409, "invitation-gone")
    assert ben.post(f"{game}/seats/2/resign", Idempotency_Key="k").status_code == 201


def test_an_account_that_could_not_sit_down_is_not_kept(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "open")
    token = invited(anna, game)["token"]
    name = f"Nobody {token[4:20]}"
    body = {"invitation": token, "name": name, "colour": "pink"}
    problem(nobody.post("/v1/invitations/accept", body), 400, "unreadable")
    with app.extensions["kontor"].pool.connection() as conn:
        assert conn.execute("SELECT count(*) FROM accounts WHERE name = %s", (name,)).fetchone() == (0,)
    assert nobody.post("/v1/invitations/accept", {"invitation": token, "name": name}).status_code == 201


# ---------------------------------------------------------------- passing a seat on


def test_a_seat_is_passed_on_with_both_consents(
    anna: Caller, ben: Caller, carla: Caller, store: Store, settings: Settings
) -> None:
    game = a_dealt_game(anna, ben)
    problem(anna.post(f"{game}/seats/2/invitations"), 403, "forbidden")
    made = invited(ben, game)
    assert made["passes_on"]
    passed = joined(carla, game, made["token"])
    assert passed.status_code == 201, passed.text
    [event] = passed.json["events"]
    assert event["envelope"]["type"] == "seat_passed"
    assert [each["mine"] for each in carla.get(game).json["seats"]] == [False, True]
    assert [each["mine"] for each in ben.get(game).json["seats"]] == [False, False]
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 403, "forbidden")
    problem(ben.post(f"{game}/seats/2/return"), 403, "forbidden")
    problem(joined(opened(ben.app), game, made["token"]), 409, "invitation-gone")
    assert flaws(store, settings, game) == []


def test_the_new_holder_of_a_seat_can_play(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_dealt_game(anna, ben)
    people = {1: anna, 2: carla}
    assert joined(carla, game, invited(ben, game)["token"]).status_code == 201
    for n in range(6):
        seat = anna.get(game).json["awaiting"][0]
        answer = people[seat].post(f"{game}/commands", next_command(people[seat], game, n))
        assert answer.status_code == 201, answer.text


def test_a_seat_that_a_bot_plays_meanwhile_is_passed_on_by_its_person(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    invited(ben, game, account=carla.account)
    assert carla.post(f"{game}/seats/2/join").status_code == 201
    assert anna.get(game).json["seats"][1]["kind"] == "participant"


def test_an_offer_ends_with_the_tenure_of_who_made_it(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_dealt_game(anna, ben)
    early, late = invited(ben, game)["token"], invited(ben, game)["token"]
    assert joined(carla, game, early).status_code == 201
    assert "new holder" in problem(joined(opened(ben.app), game, late), 409, "invitation-gone")["detail"]


def test_a_player_of_the_game_cannot_take_over_another_seat(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    token = invited(ben, game)["token"]
    problem(joined(anna, game, token), 409, "seat-taken")
    problem(joined(ben, game, token), 409, "seat-taken")
    problem(anna.post("/v1/invitations/accept", {"invitation": token}), 409, "seat-taken")


def test_a_seat_that_is_passed_on_keeps_its_nonce_and_colour(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_dealt_game(anna, ben)
    token = invited(ben, game)["token"]
    for more in ({"nonce": "ab" * 32}, {"colour": "blue"}):
        problem(carla.post(f"{game}/seats/2/join", {"invitation": token, **more}), 400, "unreadable")
    assert joined(carla, game, token).status_code == 201


def test_the_previous_holder_sees_the_secrets_of_their_time_only(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_dealt_game(anna, ben)
    before = open_parts(ben, game)
    assert any(before.values())
    assert joined(carla, game, invited(ben, game)["token"]).status_code == 201
    assert open_parts(ben, game) == before
    assert open_parts(carla, game) == before


def test_no_time_is_gained_by_passing_a_seat_on(anna: Caller, ben: Caller, carla: Caller) -> None:
    clock = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}
    game = a_game(anna, "me", "open", clock=clock)
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    people = {1: anna, 2: ben}
    before = anna.get(game).json
    seat = before["awaiting"][0]
    token = invited(people[seat], game, seat)["token"]
    assert joined(carla, game, token, seat).status_code == 201
    assert anna.get(game).json["deadlines"] == before["deadlines"]


def test_tokens_of_a_seat_end_with_its_being_passed_on(anna: Caller, ben: Caller, carla: Caller) -> None:
    game = a_dealt_game(anna, ben)
    token = ben.with_key(ben.post(f"{game}/seats/2/token").json["token"])
    assert joined(carla, game, invited(ben, game)["token"]).status_code == 201
    problem(token.post(f"{game}/commands", {"type": "roll"}), 403, "forbidden")
