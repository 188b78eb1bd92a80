"""Accounts that gave up a seat of a private game: from then on the game does not exist for them, wherever they look."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.announcements import games_with_webhooks
from kontor.service.webhooks.announce import announce
from tests.support.callers import Caller, a_game, auditing, opened, problem, version_of
from tests.support.damage import alter
from tests.support.listening import LongPoll, listening

WEBHOOK = "https://receiver.example/"


@dataclass(frozen=True)
class Table:
    """A private game that runs. Carla joined it and left before the start, Ben passed his seat on to Dora, Emil
    resigned and may return."""

    game: str
    anna: Caller
    ben: Caller
    carla: Caller
    dora: Caller
    emil: Caller

    @property
    def id(self) -> str:
        return self.game.rpartition("/")[2]


def a_table(app: Flask) -> Table:
    anna, ben, carla, dora, emil = (opened(app, name) for name in ("Anna", "Ben", "Carla", "Dora", "Emil"))
    game = a_game(anna, "me", "invited", "invited", visibility="private")
    seat(anna, game, 2, carla)
    assert carla.post(f"{game}/seats/2/leave").status_code == 201
    seat(anna, game, 2, ben)
    seat(anna, game, 3, emil)
    seat(ben, game, 2, dora)
    assert emil.post(f"{game}/seats/3/resign", {"bot": "random"}).status_code == 201
    return Table(game, anna, ben, carla, dora, emil)


def seat(inviter: Caller, game: str, number: int, guest: Caller) -> None:
    """Let an account sit down by an invitation; the seat of a running game is passed on."""
    path = f"{game}/seats/{number}"
    assert inviter.post(f"{path}/invitations", {"account": guest.account}).status_code == 201
    answer = guest.post(f"{path}/join")
    assert answer.status_code == 201, answer.text


@pytest.fixture(scope="module")
def party(app: Flask) -> Table:
    """A table that no test changes."""
    return a_table(app)


def listed(caller: Caller, query: str = "limit=100") -> set[str]:
    return {each["id"] for each in caller.get(f"/v1/games?{query}").json["items"]}


def test_a_list_holds_a_private_game_for_those_who_may_read_it(party: Table) -> None:
    for gone in (party.ben, party.carla):
        problem(gone.get(party.game), 404, "not-found")
        assert party.id not in listed(gone)
        assert party.id not in listed(gone, "mine=true")
    for there in (party.anna, party.dora, party.emil):
        assert there.get(party.game).status_code == 200
        assert party.id in listed(there)


@pytest.fixture
def own_app(own_settings: Settings) -> Iterator[Flask]:
    """On a fresh database: all of its log is announced."""
    app = create_app(replace(own_settings, limit_accounts=0))
    yield app
    app.extensions["kontor"].pool.close()


def told(caller: Caller, webhook: str) -> list[str]:
    """Return the types of the messages to a webhook, oldest first."""
    items = caller.get(f"/v1/webhooks/{webhook}/deliveries?limit=100").json["items"]
    return [each["type"] for each in reversed(items)]


def test_webhooks_report_a_game_to_those_who_sit_there(own_app: Flask) -> None:
    party, pool = a_table(own_app), own_app.extensions["kontor"].pool
    while announce(pool):
        pass  # no webhook existed when these events happened
    people = (party.anna, party.ben, party.carla, party.dora, party.emil)
    hooks = [each.post("/v1/webhooks", {"url": WEBHOOK, "types": ["game.ended"]}).json["id"] for each in people]
    for each in (party.anna, party.dora):
        assert each.post(f"{party.game}/abort").status_code in (201, 202)
    while announce(pool):
        pass
    ended = [told(each, hook) for each, hook in zip(people, hooks, strict=True)]
    assert ended == [["game.ended"], [], [], ["game.ended"], ["game.ended"]]


def test_a_game_without_listening_holders_is_not_read(own_app: Flask) -> None:
    party = a_table(own_app)
    for gone in (party.ben, party.carla):
        assert gone.post("/v1/webhooks", {"url": WEBHOOK}).status_code == 201
    with own_app.extensions["kontor"].pool.connection() as conn:
        assert games_with_webhooks(conn, [UUID(party.id)]) == frozenset()
        assert party.emil.post("/v1/webhooks", {"url": WEBHOOK}).status_code == 201
        assert games_with_webhooks(conn, [UUID(party.id)]) == {UUID(party.id)}


@pytest.mark.parametrize("who", ["ben", "carla"])
def test_the_account_stream_reports_nothing_after_the_seat_was_given_up(app: Flask, front: str, who: str) -> None:
    party = a_table(app)
    gone: Caller = getattr(party, who)
    first = a_game(gone).rpartition("/")[2]
    with listening(front, gone, "/v1/me/stream") as messages:
        assert next(messages)["data"]["game"] == first  # the stream has begun
        for each in (party.anna, party.dora):
            assert each.post(f"{party.game}/abort").status_code in (201, 202)
        second = a_game(gone).rpartition("/")[2]
        assert next(messages)["data"]["game"] == second


def test_streams_and_long_polls_of_a_game_end_when_the_seat_is_passed_on(front: str, anna: Caller, ben: Caller) -> None:
    game, carla = a_game(anna, "me", "invited", visibility="private"), opened(anna.app, "Carla")
    seat(anna, game, 2, ben)
    last = version_of(ben, game)
    poll = LongPoll(front, ben, f"{game}/events?after={last}&wait=25")
    with listening(front, ben, f"{game}/stream?after={last - 1}") as messages:
        assert next(messages)["data"]["version"] == last  # the stream has begun
        seat(ben, game, 2, carla)
        assert [each for each in messages if each] == []
    status, body = poll.answer()
    poll.close()
    assert (status, body["type"]) == (404, "/problems/not-found")


def test_an_auditor_who_gave_up_a_seat_leaves_a_trace(app: Flask) -> None:
    party = a_table(app)
    for gone in (party.ben, party.carla):
        auditor = auditing(app, gone)
        assert auditor.get(f"{party.game}/state").status_code == 200
        (read,) = app.extensions["kontor"].store.audit_reads.page(UUID(gone.account), None, None, 100)
        assert str(read.game_id) == party.id


def test_a_damaged_game_is_not_shown_after_the_seat_was_given_up(own_settings: Settings) -> None:
    settings = replace(own_settings, limit_accounts=0)
    first = create_app(settings)
    party = a_table(first)
    alter(settings, party.game, 2)
    late = create_app(settings)  # a process that has not read the game yet
    for gone in (party.ben, party.carla):
        for path in ("", "/events", "/state", "/audit", "/head"):
            problem(gone.at(late).get(party.game + path), 404, "not-found")
    assert party.emil.at(late).get(party.game).status_code == 200
    for each in (first, late):
        each.extensions["kontor"].pool.close()


# ---------------------------------------------------------------- rematches and invitations


@pytest.mark.parametrize("gives_up", ["declines", "leaves"])
def test_a_private_rematch_is_shown_to_players_who_have_a_place_in_it(anna: Caller, ben: Caller, gives_up: str) -> None:
    game = a_game(anna, "me", "invited", visibility="private")
    seat(anna, game, 2, ben)
    for each in (anna, ben):
        assert each.post(f"{game}/abort").status_code in (201, 202)
    rematch = anna.post(f"{game}/rematch").json["href"]
    assert ben.post(f"{game}/rematch").json["href"] == rematch  # he is invited
    if gives_up == "declines":
        [waiting] = ben.get("/v1/me/invitations").json["items"]
        assert ben.delete(f"/v1/me/invitations/{waiting['id']}").status_code == 204
    else:
        assert anna.post(f"{rematch}/seats/1/leave").status_code == 201  # or his joining would start it
        assert ben.post(f"{rematch}/seats/2/join").status_code == 201
        assert ben.post(f"{game}/rematch").json["href"] == rematch
        assert ben.post(f"{rematch}/seats/2/leave").status_code == 201
    problem(ben.get(rematch), 404, "not-found")
    refused = problem(ben.post(f"{game}/rematch"), 403, "forbidden")
    assert rematch.rpartition("/")[2] not in str(refused)
    assert anna.post(f"{game}/rematch").status_code == 200


def test_an_invitation_that_cannot_be_used_shows_nothing_of_the_game(
    anna: Caller, ben: Caller, carla: Caller, nobody: Caller
) -> None:
    """The seat is taken, given back, taken over, and gone with the end of the game."""
    game = a_game(anna, "me", "invited", "invited", visibility="private")
    path = f"{game}/seats/2/invitations"
    sent = [anna.post(path, {"account": each.account}).status_code for each in (ben, carla)]
    token = anna.post(path).json["token"]
    assert sent == [201, 201]

    def waits() -> tuple[bool, int]:
        items = carla.get("/v1/me/invitations").json["items"]
        return bool(items), nobody.post("/v1/invitations/read", {"invitation": token}).status_code

    assert waits() == (True, 200)
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    assert waits() == (False, 409)
    assert ben.post(f"{game}/seats/2/leave").status_code == 201
    assert waits() == (True, 200)
    assert anna.post(f"{game}/abort").status_code == 201
    assert waits() == (False, 409)


def test_an_offer_of_a_seat_shows_nothing_once_the_seat_is_passed_on(app: Flask, anna: Caller, carla: Caller) -> None:
    dora, game = opened(app, "Dora"), a_game(anna, visibility="private")
    for each in (carla, dora):
        assert anna.post(f"{game}/seats/2/invitations", {"account": each.account}).status_code == 201
    assert [each["seat"] for each in carla.get("/v1/me/invitations").json["items"]] == [2]
    assert dora.post(f"{game}/seats/2/join").status_code == 201
    assert carla.get("/v1/me/invitations").json["items"] == []
