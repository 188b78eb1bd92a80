"""The archive: the bundles of many games in one file, compressed with zstandard (docs/audit.md).

The first line describes the archive, and complete bundles follow. The last line has the number of bundles, the hash of
all bytes before it, and the cursor for the next archive. Writer and reader use constant memory, however large the
archive is.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from io import BufferedReader
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from kontor.domain.kernel import bundles
from kontor.domain.kernel.bundles import Signs, sign_last_line
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.finding import Finding
from kontor.service.audit.bundle import Bundle, NotReadable, bundle_of, object_of, require_size
from kontor.service.audit.signatures import Keys, is_unsigned, keys_of, signature_error, signer_error
from kontor.service.files import BROKEN, CannotUnpack, open_unpacked

FORMAT = "kontor-archive/1"
LABEL = b"kontor/archive/1\n"
LEVEL = 9  # logs are repetitive: a higher level gains little and takes much longer
LONGEST = 64 * 1024 * 1024  # bytes of a line
UNREADABLE: tuple[type[Exception], ...] = (CannotUnpack, *BROKEN)
OF_LOG = (b'{"command":', b'{"envelope":')  # the lines of a log begin with one of these


class ArchiveWriter:
    """A writer of an archive: enter the context, `add` bundles, and call `end`. Without `end` the archive is
    incomplete."""

    def __init__(self, file: IO[bytes], signer: Signs | None, asked: JsonObject) -> None:
        import zstandard  # an installation without extras can import this module

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
        """Write the last line of the archive. `following`: the cursor for the next archive."""
        facts: JsonObject = {"games": self._games, "sha256": self._hashed.hexdigest(), "next": following}
        self._packed.write(canonical(sign_last_line({"format": FORMAT, **facts}, LABEL, self._signer)) + b"\n")

    def _write(self, text: bytes) -> None:
        self._hashed.update(text)
        self._packed.write(text)


class GamesFile:
    """The games of one file (a bundle, a log or an archive), which are read one at a time. After all games are read,
    `errors` returns the errors of the archive as a whole. A file with a single bundle has no such errors."""

    def __init__(self, file: IO[bytes]) -> None:
        self._lines = _lines(file)
        self._first = next(self._lines, b"")
        opening = object_of(self._first) or {}
        self.opening = opening if opening.get("format") == FORMAT else None
        self.games = 0
        self._hashed = sha256()
        self._closing: JsonObject | None = None
        self._strays = 0
        self._behind = 0

    @property
    def is_archive(self) -> bool:
        return self.opening is not None

    def __iter__(self) -> Iterator[Bundle]:
        for bundle in self._read_bundles() if self.is_archive else self._single():
            self.games += 1
            yield bundle

    def errors(self, trusted: Keys | None) -> Sequence[Finding]:
        """Return the errors of the archive itself, not of its games. `trusted`: the known keys of the server. Without
        them the keys in the archive are used."""
        if self.opening is None:
            return []
        errors = [Finding("archive", each) for each in self._errors()]
        return [*errors, *self._signature_errors(self.opening, trusted)]

    def _single(self) -> Iterator[Bundle]:
        lines = _Lines()
        for line in chain((self._first,), self._lines):
            lines.append(line)
        yield bundle_of(lines)

    def _read_bundles(self) -> Iterator[Bundle]:
        """Yield each bundle of the archive, from its header to its last line. If the last line of a bundle is missing,
        the check of this bundle reports it."""
        self._hashed.update(self._first + b"\n")
        lines = _Lines()
        for line in self._lines:
            fields = {} if line.startswith(OF_LOG) else object_of(line) or {}
            kind, is_last = fields.get("format"), "sha256" in fields
            if self._closing is not None:
                self._behind += 1
                continue
            if kind == FORMAT and is_last:
                self._closing = fields
                continue
            self._hashed.update(line + b"\n")
            begins = kind == bundles.FORMAT and not is_last
            if begins and lines:
                yield bundle_of(lines)
                lines = _Lines()
            if not begins and not lines:
                self._strays += 1
                continue
            lines.append(line)
            if kind == bundles.FORMAT and is_last:
                yield bundle_of(lines)
                lines = _Lines()
        if lines:
            yield bundle_of(lines)

    def _errors(self) -> Iterator[str]:
        if self._strays:
            yield f"{self._strays} lines belong to no game"
        if self._behind:
            yield f"{self._behind} lines follow the last line of the archive"
        last = self._closing
        if last is None:
            yield "the last line, which says how many games there are, is missing: the file is cut off"
            return
        if last.get("games") != self.games:
            yield f"expected {last.get('games')} games, as the last line says; found {self.games}"
        if last.get("sha256") != (hashed := self._hashed.hexdigest()):
            yield f"expected bytes with SHA-256 {last.get('sha256')}; found {hashed}"

    def _signature_errors(self, opening: JsonObject, trusted: Keys | None) -> Iterator[Finding]:
        if (last := self._closing) is None:
            return
        try:
            listed = keys_of(opening.get("keys"))
        except ValueError as invalid:
            yield Finding("archive", f"the first line has no valid keys: {invalid}")
            return
        keys = listed if trusted is None else trusted
        if trusted is None and is_unsigned(keys, last):
            return
        if (error := signer_error(last, listed, keys)) is not None:
            yield Finding("signer", error)
        elif (error := signature_error(last, LABEL, keys, opening.get("made_at"))) is not None:
            yield Finding("archive", error)


class _Lines(list[bytes]):
    """The lines of one game. Their number and size are limited."""

    size = 0

    def append(self, line: bytes) -> None:
        self.size += len(line) + 1
        require_size(len(self) + 1, self.size)
        super().append(line)


@contextmanager
def games_in(path: Path) -> Iterator[GamesFile]:
    """Open a file with games. Raise `NotReadable` if the file contains no games. The error may also be raised later,
    while the games are read."""
    with path.open("rb") as file, games_of(file) as games:
        yield games


@contextmanager
def games_of(file: BufferedReader) -> Iterator[GamesFile]:
    """Read the games of an open file. Raise `NotReadable` if the file contains no games. The error may also be raised
    later, while the games are read."""
    try:
        yield GamesFile(open_unpacked(file))
    except UNREADABLE as error:
        raise NotReadable(f"The file cannot be unpacked: {error}.") from None


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(LONGEST):
        if len(line) == LONGEST:
            raise NotReadable(f"The file has a line longer than {LONGEST // 1024 // 1024} MiB.")
        yield line.removesuffix(b"\n")
