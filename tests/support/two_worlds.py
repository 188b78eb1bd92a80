"""Two services that differ only in secrets that a viewer must not know. They have the same accounts and keys, and a
game with the same id. Every response is compared byte by byte."""

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import httpx
from flask import Flask

from kontor.service.api_keys import BASIC, KEY_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.webhooks.messages import TYPES
from kontor.service.webhooks.sender import new_secret
from tests.support.callers import Caller, TestResponse
from tests.support.plain_http import NO_TLS
from tests.support.playing import seed_of
from tests.support.retelling import Log, empty, put, retold
from tests.support.secrets_dealt_anew import other_world
from tests.support.servers import Servers
from tests.worlds.world import World

STRANGER, AUDITOR, NOBODY = "a stranger", "an auditor", "nobody"
SEATS = 4  # of the largest table
RULESETS = ("tests.tiny:RULESET", *Settings().rulesets)
OUTSIDE = (NOBODY, STRANGER, AUDITOR)
REQUEST_ID = "two-worlds"
SEEDS = 20  # attempts to deal again, until one differs

# What may differ, by name, and why. Nothing else may.
HASHES = "follows from the seed or from sealed values by way of a salt that nobody knows before it is opened"
BY_NATURE = {
    "salt": "an HMAC under the seed: the viewer is shown salts of their own parts, and no two tell of a third",
    "commitment": "a hash over 32 random bytes",
    "digest": HASHES,
    "hash": HASHES,
    "head": HASHES,
    "sha256": "of a bundle's lines, which hold hashes and digests",
    "signature": "over a hash",
    "created_at": "when a row was written",
    "changed_at": "when a row was written",
    "made_at": "when a bundle was made",
    "token": "minted at random",
    "cursor": "of all games: a place in the order of transactions",
}
OF_CHANGES = {  # where the same request changes both, a moment apart
    "at": "when it was done",
    "id": "of a command, random but for its time",
    "command": "in a receipt: the same id",
}
OF_INVITATIONS = {
    **OF_CHANGES,
    "link": "holds the token",
    "href": "holds the id",
    "expires_at": "when it was made, and a week",
    "api_key": "minted at random",
    "recovery_codes": "minted at random",
    "to": "a participant, random",
}
OF_MESSAGES = {
    "id": "of a delivery, random but for its time",
    "time": "when it was told",
    "next_at": "when it is tried again",
    "next": "names a delivery",
    "body": "holds these two; it is compared where it arrives",
}
OF_ARCHIVES = {"next": "a place in the order of transactions"}
TREE = re.compile(r"[0-9a-f]{64}|[A-Za-z0-9+/]{43,}={0,2}")  # hashes and signatures in the texts of the tree
CURSOR = re.compile(r"cursor=[\w-]+")
TREE_TEXTS = {"checkpoint", "proof"}  # the fields of JSON with these texts
POSITION = re.compile(r"id: [0-9]+-[0-9a-f]+").fullmatch
AFTER = re.compile(r"(after=[0-9]+)-[0-9a-f]{12}")  # the hash of an event in the address of the next page


@dataclass(frozen=True)
class Person:
    """A person with the same account and key in both worlds."""

    key: str
    account: UUID
    webhook: UUID


@dataclass(frozen=True)
class TwoWorlds:
    apps: tuple[Flask, Flask]
    people: Mapping[str, Person]

    @classmethod
    def opened(cls, servers: Servers, settings: Settings, webhook: str = "https://nobody.example/") -> "TwoWorlds":
        """Create two databases with the same people. Notifications go to `webhook`."""
        one, other = (_app(servers, settings) for _ in range(2))
        names = (*map(seat_name, range(1, SEATS + 1)), STRANGER, AUDITOR)
        return cls((one, other), {name: _person((one, other), name, webhook) for name in names})

    def callers(self, who: str) -> tuple[Caller, Caller]:
        one, other = self.apps
        key = None if who == NOBODY else self.people[who].key
        return Caller(one, key), Caller(other, key)

    def put(self, world: World, log: Log, viewer: frozenset[int]) -> "Twin":
        """Store a game in both worlds, as far as the viewer cannot distinguish the two games. Their hidden values
        differ."""
        game_id, rules = new_id(), world.rules
        for number in range(SEEDS):
            start = empty(log, game_id, seed_of(1000 + number))
            other = other_world(rules, log, viewer, start, random.Random(number))
            if other[-1].after.state != log[len(other) - 1].after.state:
                break
        else:
            raise AssertionError(f"nothing is hidden from {sorted(viewer)} here")
        true = retold(rules, log[: len(other)], empty(log, game_id, seed_of(1)))
        accounts = {seat: str(self.people[seat_name(seat)].account) for seat in world.everybody}
        for app, each in zip(self.apps, (true, other), strict=True):
            path = put(app, rules, each, accounts)
        return Twin(self, world, viewer, path, (true, other))


@dataclass(frozen=True)
class Twin:
    """A game that exists in both worlds."""

    worlds: TwoWorlds
    world: World
    viewer: frozenset[int]
    path: str
    logs: tuple[Log, Log]

    @property
    def version(self) -> int:
        return self.logs[0][-1].last

    @property
    def who(self) -> Sequence[str]:
        """Return the callers who must not be able to distinguish the two worlds."""
        return [seat_name(seat) for seat in self.viewer] or OUTSIDE

    def same(
        self,
        who: str,
        method: str,
        path: str | tuple[str, str],
        body: Any = None,
        more: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Return the response, which must be the same in both worlds. `more`: values that may differ, besides the
        values that always differ."""
        answers = [
            caller.call(method, each, body, X_Request_Id=REQUEST_ID, **(headers or {}))
            for caller, each in zip(self.worlds.callers(who), both(path), strict=True)
        ]
        require_same(answers, f"{who}: {method} {path} {body}", more or {})
        return answers[0]


def both(path: str | tuple[str, str]) -> tuple[str, str]:
    """Return the addresses of an object in both worlds. They are the same, unless they contain random names."""
    return (path, path) if isinstance(path, str) else path


def seat_name(seat: int) -> str:
    return f"seat {seat}"


def _app(servers: Servers, settings: Settings) -> Flask:
    name = servers.database()
    urls = {"database_url": servers.app_url(name), "migrate_url": servers.owner_url(name)}
    return create_app(replace(settings, rulesets=RULESETS, webhooks_loopback=True, **urls))


def _person(apps: Sequence[Flask], name: str, url: str) -> Person:
    account, key_id, key, hook, secret = new_id(), new_id(), mint(KEY_PREFIX), new_id(), new_secret()
    scopes = [*BASIC, "audit:read"] if name == AUDITOR else BASIC
    for app in apps:
        context = app.extensions["kontor"]
        context.store.accounts.open(account, name, key_id, key, scopes)
        if name == AUDITOR:
            context.store.accounts.grant(account, "audit:read")
        assert context.store.webhooks.add(hook, account, None, url, TYPES, secret) is not None
    return Person(key.text, account, hook)


# ---------------------------------------------------------------- comparing


def require_same(answers: Sequence[TestResponse], what: str, more: Mapping[str, str]) -> None:
    """Compare the status, every header, the body and the length of the body of two responses."""
    one, other = answers
    assert one.status_code == other.status_code, f"{what}: {one.status_code}, {other.status_code}: {other.text[:300]}"
    require_same_text(*(_headers(each, more) for each in answers), what)
    assert len(one.data) == len(other.data), f"{what}: {len(one.data)}, {len(other.data)} bytes"
    require_same_text(shown(one, more), shown(other, more), what)


def _headers(answer: TestResponse, more: Mapping[str, str]) -> str:
    told = AFTER.sub(r"\1-*", "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers)))
    return CURSOR.sub("cursor=*", told) if "next" in more else told


def require_same_text(one: str, other: str, what: str) -> None:
    """Raise an error if two texts differ. The error shows only the first difference, because whole responses would be
    pages long."""
    if one != other:
        at = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
        around = slice(max(0, at - 200), at + 200)
        raise AssertionError(f"{what}\n…{one[around]}…\n…{other[around]}…")


def shown(answer: TestResponse, more: Mapping[str, str]) -> str:
    match answer.mimetype:
        case "application/json" | "application/problem+json" | "application/json-patch+json":
            return masked_json(answer.text, more)
        case "application/x-ndjson":
            return "\n".join(masked_json(line, more) for line in answer.text.splitlines())
        case "text/plain":
            return masked_tree(answer.text)
        case "application/octet-stream":
            return ""  # tiles of hashes: only their number matters
        case _:
            return answer.text


def masked_json(text: str, more: Mapping[str, str]) -> str:
    """Return a JSON text in its own order. Values that always differ are replaced by texts of the same length."""
    return json.dumps(_masked(json.loads(text), {*BY_NATURE, *more})) if text else ""


def masked_tree(text: str) -> str:
    return TREE.sub(lambda found: "*" * len(found[0]), text)


def _masked(value: Any, names: set[str], name: str = "") -> Any:
    if isinstance(value, list):
        return [_masked(each, names, name) for each in value]
    if isinstance(value, dict):
        return {key: _masked(inner, names, key) for key, inner in value.items()}
    if not isinstance(value, str):
        return value
    if name in TREE_TEXTS:
        return masked_tree(value)
    return "*" * len(value) if name in names else AFTER.sub(r"\1-*", value) if name == "next" else value


# ---------------------------------------------------------------- streams


def messages(url: str, key: Mapping[str, str], last: str, times: int = 1) -> str:
    """Read a stream, with its headers first, until the text `last` has come `times` times."""
    headers = {**key, "X-Request-Id": REQUEST_ID}
    with httpx.stream("GET", url, headers=headers, timeout=30, verify=NO_TLS) as answer:
        assert answer.status_code == 200, answer.read()
        given = sorted((name, value) for name, value in answer.headers.items() if name not in ("date", "server"))
        told = "\n".join(f"{name}: {value}" for name, value in given) + "\n\n"
        seen = ""
        for text in answer.iter_text() if times else ():
            seen += text
            if seen.count(last) >= times and seen.endswith("\n\n"):
                break
    return told + "\n".join(_line(line) for line in seen.splitlines()) + "\n"


def _line(line: str) -> str:
    if POSITION(line):  # with a hash, or in the log of the whole cluster, to which other tests write, too
        return "id: a position"
    return f"data: {masked_json(line[6:], {})}" if line.startswith("data: ") else line
