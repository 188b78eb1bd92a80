"""Light clients for load tests: thousands of requests and streams on plain sockets in one event loop."""

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

# Legal one after the other whatever the dice show, so that no response needs to be read in between.
ROUND: tuple[dict[str, Any], ...] = (
    {"type": "offer", "points": 1, "seat": 1},
    {"type": "answer_offer", "accept": False, "seat": 2},
    {"type": "take_card", "seat": 1},
    {"type": "take_card", "seat": 2},
    {"type": "bid", "amount": 0, "seat": 1},
    {"type": "bid", "amount": 1, "seat": 2},
)
ROUNDS = 5  # then the pile is empty
NEW_GAME = {
    "ruleset": "tiny",
    "board": "square",
    "seats": [{"kind": "me"}, {"kind": "me"}],
    "options": {"rounds": 9},
}


class Connection:
    """One connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str = "") -> None:
        self._reader, self.writer = reader, writer
        self.key = key

    async def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        text = b"" if body is None else json.dumps(body).encode()
        self.writer.write(self.head(method, path, f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"))
        self.writer.write(text)
        head = await self._reader.readuntil(b"\r\n\r\n")
        size = next(line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        found = await self._reader.readexactly(int(size))
        return int(head.split(b" ", 2)[1]), json.loads(found) if found else None

    async def lines(self, path: str) -> AsyncIterator[bytes]:
        """Yield the lines of a stream until it ends. Chunk headers are not removed."""
        self.writer.write(self.head("GET", path))
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        while line := await self._reader.readline():
            yield line

    def head(self, method: str, path: str, more: str = "") -> bytes:
        key = f"Authorization: Bearer {self.key}\r\n" if self.key else ""
        return f"{method} {path} HTTP/1.1\r\nHost: kontor\r\n{key}{more}\r\n".encode()


@asynccontextmanager
async def connected(port: int, key: str = "", source: str = "127.0.0.1") -> AsyncIterator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=2**22)
    try:
        yield Connection(reader, writer, key)
    finally:
        writer.close()


def commands() -> Iterator[dict[str, Any]]:
    """Yield all commands of a game."""
    return itertools.chain.from_iterable(itertools.repeat(ROUND, ROUNDS))


async def new_game(connection: Connection) -> dict[str, Any]:
    status, made = await connection.ask("POST", "/v1/games", NEW_GAME)
    assert status == 201, made
    return dict(made)


async def command_rate(port: int, key: str, seconds: float, at_once: int = 8) -> float:
    """Return the commands per second of `at_once` callers. Each caller sends the next command as soon as it gets a
    response."""
    count, until = 0, time.perf_counter() + seconds

    async def play() -> None:
        nonlocal count
        async with connected(port, key) as connection:
            while time.perf_counter() < until:
                game = await new_game(connection)
                for command in commands():
                    status, told = await connection.ask("POST", f"{game['href']}/commands", command)
                    assert status == 201, told
                    count += 1
                    if time.perf_counter() >= until:
                        return

    begun = time.perf_counter()
    await asyncio.gather(*(play() for _ in range(at_once)))
    return count / (time.perf_counter() - begun)


async def paced(
    port: int,
    key: str,
    games: list[str],
    rate: float,
    seconds: float,
    answered: Callable[[str, Any], None] = lambda game, told: None,
    at_once: int = 16,
) -> int:
    """Send commands at a steady rate, spread over several games, and return how many were sent. `answered`: a function
    that is called for each response."""
    queues = {game: commands() for game in games}
    turn, begun, sent = itertools.cycle(games), time.perf_counter(), 0
    locks = {game: asyncio.Lock() for game in games}

    async def play() -> None:
        nonlocal sent
        async with connected(port, key) as connection:
            while (due := begun + sent / rate) < begun + seconds:
                sent += 1
                game = next(turn)
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                async with locks[game]:
                    status, told = await connection.ask("POST", f"{game}/commands", next(queues[game]))
                assert status == 201, told
                answered(game, told)

    await asyncio.gather(*(play() for _ in range(at_once)))
    return sent


async def listen(
    port: int, path: str, key: str, source: str, opened: Callable[[], None], told: Callable[[bytes], None]
) -> None:
    """Follow a stream to its end, and call `told` with the data of each event."""
    async with connected(port, key, source) as connection:
        async for line in connection.lines(path):
            if line.startswith(b"retry:"):
                opened()
            elif line.startswith(b"data: "):
                told(line)
