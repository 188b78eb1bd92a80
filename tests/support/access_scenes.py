"""The same people in games of every visibility, for the tests of access."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import UUID, uuid4

from flask import Flask

from kontor.domain.kernel.bots import random_bot
from kontor.service.api_keys import BASIC, GRANTED
from kontor.workers.bots import ask
from tests.support.callers import Caller, a_game, granted, next_command, opened, version_of

SCENES = [  # visibility and phase; before the start only the private game is a separate case
    ("private", "open"),
    *((visibility, phase) for visibility in ("private", "unlisted", "public") for phase in ("running", "finished")),
]
Request: TypeAlias = tuple[str, str, Any]  # operation, address, body

ACCOUNTS = (
    "creator",
    "holder",
    "other holder",
    "bot account",
    "left",
    "resigned",
    "passed on",
    "invited",
    "other account",
    "auditor",
    "administrator",
)
SEATS = {1: "holder", 2: "other holder", 3: "resigned", 4: "bot account"}  # who plays, or may return, at the end
SEAT_OF = {**{name: seat for seat, name in SEATS.items()}, "seat token": 1, "passed on": 2}
LATE = ("other holder", "resigned", "passed on", "bot account")  # without a seat before the start
WEBHOOK = "https://receiver.example/"


@dataclass(frozen=True)
class People:
    """The callers who are the same in every scene. `small_keys`: keys of the holder, by the scope that the key lacks.
    `webhooks`: for each account, a webhook that receives the ends of games."""

    callers: Mapping[str, Caller]
    small_keys: Mapping[str, Caller]
    webhooks: Mapping[str, str]


@dataclass(frozen=True)
class Scene:
    """One game with its callers. Before the start, callers whose seats are still free are left out. `gave_up`: the
    version at which each former holder gave up the seat. `before`: a version at which all of them still held their
    seats. `answered`: for each former holder, the request whose answer is stored under their Idempotency-Key."""

    visibility: str
    phase: str
    game: str
    callers: Mapping[str, Caller]
    gave_up: Mapping[str, int]
    before: int
    answered: Mapping[str, Request]

    def __str__(self) -> str:
        return f"{self.visibility}, {self.phase}"

    @property
    def id(self) -> str:
        return self.game.rpartition("/")[2]


def people(app: Flask) -> People:
    found = {name: opened(app, name) for name in (*ACCOUNTS, "blocked account")}
    assert found["bot account"].call("PATCH", "/v1/me", {"bot": True}).status_code == 200
    webhooks = {name: _webhook(found[name]) for name in ACCOUNTS}
    holder = found["holder"]
    spare = holder.post("/v1/me/keys", {}).json
    assert holder.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
    other = a_game(holder)
    found |= {
        "no key": Caller(app),
        "unknown key": Caller(app, "ktk_" + "x" * 43),
        "revoked key": Caller(app, spare["api_key"]),
        "token of another game": token(holder, other, 1),
        "auditor": granted(app, found["auditor"], "audit:read", *BASIC),
        "administrator": granted(app, found["administrator"], "admin", *BASIC),
    }
    small = {scope: [each for each in BASIC if each != scope] for scope in (*BASIC, *GRANTED)}
    keys = {scope: holder.post("/v1/me/keys", {"scopes": kept}).json["api_key"] for scope, kept in small.items()}
    app.extensions["kontor"].store.accounts.block(UUID(found["blocked account"].account), True)
    return People(found, {scope: holder.with_key(key) for scope, key in keys.items()}, webhooks)


def _webhook(caller: Caller) -> str:
    answer = caller.post("/v1/webhooks", {"url": WEBHOOK, "types": ["game.ended"]})
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def token(holder: Caller, game: str, number: int) -> Caller:
    return holder.with_key(holder.post(f"{game}/seats/{number}/token").json["token"])


def new_scene(app: Flask, cast: People, visibility: str, phase: str) -> Scene:
    """Create a game in which all people take seats, give up seats as their names say, and continue to play."""
    who = cast.callers
    game = a_game(who["creator"], *["invited"] * 4, visibility=visibility)
    seat(who["creator"], who["left"], game, 2)
    answered: dict[str, Request] = {
        "left": ("leaveSeat", f"{game}/seats/2/leave", None),
        "resigned": ("resignSeat", f"{game}/seats/3/resign", {"bot": "random"}),
    }
    _give_up("left", who, answered)
    if phase == "open":
        return _before_start(cast, visibility, game, answered)
    for number, name in {1: "holder", 2: "passed on", 3: "resigned", 4: "bot account"}.items():
        seat(who["creator"], who[name], game, number)
    before = version_of(who["holder"], game)
    gave_up = {"passed on": seat(who["passed on"], who["other holder"], game, 2)}
    gave_up["resigned"] = _give_up("resigned", who, answered)
    revoked = token(who["holder"], game, 1)
    assert who["holder"].delete(f"{game}/seats/1/token").status_code == 204
    tokens = {"seat token": token(who["holder"], game, 1), "revoked token": revoked}
    invite(who["holder"], who["invited"], game, 1)
    _play(app, who, game, most=12 if phase == "running" else 500)
    if phase == "finished":
        app.extensions["kontor"].games.score(UUID(game.rpartition("/")[2]))
    assert who["holder"].get(game).json["status"] == phase
    return Scene(visibility, phase, game, {**who, **tokens}, gave_up, before, answered)


def _before_start(cast: People, visibility: str, game: str, answered: Mapping[str, Request]) -> Scene:
    who = cast.callers
    seat(who["creator"], who["holder"], game, 1)
    invite(who["creator"], who["invited"], game, 2)
    there = {name: caller for name, caller in who.items() if name not in LATE}
    tokens = {"seat token": token(who["holder"], game, 1)}
    return Scene(visibility, "open", game, {**there, **tokens}, {}, 1, {"left": answered["left"]})


def _give_up(name: str, who: Mapping[str, Caller], requests: Mapping[str, Request]) -> int:
    """Let a caller leave or resign. Return the version after that."""
    _, path, body = requests[name]
    answer = who[name].post(path, body, Idempotency_Key=name)
    assert answer.status_code == 201, answer.text
    return int(answer.json["version"])


def invite(inviter: Caller, guest: Caller, game: str, number: int) -> str:
    answer = inviter.post(f"{game}/seats/{number}/invitations", {"account": guest.account})
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def seat(inviter: Caller, guest: Caller, game: str, number: int) -> int:
    """Let an account take a seat by invitation. Return the version after that."""
    invite(inviter, guest, game, number)
    answer = guest.post(f"{game}/seats/{number}/join")
    assert answer.status_code == 201, answer.text
    return int(answer.json["version"])


def _play(app: Flask, who: Mapping[str, Caller], game: str, most: int) -> None:
    """Play at most `most` commands of people and of the bot, until play ends."""
    games, game_id = app.extensions["kontor"].games, UUID(game.rpartition("/")[2])
    for nth in range(most):
        at = games.fresh(game_id)
        if at.game.status != "running":
            return
        number = at.awaiting[0]
        if at.game.place(number).bot is not None:
            games.act(game_id, number, ask(at, number, 1.0, random_bot).command, at.game.version)
            continue
        player = who[SEATS[number]]
        answer = player.post(f"{game}/commands", next_command(player, game, nth))
        assert answer.status_code == 201, answer.text


def absent() -> str:
    """Return the address of a game that does not exist."""
    return f"/v1/games/{uuid4()}"
