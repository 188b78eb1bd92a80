"""A transparency log in memory. Each of its games has one history, or two if the log lies."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kontor.service.tlog import prefix_map, tree
from kontor.service.tlog.histories import NO_CHAIN, GameHistory, extend_chain, game_entry, map_entry, tag_of
from kontor.service.tlog.leaf import Facts, entry_of
from kontor.service.tlog.notes import NoteSigner
from kontor.service.tlog.prefix_map import Change, Node
from kontor.service.tlog.proofs import Proof
from tests.support.grown_logs import PRIVATE, GrownLog


@dataclass
class GameLog(GrownLog):
    signer: NoteSigner = field(default_factory=lambda: NoteSigner("log.example/v2", PRIVATE))
    chains: dict[UUID, bytes] = field(default_factory=dict)
    histories: dict[UUID, list[tuple[int, bytes]]] = field(default_factory=dict)
    map_nodes: dict[str, Node] = field(default_factory=dict)
    events: dict[UUID, list[bytes]] = field(default_factory=dict)

    def batch(self, *leaves: Facts, hidden: Sequence[Facts] = (), map_first: bool = False) -> "GameLog":
        """Add leaves to the log, then the root of the map. `hidden`: leaves that are in the tree but not in the map."""
        added = [game_entry(each[0], entry_of(*each)) for each in (*leaves, *hidden)]
        changes = {}
        for game_id, version, head in leaves:
            old = self.chains.get(game_id)
            self.chains[game_id] = extend_chain(old or NO_CHAIN, entry_of(game_id, version, head))
            self.histories.setdefault(game_id, []).append((version, head))
            changes[tag_of(game_id)] = Change(old, self.chains[game_id])
        made = prefix_map.update(self.read_map, changes)
        self.map_nodes |= made.nodes
        root = map_entry(made.root)
        self.entries += [root, *added] if map_first else [*added, root]
        return self

    def read_map(self, names: Sequence[str]) -> dict[str, Node]:
        return {name: self.map_nodes[name] for name in names if name in self.map_nodes}

    def history(self, game_id: UUID) -> GameHistory:
        return GameHistory(game_id, list(self.histories[game_id]), prefix_map.path_of(self.read_map, tag_of(game_id)))

    def proof(self, game_id: UUID, history: GameHistory | None = None, **changes: Any) -> Proof:
        """Return the proof of a game's history under the newest checkpoint. `changes`: values of the proof that are
        replaced."""
        last, found = len(self.entries) - 1, history or self.history(game_id)
        facts = {"index": last, "path": tree.inclusion(self.nodes, last, last + 1), "checkpoint": self.note()}
        return Proof(**{**facts, "extra": found.extra, **changes})

    def carried(self, game_id: UUID, history: GameHistory | None = None, **changes: Any) -> dict[str, str]:
        """Return the fields `checkpoint` and `proof` of a bundle or a signed head."""
        proof = self.proof(game_id, history, **changes)
        return {"checkpoint": proof.checkpoint, "proof": str(proof)}
