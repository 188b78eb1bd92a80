"""Clients that play one game after the other and remember all of it; what breaks off is sent again, or left open."""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from uuid import UUID

import httpx

from tests.faults.memory import Memory, Sent, Told
from tests.support.plain_http import NO_TLS

PATIENCE = 120.0  # seconds for an answer to a request, and for the next move of a game, also during a fault
LEFT_OPEN = 0.2  # of the commands whose answer is lost: the client plays on and never asks again
EXPECTING = 0.5  # of the commands: with If-Match
RACED = 0.1  # of the requests with a key: sent to two request processes at the same time
RESIGNING = 0.01  # of the decisions: a bot takes over, and the player returns

MOVED_ON = (409, 412)  # between two questions the game may have gone on, or ended

TABLES: tuple[Mapping[str, Any], ...] = (
    {"ruleset": "tiny", "board": "square", "seats": ("me", "random"), "options": {"rounds": 6}},
    {"ruleset": "tiny", "board": "square", "seats": ("me", "random", "me"), "options": {"rounds": 4}},
    {"ruleset": "hansa", "board": "hansa-3", "seats": ("me", "greedy", "greedy"), "options": {}},
    {"ruleset": "merchants", "board": "merchants-short", "seats": ("greedy", "me", "greedy"), "options": {}},
)
# A friend joins; nobody waits for bots, so these send many commands.
FRIENDS: tuple[Mapping[str, Any], ...] = (
    {"ruleset": "tiny", "board": "square", "seats": ("me", "friend"), "options": {"rounds": 6}},
    {"ruleset": "tiny", "board": "square", "seats": ("friend", "me", "friend"), "options": {"rounds": 4}},
)
KINDS = {"me": {"kind": "me"}, "friend": {"kind": "open"}}


class Lost(Exception):
    """No answer, or none that says what has happened."""


class Vanished(Exception):
    """The server does not know a game that it has created."""


class Player(threading.Thread):
    """Plays at one kind of table until it is told to begin no more games; the last one is played to its end.

    `friend`: the key of the account that joins. `sockets`: finds the request processes, to race one key on two of them.
    `begun`: gets each new game."""

    def __init__(
        self,
        url: str,
        key: Mapping[str, str],
        memory: Memory,
        table: Mapping[str, Any],
        seed: int,
        friend: Mapping[str, str] | None = None,
        sockets: Callable[[], Sequence[Path]] = lambda: (),
        begun: "SimpleQueue[UUID | None] | None" = None,
    ) -> None:
        super().__init__(name=f"player {seed} of {table['ruleset']}", daemon=True)
        self._client = httpx.Client(base_url=url, timeout=8, verify=NO_TLS)
        self._memory, self._table, self._luck = memory, table, random.Random(seed)
        keys = {"me": key, "friend": friend}
        self._keys = {seat: dict(keys[kind] or {}) for seat, kind in enumerate(table["seats"], 1) if kind in keys}
        self._key, self._sockets, self._begun = dict(key), sockets, begun
        self._last: Sent | None = None
        self._away: set[int] = set()  # seats that a bot plays since their player resigned
        self._next: Mapping[str, Any] | None = None  # the game after the last command, if it waits for this client
        self.closing = threading.Event()

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                self._play(self._new_game())
            except Lost:
                time.sleep(0.1)
            except Exception as error:  # else the thread would end and nobody hear of it
                self._memory.flaw(f"{self.name} met {error!r}")
                break
        self.leave()

    def leave(self) -> None:
        self._client.close()

    # ---------------------------------------------------------------- one game

    def _new_game(self) -> UUID:
        seats = [KINDS.get(kind, {"kind": "bot", "bot": kind}) for kind in self._table["seats"]]
        answer = self._until_answered("/v1/games", {**self._table, "seats": seats}, self._key)
        if answer.status_code != 201:
            self._memory.flaw(f"a creation was answered {answer.status_code}: {answer.text}")
            raise Lost
        game = UUID(answer.json()["id"])
        self._memory.games.append(game)
        if self._begun is not None:
            self._begun.put(game)
        return game

    def _play(self, game: UUID) -> None:
        until = time.monotonic() + PATIENCE
        self._away, self._next = set(), None
        while time.monotonic() < until:
            try:
                known, self._next = self._next, None
                told = known or self._ask("GET", f"/v1/games/{game}").json()
                if told["status"] not in ("running", "open"):
                    return
                before = len(self._memory.sent)
                if told["status"] == "open":
                    self._join(game)
                else:
                    self._move(game, told)
            except Vanished:
                self._memory.flaw(f"{game}: the server does not know it any more")
                return
            except Lost:
                time.sleep(0.1)
                continue
            if len(self._memory.sent) > before:
                until = time.monotonic() + PATIENCE
        self._memory.flaw(f"{game}: it did not go on for {PATIENCE:g} s")

    def _join(self, game: UUID) -> None:
        for seat, kind in enumerate(self._table["seats"], 1):
            if kind == "friend":
                self._send(self._sent(game, seat, {"type": "join"}, path="join"))

    def _move(self, game: UUID, told: Mapping[str, Any]) -> None:
        if self._last and self._last.game == game and self._last.told and told["version"] > self._last.told.version:
            self._memory.bot_seen(self._last)
        seats = [seat for seat in told["awaiting"] if seat in self._keys]
        if not seats:
            self._watch(game, told["version"])
            return
        seat = self._luck.choice(seats)
        if seat in self._away:
            self._send(self._sent(game, seat, {"type": "return"}, path="return"))
            self._away.discard(seat)
        elif self._luck.random() < RESIGNING:
            self._send(self._sent(game, seat, {"type": "resign"}, path="resign"))
            self._away.add(seat)
        else:
            self._decide(game, seat)

    def _decide(self, game: UUID, seat: int) -> None:
        asked = {"seat": seat, "sample": 1, "seed": self._luck.randrange(1000)}
        address = f"/v1/games/{game}/legal-commands"
        found = self._ask("GET", address, params=asked, headers=self._keys[seat]).json()
        if seat in found["awaiting"] and found["commands"]:
            expected = found["version"] if self._luck.random() < EXPECTING else None
            self._send(self._sent(game, seat, found["commands"][0], expected))

    def _sent(self, game: UUID, seat: int, body: Any, expected: int | None = None, path: str = "commands") -> Sent:
        return Sent(game, seat, f"{self._luck.getrandbits(64):x}", body, expected, path, self._keys[seat])

    def _watch(self, game: UUID, version: int) -> None:
        """Wait for what others do, as a spectator is shown it."""
        after = max(0, version - 3)
        for item in self._ask("GET", f"/v1/games/{game}/events?after={after}&limit=50").json()["items"]:
            self._memory.show(game, item["version"], item["hash"])
        self._ask("GET", f"/v1/games/{game}/events?after={version}&wait=1&limit=1")

    # ---------------------------------------------------------------- one command

    def _send(self, sent: Sent) -> None:
        self._last = sent
        self._memory.sent.append(sent)
        until = time.monotonic() + PATIENCE
        leave_open = sent.path == "commands" and self._luck.random() < LEFT_OPEN
        is_raced = self._luck.random() < RACED
        while time.monotonic() < until:
            try:
                self.post(sent, is_raced)
                return
            except Lost:
                if leave_open:
                    return
                self._memory.retry()
                time.sleep(0.05)
        self._memory.flaw(f"{sent.game}: {sent.path} (key {sent.key}) had no answer for {PATIENCE:g} s")

    def post(self, sent: Sent, is_raced: bool = False) -> None:
        """Send it, perhaps again, and remember what is told of it. A refusal settles it only if nothing that was sent
        before may still be on its way."""
        may_be_late = sent.expected is None and sent.tries > 0
        sent.tries += 1
        headers = {**(sent.credential or self._key), "Idempotency-Key": sent.key}
        if sent.expected is not None:
            headers["If-Match"] = f'"{sent.expected}"'
        address, body = sent.request
        answer = self._post(address, body, headers, is_raced)
        if answer.status_code == 201:
            said = answer.json()
            receipt = said["receipt"]
            sent.told = Told(UUID(receipt["command"]), receipt["version"], receipt["hash"], time.monotonic())
            if self._keys.keys() & said["awaiting"]:
                self._next = {"status": "running", "version": said["version"], "awaiting": said["awaiting"]}
        else:
            sent.refused = not may_be_late

    # ---------------------------------------------------------------- one request

    def _until_answered(self, path: str, body: Any, key: Mapping[str, str]) -> httpx.Response:
        """Send a request under one key until there is an answer."""
        headers = {**key, "Idempotency-Key": f"{self._luck.getrandbits(64):x}"}
        until, is_raced = time.monotonic() + PATIENCE, self._luck.random() < RACED
        while time.monotonic() < until:
            try:
                return self._post(path, body, headers, is_raced)
            except Lost:
                self._memory.retry()
                time.sleep(0.05)
        self._memory.flaw(f"POST {path} had no answer for {PATIENCE:g} s")
        raise Lost

    def _post(self, path: str, body: Any, headers: Mapping[str, str], is_raced: bool) -> httpx.Response:
        sockets = self._sockets()[:2] if is_raced else ()
        if len(sockets) < 2:
            return self._ask("POST", path, json=body, headers=headers)
        with ThreadPoolExecutor(2) as both:
            asked = [both.submit(self._post_to, socket, path, body, headers) for socket in sockets]
        answers = [each.result() for each in asked if not isinstance(each.exception(), Lost)]
        done = [each for each in answers if each.status_code == 201]
        if len({each.content for each in done}) > 1:
            key = headers["Idempotency-Key"]
            self._memory.flaw(f"POST {path}: two processes gave different answers to one key ({key})")
        if not done and len(answers) < 2:
            raise Lost
        return (done or answers)[0]

    def _post_to(self, socket: Path, path: str, body: Any, headers: Mapping[str, str]) -> httpx.Response:
        """Send a request to one request process."""
        transport = httpx.HTTPTransport(uds=str(socket), verify=NO_TLS)
        with httpx.Client(base_url="http://kontor", transport=transport, timeout=8) as client:
            return self._ask("POST", path, client, json=body, headers=headers)

    def _ask(self, method: str, path: str, client: httpx.Client | None = None, **more: Any) -> httpx.Response:
        try:
            answer = (client or self._client).request(method, path, **{"headers": self._key, **more})
        except httpx.HTTPError as error:
            raise Lost from error
        if answer.status_code >= 400 and "problem+json" not in answer.headers.get("content-type", ""):
            self._memory.flaw(f"{method} {path} was answered {answer.status_code} without a problem: {answer.text}")
        if answer.status_code == 500:
            self._memory.flaw(f"{method} {path} was answered 500: {answer.text}")
        if answer.status_code >= 500:
            raise Lost
        if answer.status_code == 404:
            raise Vanished
        if answer.status_code >= 400 and method == "GET":
            if answer.status_code not in MOVED_ON:
                self._memory.flaw(f"{method} {path} was answered {answer.status_code}: {answer.text}")
            raise Lost
        return answer


def settle(url: str, key: Mapping[str, str], memory: Memory) -> int:
    """After the games: ask once more for whatever is still open, under its key. What was carried out is told again;
    the rest can no longer happen. How many turned out to have been carried out."""
    player, found = Player(url, key, memory, TABLES[0], 0), 0
    for sent in memory.open():
        try:
            player.post(sent)
        except (Lost, Vanished) as error:
            memory.flaw(f"{sent.game}: {sent.path} (key {sent.key}) could not be settled: {type(error).__name__}")
        found += sent.told is not None
        sent.refused = sent.told is None
    player.leave()
    return found
