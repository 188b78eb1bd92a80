"""Compute the maps of games from the entries of a transparency log, as a monitor does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kontor.service.tlog import prefix_map
from kontor.service.tlog.histories import GAME, MAP, NO_CHAIN, SUFFIX, chained, map_entry
from kontor.service.tlog.prefix_map import Change, Node

LENGTHS = {GAME: 65, MAP: 33}
OLD_LENGTH = 32  # of an entry from before the log had maps


class FalseMap(Exception):
    """An entry of the log is not of a known kind, or a map of games does not follow from the entries before it."""


@dataclass
class GameMaps:
    """The chains of all games in the log with the name `origin`. `changed`: the chains that changed in this round.
    `commitments`: the new commitments of each game, by the tag of the game."""

    origin: str
    chains: dict[bytes, bytes] = field(default_factory=dict)
    changed: dict[bytes, bytes] = field(default_factory=dict)
    commitments: dict[bytes, list[bytes]] = field(default_factory=dict)
    _waiting: dict[bytes, bytes] = field(default_factory=dict)  # chains that no map has yet
    _nodes: dict[str, Node] = field(default_factory=dict)
    is_open: bool = False  # the last entry was not a map

    def __post_init__(self) -> None:
        if self.chains and not self._nodes:
            self._nodes |= self._update({tag: Change(None, chain) for tag, chain in self.chains.items()}).nodes

    def again(self) -> "GameMaps":
        """Return a copy for the next round. The round may fail, and then this object is still unchanged."""
        return GameMaps(self.origin, dict(self.chains), _nodes=dict(self._nodes))

    def add(self, index: int, entry: bytes) -> None:
        """Add the next entry of the log. Raise `FalseMap` if the entry does not follow from the entries before it."""
        if not self.origin.endswith(SUFFIX):
            return
        kind = entry[:1]
        self.is_open = kind != MAP or len(entry) != LENGTHS[MAP]
        if len(entry) == OLD_LENGTH and not self.chains and not self._waiting:
            return
        if LENGTHS.get(kind) != len(entry):
            raise FalseMap(f"Leaf {index} is neither the leaf of a game nor a map of games")
        if kind == GAME:
            tag, commitment = entry[1:33], entry[33:]
            before = self._waiting.get(tag) or self.chains.get(tag, NO_CHAIN)
            self._waiting[tag] = chained(before, commitment)
            self.commitments.setdefault(tag, []).append(commitment)
            return
        update = self._update({tag: Change(self.chains.get(tag), chain) for tag, chain in self._waiting.items()})
        self.chains |= self._waiting
        self.changed |= self._waiting
        self._nodes |= update.nodes
        self._waiting = {}
        if entry != map_entry(update.root):
            raise FalseMap(f"Leaf {index} is a map of games that does not follow from the leaves before it")

    def _update(self, changes: Mapping[bytes, Change]) -> prefix_map.Update:
        return prefix_map.updated(self._read, changes)

    def _read(self, names: Sequence[str]) -> Mapping[str, Node]:
        return {name: self._nodes[name] for name in names if name in self._nodes}
