"""The archive: bundles of many games in one file, packed with zstandard (docs/audit.md).

A line that opens it, whole bundles one after the other, and a line that closes it: how many they are, the hash of all
bytes before it, where the next archive goes on. It is written as it is read, in memory that does not grow with it.
"""

from collections.abc import Iterable
from hashlib import sha256
from types import TracebackType
from typing import IO, Self

from kontor.domain.kernel.bundles import Signs, signed
from kontor.domain.kernel.canonical import Json, JsonObject, canonical

FORMAT = "kontor-archive/1"
LABEL = b"kontor/archive/1\n"
LEVEL = 9  # logs repeat themselves: a higher level gains little and takes much longer


class ArchiveWriter:
    """Writes an archive into a file: `with` it, `add` bundles, and `end` it. One that is not ended is cut off."""

    def __init__(self, file: IO[bytes], signer: Signs | None, asked: JsonObject) -> None:
        import zstandard  # a bare installation reads what others wrote

        self._packed = zstandard.ZstdCompressor(LEVEL).stream_writer(file, closefd=False)
        self._signer = signer
        self._hashed = sha256()
        self._games = 0
        keys: list[Json] = [] if signer is None else list(signer.published())
        self._write(canonical({"format": FORMAT, **asked, "keys": keys}) + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._packed.close()  # type: ignore[no-untyped-call]  # the library's

    def add(self, bundle: Iterable[bytes]) -> None:
        for line in bundle:
            self._write(line)
        self._games += 1

    def end(self, following: str | None) -> None:
        """The last line. `following`: the cursor from which on the next archive goes on."""
        told: JsonObject = {"games": self._games, "sha256": self._hashed.hexdigest(), "next": following}
        self._packed.write(canonical(signed({"format": FORMAT, **told}, LABEL, self._signer)) + b"\n")

    def _write(self, text: bytes) -> None:
        self._hashed.update(text)
        self._packed.write(text)
