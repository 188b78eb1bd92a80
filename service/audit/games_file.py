"""Files of games, read one game at a time: a bundle or a log, or an archive of bundles, packed or plain."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, cast

from kontor.domain.kernel import bundles
from kontor.domain.kernel.canonical import JsonObject, NotCanonical, parse
from kontor.service.audit import archive
from kontor.service.audit.packing import BROKEN, CannotUnpack, opened
from kontor.service.audit.reading import Bundle, NotReadable, bundle_of
from kontor.service.audit.signatures import Keys, flaw_of, is_unsigned, keys_of

LONGEST = 64 * 1024 * 1024  # bytes of a line
OF_LOG = (b'{"command":', b'{"envelope":')  # how the lines of a log begin


class GamesFile:
    """The games of one file, as long as it is open. Once they have been read, `flaws` says what is wrong with the
    archive as a whole; a single bundle speaks for itself."""

    def __init__(self, file: IO[bytes]) -> None:
        self._lines = _lines(file)
        self._first = next(self._lines, b"")
        opening = _told(self._first)
        self.opening = opening if opening.get("format") == archive.FORMAT else None
        self.games = 0
        self._hashed = sha256()
        self._closing: JsonObject | None = None
        self._strays = 0
        self._behind = 0

    @property
    def is_archive(self) -> bool:
        return self.opening is not None

    def __iter__(self) -> Iterator[Bundle]:
        for found in self._archived() if self.is_archive else [bundle_of([self._first, *self._lines])]:
            self.games += 1
            yield found

    def flaws(self, trusted: Keys | None) -> Sequence[str]:
        """What is wrong with the archive itself. `trusted`: keys known to be the server's; else its own."""
        return [] if self.opening is None else list(self._flaws(self.opening, trusted))

    # ---------------------------------------------------------------- an archive

    def _archived(self) -> Iterator[Bundle]:
        """Each bundle from its header to its last line; one without an end is cut off, and found to be so."""
        self._hashed.update(self._first + b"\n")
        lines: list[bytes] = []
        for line in self._lines:
            told = {} if line.startswith(OF_LOG) else _told(line)
            kind, is_last = told.get("format"), "sha256" in told
            if self._closing is not None:
                self._behind += 1
                continue
            if kind == archive.FORMAT and is_last:
                self._closing = told
                continue
            self._hashed.update(line + b"\n")
            begins = kind == bundles.FORMAT and not is_last
            if begins and lines:
                yield bundle_of(lines)
                lines = []
            if not begins and not lines:
                self._strays += 1
                continue
            lines.append(line)
            if kind == bundles.FORMAT and is_last:
                yield bundle_of(lines)
                lines = []
        if lines:
            yield bundle_of(lines)

    def _flaws(self, opening: JsonObject, trusted: Keys | None) -> Iterator[str]:
        if self._strays:
            yield f"{self._strays} lines belong to no game"
        if self._behind:
            yield f"{self._behind} lines stand behind the last one"
        last = self._closing
        if last is None:
            yield "the last line, which says how many games there are, is missing: the file is cut off"
            return
        if last.get("games") != self.games:
            yield f"expected {last.get('games')} games, as the last line says; found {self.games}"
        if last.get("sha256") != (found := self._hashed.hexdigest()):
            yield f"expected bytes with SHA-256 {last.get('sha256')}; found {found}"
        try:
            keys = keys_of(opening.get("keys")) if trusted is None else trusted
        except ValueError as error:
            yield f"the first line holds no keys: {error}"
            return
        if trusted is None and is_unsigned(keys, last):
            return
        if (flaw := flaw_of(last, archive.LABEL, keys)) is not None:
            yield flaw


@contextmanager
def games_in(path: Path) -> Iterator[GamesFile]:
    """The games of a file; NotReadable, now or on the way, if it holds none."""
    try:
        with path.open("rb") as file:
            yield GamesFile(opened(file))
    except CannotUnpack as error:
        raise NotReadable(f"It cannot be unpacked: {error}.") from None
    except BROKEN as error:
        raise NotReadable(f"It cannot be unpacked: {error}.") from None


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(LONGEST):
        if len(line) == LONGEST:
            raise NotReadable(f"A line of it is longer than {LONGEST // 1024 // 1024} MiB.")
        yield line.removesuffix(b"\n")


def _told(line: bytes) -> JsonObject:
    """What a line says of itself; nothing, if it is no object."""
    try:
        found = parse(line)
    except NotCanonical:
        return {}
    return cast(JsonObject, found) if isinstance(found, dict) else {}
