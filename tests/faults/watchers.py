"""Clients that only read: the stream of each game, and a receiver of webhooks. Each event comes once and in order, also
if connections break; each message about a game comes once."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from queue import SimpleQueue
from uuid import UUID

import httpx

from kontor.service.store.pool import connection
from kontor.service.store.store import Store
from kontor.service.store.webhooks import LEASE, pending
from tests.faults.memory import Memory
from tests.support.plain_http import NO_TLS
from tests.support.webhook_receiver import Receiver, listening, plain

PATIENCE = 90.0  # seconds without an event of a game that goes on
SILENCE = 40.0  # seconds without a byte, heartbeats included: the connection is dead
ENDS = ("game_finished", "game_aborted")
TYPES = ["game.started", "game.ended", "seat.changed"]
SENDING = 15.0  # seconds that an attempt may take


class Watcher(threading.Thread):
    """Reads the stream of one game after the other, each from its first event to its last."""

    def __init__(self, url: str, memory: Memory) -> None:
        super().__init__(name="watcher", daemon=True)
        timeout = httpx.Timeout(8, read=SILENCE)
        self._client = httpx.Client(base_url=url, timeout=timeout, verify=NO_TLS)
        self._memory = memory
        self.games: SimpleQueue[UUID | None] = SimpleQueue()  # None: no more will come

    def run(self) -> None:
        with self._client:
            while (game := self.games.get()) is not None:
                self._follow(game)

    def _follow(self, game: UUID) -> None:
        version, after, until = 0, "", time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                for id_, kind, data in self._events(game, after):
                    after = id_
                    version, until = self._note(game, version, kind, data), time.monotonic() + PATIENCE
                    if kind in ENDS:
                        return
            except httpx.HTTPError:
                pass
            time.sleep(0.1)
        self._memory.flaw(f"{game}: its stream did not go on after version {version} for {PATIENCE:g} s")

    def _events(self, game: UUID, last_id: str) -> Iterator[tuple[str, str, str]]:
        """Yield id, type and data of each event that one connection brings."""
        headers = {"Last-Event-ID": last_id} if last_id else {}
        with self._client.stream("GET", f"/v1/games/{game}/stream", headers=headers) as answer:
            if answer.status_code != 200:
                return
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if line:
                    fields[name] = value
                elif "data" in fields:
                    yield fields.get("id", last_id), fields["event"], fields["data"]
                    fields = {}

    def _note(self, game: UUID, before: int, kind: str, data: str) -> int:
        item = json.loads(data)
        if "hash" not in item:
            self._memory.flaw(f"{game}: its stream said {kind} after version {before}")
            return before
        version = int(item["envelope"]["version"])
        if version != before + 1:
            self._memory.flaw(f"{game}: its stream went from version {before} to {version}")
        self._memory.streamed += 1
        self._memory.show(game, version, item["hash"])
        return version


# ---------------------------------------------------------------- webhooks


@contextmanager
def webhook_of(url: str, key: Mapping[str, str], memory: Memory) -> Iterator[Receiver]:
    """A webhook of an account, and its receiver."""

    def accept(handler: BaseHTTPRequestHandler) -> None:
        memory.received.append((handler.headers["webhook-id"], time.monotonic()))
        plain(handler, 204)

    with listening() as receiver:
        receiver.answer = accept
        body = {"url": receiver.url, "types": TYPES}
        httpx.post(f"{url}/v1/webhooks", json=body, headers=dict(key), timeout=30).raise_for_status()
        yield receiver


def examine_webhooks(store: Store, receiver: Receiver, memory: Memory) -> Iterator[str]:
    """Yield what is wrong with the messages that arrived. A message may come again only if its sender did not learn
    that it had arrived: after a failed attempt, or when the lease of a killed process ends."""
    until = time.monotonic() + LEASE + SENDING
    while (left := _pending(store)) and time.monotonic() < until:
        time.sleep(0.2)
    if left:
        yield f"{left} webhook messages were not delivered"
    bodies = {headers["webhook-id"]: json.loads(body) for headers, body in list(receiver.got)}
    yield from _repeated(store, memory)
    yield from _doubled(bodies)
    ended = {body["data"]["game"] for body in bodies.values() if body["type"].endswith("game.ended")}
    resigned = {each.game for each in memory.sent if each.path == "resign"}  # without a seat, no message
    for game in memory.games:
        if str(game) not in ended and game not in resigned:
            yield f"{game}: no webhook message reported its end"


def _pending(store: Store) -> int:
    with connection(store.pool) as conn:
        return pending(conn)


def _repeated(store: Store, memory: Memory) -> Iterator[str]:
    arrived: dict[str, float] = {}
    for message, at in list(memory.received):
        before = arrived.get(message, float("-inf"))
        arrived[message] = at
        stepped = any(before < step < at for step in memory.clock_steps)  # ends every lease
        if at - before > LEASE - SENDING or stepped:
            continue
        attempts = store.webhooks.tried(UUID(message.removeprefix("msg_")))
        if all(each.status is not None and each.status < 300 for each in attempts):
            yield f"webhook message {message} came again after {at - before:.1f} s"


def _doubled(bodies: Mapping[str, dict[str, object]]) -> Iterator[str]:
    about: dict[str, str] = {}
    for message, body in bodies.items():
        content = json.dumps([body["type"], body["data"]], sort_keys=True)
        if (other := about.setdefault(content, message)) != message:
            yield f"webhook messages {other} and {message} report the same thing"
