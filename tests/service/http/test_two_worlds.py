"""Two worlds: games that differ only in what a viewer must not know give them the same answers, on every way out.

Every operation of the document is asked by everybody who may not tell the two apart: status, all headers (tags and
sizes too), body, also of refusals; streams and webhooks beside them. What may differ is listed by name, with the reason
(`tests.support.two_worlds`). A new operation that reads is asked by itself; one that writes must be given a place here.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from kontor.service.http.app import create_app
from kontor.service.http.context import Context
from kontor.service.http.openapi import document
from kontor.service.settings import Settings
from kontor.service.signing.keys import keys_of
from kontor.service.tlog.log import note_signer
from tests.support.callers import TestResponse
from tests.support.openapi_document import Operation, operations
from tests.support.schema_made import Maker
from tests.support.secret_stories import CASES, STORIES, told
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint
from tests.support.two_worlds import (
    AUDITOR,
    NOBODY,
    OF_CHANGES,
    OF_INVITATIONS,
    OF_MESSAGES,
    REQUEST_ID,
    RULESETS,
    STRANGER,
    Twin,
    TwoWorlds,
    require_same,
    seat_name,
)


@cache
def all_operations() -> Mapping[str, Operation]:
    """Return the operations of the document. Not at import: every test process collects this file."""
    described = document.document(create_app(Settings(rulesets=RULESETS[:1]), connected=False))
    return {str(operation): operation for operation in operations(described)}


def reading() -> list[Operation]:
    return [operation for operation in all_operations().values() if operation.method == "get"]


STREAMS = ("GET /v1/games/{game_id}/stream", "GET /v1/me/stream")
NOT_OF_A_GAME = {  # why nothing of a game can be in the answer
    "GET /v1/me/export": "lists the caller's own rows, no part of a log; its own test compares two accounts",
    "GET /metrics": "for the operator alone; counts requests of the process",
    "POST /v1/accounts": "makes an account out of nothing",
    "POST /v1/accounts/recover": "makes a key of the account out of a recovery code",
    "POST /v1/me/recovery-codes": "makes codes out of nothing",
    "POST /v1/me/passkeys": "stores what is sent",
    "POST /v1/me/passkeys/options": "makes a challenge out of nothing",
    "DELETE /v1/me/passkeys/{passkey_id}": "answers nothing",
    "POST /v1/passkeys/options": "makes a challenge out of nothing",
    "POST /v1/passkeys/sign-in": "makes a key of the account out of a signature",
    "PATCH /v1/me": "tells the caller's own account, as reading it does",
    "DELETE /v1/me": "answers nothing",
    "POST /v1/me/keys": "makes a key out of nothing",
    "POST /v1/me/stream-tickets": "names the stream that was asked for; what it tells is compared elsewhere",
    "DELETE /v1/me/keys/{key_id}": "answers nothing",
    "POST /v1/me/apps": "makes a code out of nothing",
    "DELETE /v1/me/apps/{app_id}": "answers nothing",
    "POST /v1/oauth/device": "makes codes out of nothing",
    "POST /v1/me/apps/devices/{user_code}": "answers nothing",
    "POST /v1/oauth/register": "reads nothing but what is sent",
    "POST /v1/oauth/token": "makes tokens out of nothing",
    "POST /v1/oauth/revoke": "answers nothing",
    "POST /v1/rulesets/{name}/boards": "reads nothing but what is sent",
    "POST /v1/seeds": "draws a seed for a game that does not exist yet",
    "POST /v1/games": "makes another game",
    "POST /v1/webhooks": "reads nothing but what is sent",
    "DELETE /v1/webhooks/{webhook_id}": "answers nothing",
    "POST /v1/webhooks/{webhook_id}/rotate": "makes a secret out of nothing",
    "POST /v1/webhooks/{webhook_id}/enable": "tells the caller's own webhook, as reading it does",
    "POST /v1/webhooks/{webhook_id}/ping": "sends a message that is about nothing",
    "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": "tells a delivery, as reading it does",
    "POST /v1/audits": "judges what is sent, and looks at no game",
    "POST /v1/exports": "names a job; what becomes of it is compared below",
    "DELETE /v1/jobs/{job_id}": "answers nothing",
    "POST /v1/tlog/cosignatures": "gives back the checkpoint that was sent, and cosignatures of it",
    "POST /v1/invitations/read": "is asked with each invitation that is made below",
    "DELETE /v1/games/{game_id}/seats/{seat}/invitations/{invitation_id}": "answers nothing; is asked below",
    "DELETE /v1/me/invitations/{invitation_id}": "answers nothing",
}

# What is asked besides the plain address; {last}: where the game stands, {half}: half way there.
QUERIES: Mapping[str, Sequence[str]] = {
    "GET /v1/games": ("mine=true", "awaiting=me", "status=running", "limit=1"),
    "GET /v1/games/{game_id}/legal-commands": (
        "expand=30",
        "seat=1",
        "seat=2&expand=200",
        "seat=9",
        "sample=50&seed=7",
        "seat=2&sample=50",
    ),
    "GET /v1/games/{game_id}/state": (
        "version={half}",
        "version={last}&as=spectator",
        "as=seat:1",
        "as=seat:2&version={half}",
        "version=99999",
    ),
    "GET /v1/games/{game_id}/diff": ("from={half}", "from={last}&to=1", "from=1&to={half}&as=seat:2"),
    "GET /v1/games/{game_id}/events": ("after={half}&limit=50", "after=0&limit=1&wait=9"),
    "GET /v1/games/{game_id}/proof": ("version={half}", "version={last}"),
}


# ---------------------------------------------------------------- the two


@pytest.fixture(scope="module")
def two_worlds(servers: Servers, roomy: Settings) -> TwoWorlds:
    return TwoWorlds.opened(servers, roomy)


@pytest.fixture(scope="module")
def changing_worlds(servers: Servers, roomy: Settings) -> TwoWorlds:
    """Two more: a change draws random names, which lists in the other two would show."""
    return TwoWorlds.opened(servers, roomy)


@pytest.fixture(params=CASES)
def twin(request: pytest.FixtureRequest, two_worlds: TwoWorlds) -> Twin:
    story, viewer = request.param
    return two_worlds.put(story.world, told(story), viewer)


@pytest.fixture(params=CASES)
def changing_twin(request: pytest.FixtureRequest, changing_worlds: TwoWorlds) -> Twin:
    story, viewer = request.param
    return changing_worlds.put(story.world, told(story), viewer)


# ---------------------------------------------------------------- every operation


def test_every_operation_has_its_place() -> None:
    """What reads is asked by itself. What writes is asked below, or has nothing of a game to tell."""
    every = all_operations().keys()
    writing = every - {str(each) for each in reading()}
    assert writing == (NOT_OF_A_GAME.keys() & writing) | ASKED.keys()
    assert NOT_OF_A_GAME.keys() <= every
    assert not NOT_OF_A_GAME.keys() & ASKED.keys()


def test_every_read_is_the_same_in_both_worlds(twin: Twin) -> None:
    for app in twin.worlds.apps:
        context: Context = app.extensions["kontor"]
        sign_checkpoint(context.pool, note_signer(keys_of(context.settings), "log.example/v2"))
    for operation in reading():
        if str(operation) in STREAMS or str(operation) in NOT_OF_A_GAME:
            continue
        for who in twin.who if operation.scope else (NOBODY,):  # where no key is asked for, it is not looked at
            path = address(operation, twin, who)
            queries = [
                query.format(last=twin.version, half=twin.version // 2) for query in QUERIES.get(str(operation), ())
            ]
            for query in ("", *queries):
                found = twin.same(who, "GET", f"{path}?{query}" if query else path, more=more_of(operation))
                assert found.status_code < 500, found.text
                if (tag := found.headers.get("ETag")) and found.status_code == 200:
                    twin.same(who, "GET", path, headers={"If_None_Match": tag})


def more_of(operation: Operation) -> Mapping[str, str]:
    return OF_MESSAGES if "deliveries" in operation.path else {}


def address(operation: Operation, twin: Twin, who: str) -> str:
    person = twin.worlds.people.get(who)
    filled = {
        "game_id": twin.path.rpartition("/")[2],
        "name": twin.world.rules.name,
        "board": twin.world.board,
        "rule": next(iter(twin.world.rules.rules())),
        "webhook_id": NOTHING if person is None else str(person.webhook),
        "path": "0/000.p/1",
    }
    path = operation.path
    for name in [part.partition("}")[0] for part in path.split("{")[1:]]:
        path = path.replace(f"{{{name}}}", filled.get(name, NOTHING))
    return path


NOTHING = "00000000-0000-7000-8000-000000000000"


# ---------------------------------------------------------------- what writes


Asking = Callable[[Twin, str], None]


def ask_commands(twin: Twin, who: str) -> None:
    """Everything that may be done and much that may not, on paper; then something that can be foretold, in earnest."""
    path, maker, luck = f"{twin.path}/commands", Maker(twin.world, random.Random(1)), random.Random(2)
    legal = twin.same(who, "GET", f"{twin.path}/legal-commands?expand=60")
    known = legal.json["commands"] if legal.status_code == 200 else []
    maker.words.gather(twin.same(who, "GET", f"{twin.path}/state").json["state"])
    made = [maker.make(kind) for kind in maker.kinds for _ in range(4 if known else 1)]
    for body in (*known, *made):
        tried = twin.same(who, "POST", path, {**body, "dry_run": True})
        assert tried.status_code < 500
        if tried.status_code == 200:
            batch = [body, luck.choice(made)]
            twin.same(who, "POST", path, {"commands": batch, "dry_run": True})
    twin.same(who, "POST", path, {"type": maker.kinds[0], "seat": 3, "dry_run": True})
    twin.same(who, "POST", path, known[0] if known else made[0], headers={"If_Match": '"5"'})
    for body in known:
        tried = twin.same(who, "POST", path, {**body, "dry_run": True})
        if tried.status_code == 200 and not tried.json["undetermined"]:
            assert twin.same(who, "POST", path, body, OF_CHANGES).status_code == 201
            twin.same(who, "GET", f"{twin.path}/state")
            return


def ask_what_if(twin: Twin, who: str) -> None:
    path, luck = f"{twin.path}/what-if", random.Random(3)
    twin.same(who, "POST", path, {"version": twin.version // 2, "commands": []})
    twin.same(who, "POST", path, {"commands": [], "luck": 5})
    maker = Maker(twin.world, luck)
    maker.words.gather(twin.same(who, "GET", f"{twin.path}/state").json["state"])
    for kind in maker.kinds:
        for _ in range(2):
            seat = luck.choice(sorted(twin.world.everybody))
            twin.same(who, "POST", path, {"commands": [{**maker.make(kind), "seat": seat}]})


def on_each_seat(act: str, body: Any = None, method: str = "POST") -> Asking:
    def ask(twin: Twin, who: str) -> None:
        for seat in sorted(twin.world.everybody):
            twin.same(who, method, f"{twin.path}/seats/{seat}/{act}", body, OF_CHANGES)

    return ask


def ask_invitations(twin: Twin, who: str) -> None:
    """A seat is offered, the offer read with its token alone, listed and, by others, not revoked."""
    for seat in sorted(twin.world.everybody):
        path = f"{twin.path}/seats/{seat}/invitations"
        for token in zip(*offers(twin, who, path), strict=True):
            require_same(by_link(twin, "read", token), f"the invitation of {who}", OF_INVITATIONS)
        twin.same(who, "GET", path, more=OF_INVITATIONS)
        twin.same(who, "DELETE", f"{path}/{NOTHING}")


def ask_to_take_over(twin: Twin, who: str) -> None:
    """Somebody new is told no more than that they sit there now."""
    for seat in sorted(twin.world.everybody):
        for token in zip(*offers(twin, who, f"{twin.path}/seats/{seat}/invitations"), strict=True):
            answers = by_link(twin, "accept", token, name="New")
            assert answers[0].status_code == 201, answers[0].text
            require_same(answers, f"the seat of {who}", OF_INVITATIONS)


def offers(twin: Twin, who: str, path: str) -> Sequence[Sequence[str]]:
    """The token that each of the worlds gives, if it gives one."""
    made = [caller.post(path, X_Request_Id=REQUEST_ID) for caller in twin.worlds.callers(who)]
    require_same(made, f"{who}: {path}", OF_INVITATIONS)
    return [[each.json["token"]] if each.status_code == 201 else [] for each in made]


def by_link(twin: Twin, act: str, tokens: Sequence[str], **more: str) -> Sequence[TestResponse]:
    callers = twin.worlds.callers(NOBODY)
    return [
        caller.post(f"/v1/invitations/{act}", {"invitation": token, **more}, X_Request_Id=REQUEST_ID)
        for caller, token in zip(callers, tokens, strict=True)
    ]


def of_the_table(act: str, *bodies: Any) -> Asking:
    """What is asked about the game as a whole."""

    def ask(twin: Twin, who: str) -> None:
        for body in bodies:
            assert twin.same(who, "POST", f"{twin.path}/{act}", body, OF_CHANGES).status_code < 500

    return ask


def ask_undo(twin: Twin, who: str) -> None:
    """Alone, and together: back to the game as it was put down, and to earlier positions."""
    bodies = [{"seat": seat, "to": twin.version} for seat in sorted(twin.world.everybody)]
    together = [{"to": to, "together": True} for to in (1, twin.version // 2, twin.version)]
    of_the_table("undo", None, *bodies, *together)(twin, who)
    twin.same(who, "GET", f"{twin.path}/state")


ASKED: Mapping[str, Asking] = {  # in this order
    "POST /v1/games/{game_id}/what-if": ask_what_if,
    "POST /v1/games/{game_id}/commands": ask_commands,
    "POST /v1/games/{game_id}/seats/{seat}/join": on_each_seat("join"),
    "POST /v1/games/{game_id}/seats/{seat}/leave": on_each_seat("leave"),
    "POST /v1/games/{game_id}/seats/{seat}/token": on_each_seat("token"),
    "DELETE /v1/games/{game_id}/seats/{seat}/token": on_each_seat("token", method="DELETE"),
    "POST /v1/games/{game_id}/seats/{seat}/invitations": ask_invitations,
    "POST /v1/games/{game_id}/undo": ask_undo,
    "POST /v1/games/{game_id}/pause": of_the_table("pause", None, {"seat": 1, "until": "2099-01-01T00:00:00Z"}),
    "POST /v1/games/{game_id}/resume": of_the_table("resume", None, {"seat": 1}),
    "POST /v1/games/{game_id}/hints": of_the_table("hints", None),
    "POST /v1/games/{game_id}/analysis": of_the_table("analysis", None),
    "POST /v1/games/{game_id}/branches": of_the_table("branches", {"version": 9}),
    "POST /v1/games/{game_id}/rematch": of_the_table("rematch", None),
    "POST /v1/invitations/accept": ask_to_take_over,
    "POST /v1/games/{game_id}/abort": of_the_table("abort", {}),
    "POST /v1/games/{game_id}/seats/{seat}/resign": on_each_seat("resign", {}),
    "POST /v1/games/{game_id}/seats/{seat}/return": on_each_seat("return"),
}


def test_every_request_gets_the_same_answer_in_both_worlds(changing_twin: Twin) -> None:
    for ask in ASKED.values():
        for who in changing_twin.who:
            ask(changing_twin, who)
            if who in (NOBODY, STRANGER, AUDITOR):
                assert changing_twin.same(who, "GET", changing_twin.path).json["version"] == changing_twin.version


def test_a_reader_who_may_know_the_secret_sees_the_difference(two_worlds: TwoWorlds) -> None:
    """That is, a difference would be found."""
    for story in STORIES[:2]:  # in which every seat is dealt something
        twin = two_worlds.put(story.world, told(story), frozenset())
        for path in ("state", "events", "audit"):
            assert any(differs(twin, seat_name(seat), f"{twin.path}/{path}") for seat in story.world.everybody)


def differs(twin: Twin, who: str, path: str) -> bool:
    try:
        twin.same(who, "GET", path)
    except AssertionError:
        return True
    return False
