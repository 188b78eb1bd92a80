"""Boards: those that come along, what is told of one, its name in every log, and tables made once for each content."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import TypeVar, cast

from kontor.domain.kernel.canonical import JsonObject, canonical, canonical_text, parse_strict

T = TypeVar("T")
K = TypeVar("K")

KEPT = 64  # boards whose tables are kept


@dataclass(frozen=True, slots=True)
class BoardLine:
    """What people are told of a board before they choose it: how it is called, and for how many seats it is, fewest
    and most. None: as its file is called, and as many as the ruleset has."""

    title: str | None = None
    seats: tuple[int, int] | None = None


def nothing_told(board: JsonObject) -> BoardLine:
    """The default of `board_line`."""
    return BoardLine()


def board_hash(board: JsonObject) -> str:
    """The name of a board in every log: the SHA-256 of its canonical JSON."""
    return "sha256:" + sha256(canonical(board)).hexdigest()


@cache
def shipped_boards(package: str, names: tuple[str, ...]) -> Mapping[str, JsonObject]:
    """Boards by name: the files `<name>.json` of a package."""
    folder = files(package)
    return MappingProxyType({name: _read(folder.joinpath(f"{name}.json").read_text("utf-8")) for name in names})


def once_per_content(compile_board: Callable[[JsonObject], T]) -> Callable[[JsonObject], T]:
    """A function of a board that is called once for each content: equal boards share their tables.

    The board of a table never changes, so that an object met before is known by its identity: reading a board through
    takes a millisecond. Every step on a dict is whole by itself, so that threads may share them.
    """
    met: dict[int, tuple[JsonObject, T]] = {}  # by id; as long as the board is kept here, no other can have its id
    made: dict[str, T] = {}

    @wraps(compile_board)
    def compiled(board: JsonObject) -> T:
        known = met.get(id(board))
        if known is not None:
            return known[1]
        text = canonical_text(board)
        tables = made.get(text)
        if tables is None:
            _make_room(made)
            tables = made.setdefault(text, compile_board(_read(text)))
        _make_room(met)
        met[id(board)] = (board, tables)
        return tables

    return compiled


def _make_room(kept: dict[K, T]) -> None:
    if len(kept) >= KEPT:
        kept.clear()


def _read(text: str) -> JsonObject:
    return cast(JsonObject, parse_strict(text))
