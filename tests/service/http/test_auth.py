"""The authorization matrix: every operation of the document × everybody who might call it, in public and private games.

What is expected follows from the contract and from the scope that the operation names; a new operation joins by
itself. Bodies are unreadable on purpose: who is let in is told so (400), who is not has not even been read (401, 403,
404).
"""

from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask

from kontor.service.api_keys import BASIC, GRANTED
from kontor.service.http.app import create_app
from kontor.service.http.openapi import document
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.tlog.log import note_signer, sign_checkpoint
from tests.support.callers import Caller, a_game, opened, problem
from tests.support.openapi_document import Operation, operations

UNREADABLE = {"no such field": 1}
LET_IN = "let in"

DOCUMENT = document.document(create_app(Settings(rulesets=("tests.tiny:RULESET",)), connected=False))
OPERATIONS = {str(operation): operation for operation in operations(DOCUMENT)}


AT_THE_TABLE = ("owner", "seat token", "other seat")

# Who is let in where a scope alone is not enough, by the last part of the address.
ONLY: dict[str, tuple[str, ...]] = {
    "commands": AT_THE_TABLE,
    "legal-commands": AT_THE_TABLE,
    "refusals": (*AT_THE_TABLE, "former holder"),
    "undo": AT_THE_TABLE,
    "hints": (),  # in practice games only, which these are not
    "pause": AT_THE_TABLE,
    "resume": AT_THE_TABLE,
    "agreements": AT_THE_TABLE,
    "abort": AT_THE_TABLE,
    "leave": ("owner",),
    "resign": ("owner",),
    "return": ("owner",),
    "token": ("owner",),
    "invitations": ("owner",),
    "rematch": ("owner", "other seat", "former holder"),
}
# Where a token for a seat is not let in: it plays, whoever made it decides whether they play.
OF_ACCOUNTS = (
    "abort",
    "agreements",
    "branches",
    "invitations",
    "join",
    "leave",
    "pause",
    "rematch",
    "resign",
    "resume",
    "return",
    "{invitation_id}",
)
# Of what is no game's own, a token may read the public list, and ask for tickets for what it may read.
TOKENS_READ = ("GET /v1/games", "POST /v1/me/stream-tickets")


@dataclass(frozen=True)
class World:
    game: str
    is_private: bool
    callers: dict[str, Caller]
    tokens: frozenset[str]  # who of them calls with a token for a seat

    @property
    def outsiders(self) -> tuple[str, ...]:
        return ("no key", "other account") if self.is_private else ()


def a_world(app: Flask, is_private: bool, operation: Operation) -> World:
    """Seat 1 is the owner's, seat 2 another one's, seat 3 was resigned by its holder. Nobody is invited to the
    private game: there the other seats are played with tokens."""
    owner, stranger, auditing = (opened(app, name) for name in ("Owner", "Stranger", "Auditor"))
    spare = owner.post("/v1/me/keys", {"label": "spare"}).json
    owner.delete(f"/v1/me/keys/{spare['id']}")
    lacking = [scope for scope in BASIC if scope != operation.scope]
    app.extensions["kontor"].accounts.grant(auditing.account, "audit:read")
    callers = {
        "no key": Caller(app),
        "bad key": Caller(app, "ktk_" + "x" * 43),
        "revoked key": Caller(app, spare["api_key"]),
        "other account": stranger,
        "wrong scope": owner.with_key(owner.post("/v1/me/keys", {"scopes": lacking}).json["api_key"]),
        "auditor": auditing.with_key(auditing.post("/v1/me/keys", {"scopes": [*BASIC, "audit:read"]}).json["api_key"]),
    }
    if is_private:
        game = a_game(owner, "me", "me", "me", visibility="private")
        seats = {2: owner.with_key(_token(owner, game, 2)), 3: owner.with_key(_token(owner, game, 3))}
    else:
        game = a_game(owner, "me", "open", "open")
        seats = {seat: opened(app) for seat in (2, 3)}
        for seat, caller in seats.items():
            assert caller.post(f"{game}/seats/{seat}/join").status_code == 201
    callers["seat token"] = owner.with_key(_token(owner, game, 1))
    assert (owner if is_private else seats[3]).post(f"{game}/seats/3/resign").status_code == 201
    callers |= {"other seat": seats[2], "former holder": seats[3], "owner": owner}
    context = app.extensions["kontor"]
    keys = read_keys(Path(context.settings.signing_keys))  # those of the server: other tests verify what it serves
    sign_checkpoint(context.pool, note_signer(keys, ""))  # so that there is something to prove
    with_tokens = {"seat token"} | ({"other seat", "former holder"} if is_private else set())
    return World(game, is_private, callers, frozenset(with_tokens))


def _token(owner: Caller, game: str, seat: int) -> str:
    return str(owner.post(f"{game}/seats/{seat}/token").json["token"])


def expected(operation: Operation, who: str, world: World) -> int | str:
    """What the contract says: 401, then 404 or 403, then everything else."""
    if operation.scope is None:
        return LET_IN  # a key is not looked at where none is asked for
    if who == "no key" and not operation.is_open:
        return 401
    if who in ("bad key", "revoked key"):
        return 401
    if operation.is_of_a_game and who in world.outsiders:
        return 404
    if who == "no key":
        return LET_IN
    if who == "wrong scope" or (operation.scope in GRANTED and who != "auditor"):
        return 403
    if not operation.is_of_a_game:
        return 403 if who in world.tokens and str(operation) not in TOKENS_READ else LET_IN
    last = operation.path.rpartition("/")[2]
    if last in OF_ACCOUNTS and who in world.tokens:
        return 403
    if operation.method == "post" and last == "analysis" and who in world.tokens:
        return 403  # what was said of a game all may read; to ask for it takes an account
    if last == "join" and world.is_private and who == "auditor":
        return 403  # who may look at a table by a grant may not sit down at it
    if operation.method == "get" and last == "invitations":  # everybody has those of their own, perhaps none
        return LET_IN
    return LET_IN if who in ONLY.get(last, world.callers.keys()) else 403


def address(operation: Operation, world: World) -> str:
    found = operation.path.replace("/v1/games/{game_id}", world.game)
    for name, value in (("name", "tiny"), ("board", "square"), ("rule", "TINY-1"), ("seat", "1")):
        found = found.replace(f"{{{name}}}", value)
    while "{" in found:  # an id of something else: of nobody
        found = found.partition("{")[0] + str(uuid4()) + found.partition("}")[2]
    return found


@pytest.mark.parametrize("is_private", [False, True], ids=["public", "private"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_each_operation_lets_in_whom_the_contract_names(app: Flask, name: str, is_private: bool) -> None:
    operation = OPERATIONS[name]
    world = a_world(app, is_private, operation)
    path = address(operation, world)
    ids_of_nobody = path.count("-") > world.game.count("-") if operation.is_of_a_game else "{" in operation.path
    found = {}
    for who, caller in world.callers.items():
        answer = caller.call(operation.method.upper(), path, UNREADABLE if operation.method == "post" else None)
        assert answer.status_code != 500, f"{who}: {answer.text}"
        refused = answer.status_code in (401, 403, 404)
        if answer.status_code == 404 and ids_of_nobody and not operation.is_of_a_game:
            refused = False  # let in, and nothing found
        if answer.status_code == 404 and "{invitation_id}" in operation.path and who not in world.outsiders:
            refused = False
        found[who] = answer.status_code if refused else LET_IN
        answer.close()  # a stream would go on
        if refused:
            assert answer.content_type == "application/problem+json"
    assert found == {who: expected(operation, who, world) for who in world.callers}


@pytest.mark.parametrize(
    "given", ["Bearer", "Bearer x", "Basic abc", "ktk_abc", "Bearer ktk_" + "x" * 200, "Bearer kts_none"]
)
def test_a_key_that_is_none_is_refused(table: tuple[Caller, str], given: str) -> None:
    """Also where no key would be needed: a caller with a broken key should hear of it."""
    _, game = table
    problem(Caller(table[0].app).get(f"{game}/state", Authorization=given), 401, "unauthenticated")


def test_a_private_game_is_not_there_for_others(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, visibility="private")
    token = anna.with_key(anna.post(f"{game}/seats/2/token").json["token"])
    for path in ("", "/state", "/events", "/score", "/legal-commands"):
        assert anna.get(game + path).status_code in (200, 400)
        assert token.get(game + path).status_code == 200
        absent = ben.get(f"/v1/games/00000000-0000-7000-8000-000000000000{path}").json
        there = problem(ben.get(game + path), 404, "not-found")
        assert {**there, "instance": ""} == {**absent, "instance": ""}
    problem(nobody.get(f"{game}/state"), 404, "not-found")
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 404, "not-found")
    problem(ben.post(f"{game}/seats/1/join"), 404, "not-found")
