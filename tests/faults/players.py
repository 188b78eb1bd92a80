"""Clients that play one game after the other and remember all of it; what breaks off is sent again, or left open."""

import random
import threading
import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import httpx

from tests.faults.memory import Memory, Sent, Told

PATIENCE = 300.0  # seconds for one command to be answered, whatever happens meanwhile
LEFT_OPEN = 0.2  # of the commands whose answer is lost: the client plays on and never asks again
EXPECTING = 0.5  # of the commands: with If-Match

MOVED_ON = (409, 412)  # between two questions the game may have gone on, or ended

TABLES: tuple[Mapping[str, Any], ...] = (
    {"ruleset": "tiny", "board": "square", "seats": ("me", "random"), "options": {"rounds": 6}},
    {"ruleset": "tiny", "board": "square", "seats": ("me", "random", "me"), "options": {"rounds": 4}},
    {"ruleset": "hansa", "board": "hansa-3", "seats": ("me", "greedy", "greedy"), "options": {}},
    {"ruleset": "merchants", "board": "merchants-short", "seats": ("greedy", "me", "greedy"), "options": {}},
)


class Lost(Exception):
    """No answer, or none that says what has happened."""


class Player(threading.Thread):
    """Plays at one kind of table until it is told to begin no more games; the last one is played to its end."""

    def __init__(self, url: str, key: Mapping[str, str], memory: Memory, table: Mapping[str, Any], seed: int) -> None:
        super().__init__(name=f"player {seed} of {table['ruleset']}", daemon=True)
        self._client = httpx.Client(base_url=url, headers=dict(key), timeout=8)
        self._memory, self._table, self._luck = memory, table, random.Random(seed)
        self._mine = [seat for seat, kind in enumerate(table["seats"], 1) if kind == "me"]
        self._last: Sent | None = None
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
        seats = [{"kind": "me"} if kind == "me" else {"kind": "bot", "bot": kind} for kind in self._table["seats"]]
        answer = self._ask("POST", "/v1/games", json={**self._table, "seats": seats})
        game = UUID(answer.json()["id"])
        self._memory.games.append(game)
        return game

    def _play(self, game: UUID) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                told = self._ask("GET", f"/v1/games/{game}").json()
                if told["status"] not in ("running", "open"):
                    return
                before = len(self._memory.sent)
                self._move(game, told)
            except Lost:
                time.sleep(0.1)
                continue
            if len(self._memory.sent) > before:
                until = time.monotonic() + PATIENCE
        self._memory.flaw(f"{game}: it did not go on for {PATIENCE:g} s")

    def _move(self, game: UUID, told: Mapping[str, Any]) -> None:
        if self._last and self._last.game == game and self._last.told and told["version"] > self._last.told.version:
            self._memory.bot_seen(self._last)
        seats = [seat for seat in told["awaiting"] if seat in self._mine]
        if not seats:
            self._watch(game, told["version"])
            return
        seat = self._luck.choice(seats)
        asked = {"seat": seat, "sample": 1, "seed": self._luck.randrange(1000)}
        found = self._ask("GET", f"/v1/games/{game}/legal-commands", params=asked).json()
        if seat in found["awaiting"] and found["commands"]:
            expected = found["version"] if self._luck.random() < EXPECTING else None
            self._send(Sent(game, seat, f"{self._luck.getrandbits(64):x}", found["commands"][0], expected))

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
        leave_open = self._luck.random() < LEFT_OPEN
        while time.monotonic() < until:
            try:
                self.post(sent)
                return
            except Lost:
                if leave_open:
                    return
                self._memory.retry()
                time.sleep(0.05)

    def post(self, sent: Sent) -> None:
        """Send it, perhaps again, and remember what is told of it. A refusal settles it only if nothing that was sent
        before may still be on its way."""
        may_be_late = sent.expected is None and sent.tries > 0
        sent.tries += 1
        headers = {"Idempotency-Key": sent.key}
        if sent.expected is not None:
            headers["If-Match"] = f'"{sent.expected}"'
        body = {**sent.body, "seat": sent.seat}
        answer = self._ask("POST", f"/v1/games/{sent.game}/commands", json=body, headers=headers)
        if answer.status_code == 201:
            receipt = answer.json()["receipt"]
            sent.told = Told(UUID(receipt["command"]), receipt["version"], receipt["hash"], time.monotonic())
        else:
            sent.refused = not may_be_late

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        try:
            answer = self._client.request(method, path, **more)
        except httpx.HTTPError as error:
            raise Lost from error
        if answer.status_code >= 400 and "problem+json" not in answer.headers.get("content-type", ""):
            self._memory.flaw(f"{method} {path} was answered {answer.status_code} without a problem: {answer.text}")
        if answer.status_code == 500:
            self._memory.flaw(f"{method} {path} was answered 500: {answer.text}")
        if answer.status_code >= 500:
            raise Lost
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
        player.post(sent)
        found += sent.told is not None
        sent.refused = sent.told is None
    player.leave()
    return found
