"""The bundle: a game as one NDJSON file, signed at its end if a server made it (docs/audit.md).

A bundle has a header, the board, the lines of the log as the reader may see them, and public keys. Its last line has
the hash of all bytes before it. It is written line by line, so memory use does not grow with the game. A damaged log is
exported unchanged, and marked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject, canonical

FORMAT = "kontor-bundle/1"
LABEL = b"kontor/bundle/1\n"


class Signs(Protocol):
    """The signer of a bundle: a server (`service.signing`). A file saved by the library has no signer."""

    @property
    def key_id(self) -> str: ...

    def published(self) -> Sequence[Mapping[str, Json]]: ...

    def sign(self, label: bytes, body: Mapping[str, Json], /) -> str: ...


@dataclass(frozen=True, slots=True)
class Subject:
    """The game that a bundle describes. `seats`: the seats whose secrets the bundle shows: none for a spectator, all
    seats after the game has ended. `damaged`: the first version that the server knows to be damaged."""

    game: UUID
    ruleset: str
    ruleset_version: int
    version: int
    hash: bytes
    seats: tuple[int, ...] = ()
    damaged: int | None = None


def header(subject: Subject, made_at: str, carried: Mapping[str, str] | None = None) -> JsonObject:
    """Return the header of a bundle. `carried`: the newest checkpoint of the transparency log, and the proof that it
    contains the game."""
    return {
        "format": FORMAT,
        "game": str(subject.game),
        "ruleset": subject.ruleset,
        "ruleset_version": subject.ruleset_version,
        "version": subject.version,
        "hash": subject.hash.hex(),
        "made_at": made_at,
        "for": list(subject.seats),
        **(carried or {}),
        **damage_mark(subject.damaged),
    }


def write_bundle(
    first: JsonObject,
    board: JsonObject,
    lines: Iterable[JsonObject],
    signer: Signs | None,
    damage: Callable[[], int | None] = lambda: None,
) -> Iterator[bytes]:
    """Yield a bundle line by line. `damage` is called after the last line of the log, and returns the first version
    that was found damaged, or None."""
    hashed = sha256()
    keys: list[Json] = [] if signer is None else list(signer.published())
    for each in _bodies(first, board, lines, keys):
        text = canonical(each) + b"\n"
        hashed.update(text)
        yield text
    yield (
        canonical(
            sign_last_line({"format": FORMAT, "sha256": hashed.hexdigest(), **damage_mark(damage())}, LABEL, signer)
        )
        + b"\n"
    )


def sign_last_line(last: JsonObject, label: bytes, signer: Signs | None) -> JsonObject:
    """Return the last line of a file, with the signature if there is a signer."""
    if signer is None:
        return last
    body: JsonObject = {**last, "key": signer.key_id}
    return {**body, "signature": signer.sign(label, body)}


def _bodies(
    first: JsonObject, board: JsonObject, lines: Iterable[JsonObject], keys: list[Json]
) -> Iterator[JsonObject]:
    yield first
    yield {"board": board}
    yield from lines
    yield {"keys": keys}


def damage_mark(damaged: int | None) -> dict[str, Json]:
    return {} if damaged is None else {"damaged": damaged}
