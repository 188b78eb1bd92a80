"""Boards: the shipped boards, their descriptions and hashes, and tables that are built once for equal boards."""

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

KEPT = 64  # boards whose tables are cached


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The description of a board for players. `title`: None means the name of the board file. `seats`: the fewest and
    most seats; None means the seats of the ruleset."""

    title: str | None = None
    seats: tuple[int, int] | None = None


def nothing_told(board: JsonObject) -> BoardLine:
    """Return an empty description of a board. This is the default for `board_line`."""
    return BoardLine()


def board_hash(board: JsonObject) -> str:
    """Return the hash that names a board in every log: the SHA-256 of its canonical JSON."""
    return "sha256:" + sha256(canonical(board)).hexdigest()


@cache
def shipped_boards(package: str, names: tuple[str, ...]) -> Mapping[str, JsonObject]:
    """Return the boards that a package contains as files `<name>.json`, by name."""
    folder = files(package)
    return MappingProxyType({name: _read(folder.joinpath(f"{name}.json").read_text("utf-8")) for name in names})


def once_per_content(compile_board: Callable[[JsonObject], T]) -> Callable[[JsonObject], T]:
    """Cache a function of a board by the content of the board, so that equal boards share the result.

    To read a whole board takes a millisecond. A board never changes, so the cache finds a known object faster by its
    identity. Each operation on the dict is atomic, so threads may share it.
    """
    met: dict[int, tuple[JsonObject, T]] = {}  # by id: no other object can get the id of a board that is kept here
    made: dict[str, T] = {}

    @wraps(compile_board)
    def compile_once(board: JsonObject) -> T:
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

    return compile_once


def _make_room(kept: dict[K, T]) -> None:
    if len(kept) >= KEPT:
        kept.clear()


def _read(text: str) -> JsonObject:
    return cast(JsonObject, parse_strict(text))
