"""Lines between the processes of `kontor up` and its PostgreSQL and Redis. A partition holds them: connections stay
open and no byte arrives, in either direction. A line knows the process at its near end, so one process can be cut off.

A separate process carries the bytes: `python -m tests.faults.lines postgres near far redis near far`. It reads `hold
postgres 12 13` (pids) and `heal` from its standard input, and confirms each line.
"""

import asyncio
import socket
import struct
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from kontor.service.stack.data_directory import DataDirectory
from tests.faults.patches import LINES
from tests.support.paths import ROOT

SOCKET = ".s.PGSQL.5432"
PIECE = 65536


class Lines:
    """The process that carries the bytes, seen from the campaign."""

    def __init__(self, near: Path, directory: DataDirectory) -> None:
        near.mkdir(mode=0o700)
        self._near = near
        ends = {"postgres": (SOCKET, directory.pg / SOCKET), "redis": ("redis.sock", directory.redis_socket)}
        words = [str(word) for server, (name, far) in ends.items() for word in (server, near / name, far)]
        argv = [sys.executable, "-m", "tests.faults.lines", *words]
        self._process = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def environment(self) -> Mapping[str, str]:
        return {LINES: str(self._near)}

    def hold(self, server: str, pids: Iterable[int]) -> None:
        self._say(" ".join(["hold", server, *map(str, pids)]))

    def heal(self) -> None:
        self._say("heal")

    def close(self) -> None:
        with self._process:  # closes its input, which ends it
            pass

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"


class _Carrier:
    def __init__(self) -> None:
        self._held: set[tuple[str, int]] = set()
        self._healed = asyncio.Event()

    def obey(self, line: str) -> None:
        word, *rest = line.split()
        if word == "hold":
            self._held |= {(rest[0], int(pid)) for pid in rest[1:]}
            self._healed.clear()
        else:
            self._held.clear()
            self._healed.set()

    async def listen(self, server: str, near: str, far: str) -> None:
        async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            end = server, _peer(writer)
            try:
                await self._open(end)
                there = await asyncio.open_unix_connection(far)
            except OSError:  # the server is down: the client gets the same error as from the server itself
                writer.close()
                return
            await asyncio.gather(self._carry(end, reader, there[1]), self._carry(end, there[0], writer))

        await asyncio.start_unix_server(connect, near)

    async def _carry(self, end: tuple[str, int], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                await self._open(end)
                writer.write(piece)
                await writer.drain()
        await self._open(end)  # the other end does not notice either that a connection was closed
        writer.close()

    async def _open(self, end: tuple[str, int]) -> None:
        while end in self._held:
            await self._healed.wait()


def _peer(writer: asyncio.StreamWriter) -> int:
    given = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", given)[0])


async def _run(words: list[str]) -> None:
    carrier = _Carrier()
    for n in range(0, len(words), 3):
        await carrier.listen(*words[n : n + 3])
    while line := await asyncio.to_thread(sys.stdin.readline):
        carrier.obey(line)
        print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1:]))
