"""Compute the maps of games from the entries of a transparency log, as a monitor does. Chains and nodes are in SQLite,
because the games of a large log do not fit into memory."""

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence

from kontor.service.tlog import prefix_map
from kontor.service.tlog.histories import GAME, MAP, NO_CHAIN, SUFFIX, extend_chain, map_entry
from kontor.service.tlog.prefix_map import Change, Node

LENGTHS = {GAME: 65, MAP: 33}
OLD_LENGTH = 32  # bytes of an entry that is older than the first map


TABLES = """
    CREATE TABLE IF NOT EXISTS chains (tag BLOB PRIMARY KEY, chain BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS nodes (name TEXT PRIMARY KEY, hash BLOB NOT NULL, tag BLOB) WITHOUT ROWID;
"""


class FalseMap(Exception):
    """An entry of the log is not of a known kind, or a map of games does not follow from the entries before it."""


class GameMaps:
    """The map of all games in the log with the name `origin`. `conn`: a database with the tables above; the caller
    commits. `commitments`: the new commitments of each watched tag."""

    def __init__(self, origin: str, conn: sqlite3.Connection, watched: Collection[bytes] = ()) -> None:
        self._is_new, self._conn = origin.endswith(SUFFIX), conn
        self.commitments: dict[bytes, list[bytes]] = {tag: [] for tag in watched}
        self._waiting: dict[bytes, Change] = {}  # chains that no map has yet
        self._is_empty = conn.execute("SELECT 1 FROM chains").fetchone() is None
        self.is_open = False  # true if the last entry was not a map

    def add(self, index: int, entry: bytes) -> None:
        """Add the next entry of the log. Raise `FalseMap` if the entry does not follow from the entries before it."""
        if not self._is_new:
            return
        kind = entry[:1]
        self.is_open = kind != MAP or len(entry) != LENGTHS[MAP]
        if len(entry) == OLD_LENGTH and self._is_empty:
            return
        self._is_empty = False
        if LENGTHS.get(kind) != len(entry):
            raise FalseMap(f"Leaf {index} is neither the leaf of a game nor a map of games")
        if kind == GAME:
            self._add_leaf(entry[1:33], entry[33:])
        elif entry != map_entry(self._root()):
            raise FalseMap(f"Leaf {index} is a map of games that does not follow from the leaves before it")

    def _add_leaf(self, tag: bytes, commitment: bytes) -> None:
        waiting = self._waiting.get(tag)
        old = self._chain(tag) if waiting is None else waiting.old
        before = old if waiting is None else waiting.new
        self._waiting[tag] = Change(old, extend_chain(before or NO_CHAIN, commitment))
        if tag in self.commitments:
            self.commitments[tag].append(commitment)

    def _root(self) -> bytes:
        """Store the chains that changed since the last map, and return the root of the new map."""
        update = prefix_map.update(self._read, self._waiting)
        nodes = [(name, node.hash, node.tag) for name, node in update.nodes.items()]
        self._conn.executemany("INSERT OR REPLACE INTO nodes VALUES (?, ?, ?)", nodes)
        chains = [(tag, change.new) for tag, change in self._waiting.items()]
        self._conn.executemany("INSERT OR REPLACE INTO chains VALUES (?, ?)", chains)
        self._waiting = {}
        return update.root

    def _chain(self, tag: bytes) -> bytes | None:
        found = self._conn.execute("SELECT chain FROM chains WHERE tag = ?", (tag,)).fetchone()
        return None if found is None else found[0]

    def _read(self, names: Sequence[str]) -> Mapping[str, Node]:
        wanted = "SELECT name, hash, tag FROM nodes WHERE name IN (SELECT value FROM json_each(?))"
        return {name: Node(*node) for name, *node in self._conn.execute(wanted, (json.dumps(names),))}
