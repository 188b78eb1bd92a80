"""When a key ends, the tokens of its apps end too: open streams, long polls, tickets, and cached callers of another
process."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from flask import Flask

from tests.support.callers import Caller, a_dealt_game, a_game, expire, next_command, opened, problem, version_of
from tests.support.listening import LongPoll, listening, reading_lines
from tests.support.signing_in import SignedIn, ThirdParty, posted, registered


@dataclass(frozen=True)
class Allowed:
    """An app that a person has allowed with a second key."""

    app: Flask
    third: ThirdParty
    person: Caller
    key_id: str
    its: SignedIn
    code: str

    @property
    def grant(self) -> str:
        [found] = self.person.get("/v1/me/apps").json["items"]
        return str(found["id"])


def allowed(app: Flask, person: Caller) -> Allowed:
    third, added = registered(app), person.post("/v1/me/keys", {"label": "this browser"}).json
    code = third.code(person.with_key(added["api_key"]))
    return Allowed(app, third, person, added["id"], third.signed_in(third.exchange(code).json, person), code)


def recover(its: Allowed) -> None:
    [code, *_] = its.person.post("/v1/me/recovery-codes").json["recovery_codes"]
    answer = Caller(its.app).post("/v1/accounts/recover", {"recovery_code": code, "revoke_keys": True})
    assert answer.status_code == 201


def sign_out(its: Allowed) -> None:
    posted(its.app, "/v1/oauth/revoke", {"client_id": its.third.client_id, "token": its.its.refresh})


def steal_refresh_token(its: Allowed) -> None:
    for _ in range(2):
        its.third.refresh(its.its.refresh)


def remove_oldest_token(its: Allowed) -> None:
    last = its.its
    for _ in range(3):
        last = its.third.signed_in(its.third.refresh(last.refresh).json, its.person)


ENDINGS: dict[str, Callable[[Allowed], object]] = {
    "the person revokes the app": lambda its: its.person.delete(f"/v1/me/apps/{its.grant}"),
    "the person revokes the key": lambda its: its.person.delete(f"/v1/me/keys/{its.key_id}"),
    "the key expires": lambda its: expire(its.app, its.key_id),
    "the person recovers the account": recover,
    "the person deletes the account": lambda its: its.person.delete("/v1/me"),
    "the operator blocks the account": lambda its: its.app.extensions["kontor"].store.accounts.block(
        its.person.account, True
    ),
    "the app signs out": sign_out,
    "a refresh token is used twice": steal_refresh_token,
    "the code is used twice": lambda its: its.third.exchange(its.code),
    "newer tokens replace the token": remove_oldest_token,
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_open_connection_of_an_app_ends(app: Flask, front: str, ben: Caller, ending: str) -> None:
    """Without a heartbeat, and though nothing happens in the game."""
    anna = opened(app, "Anna of the app")
    game = a_dealt_game(anna, ben)
    its = allowed(app, anna)
    path = f"{game}/stream?after={version_of(anna, game)}"
    ticket = its.its.post("/v1/me/stream-tickets", {"stream": path}).json["href"]
    with ExitStack() as stack:
        open_ones = [
            stack.enter_context(listening(front, its.its, path)),
            stack.enter_context(listening(front, its.its, "/v1/me/stream")),
            stack.enter_context(listening(front, Caller(app), ticket)),
            stack.enter_context(reading_lines(front, its.its, path)),
        ]
        poll = LongPoll(front, its.its, f"{game}/events?after={version_of(anna, game)}&wait=25")
        stack.callback(poll.close)
        stays = stack.enter_context(listening(front, ben, path))
        ENDINGS[ending](its)
        for each in open_ones:
            rest = [message for message in each if message and message.get("event") != "decision"]
            assert [message["data"]["type"] for message in rest] in ([], ["player_left"]), rest
        assert poll.answer()[0] == 401
        problem(Caller(app).get(ticket), 401, "unauthenticated")
        assert stays is not None


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_process_that_has_cached_the_app_refuses_its_commands(app: Flask, other_app: Flask, ending: str) -> None:
    anna = opened(app, "Anna of the app")
    its = allowed(app, anna)
    game = a_game(anna)
    elsewhere = its.its.at(other_app)
    assert elsewhere.post(f"{game}/commands", next_command(elsewhere, game)).status_code == 201
    command = next_command(elsewhere, game)
    ENDINGS[ending](its)
    problem(elsewhere.post(f"{game}/commands", command), 401, "unauthenticated")
    problem(elsewhere.get("/v1/me"), 401, "unauthenticated")
