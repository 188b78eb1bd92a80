"""The state of market day: what a later decision or a view needs. No event is folded here: the rooms do that."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kontor.domain.kernel.ruleset import LedgerLine, Table
from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import changed


@dataclass(frozen=True, slots=True)
class Held:
    """A card and the seal it came from."""

    card: str
    ref: Ref


@dataclass
class State:
    table: Table
    rounds: int
    order: tuple[int, ...]
    charms: Mapping[int, int] = field(default_factory=dict)
    charm_refs: tuple[Ref, ...] = ()
    pile: tuple[Held, ...] = ()
    hands: Mapping[int, tuple[Held, ...]] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    ledger: tuple[LedgerLine, ...] = ()
    round: int = 0
    active: int = 0
    challenged: int = 0
    offer: int = 0
    offered: bool = False
    offered_at: int = 0  # the version of the offer
    refused: tuple[int, ...] = ()
    bidding: bool = False
    bids: Mapping[int, tuple[int, Ref]] = field(default_factory=dict)
    over: bool = False


def gain(state: State, seat: int, points: int, category: str, version: int) -> State:
    """The seat has so many points more, and the ledger says why."""
    line = LedgerLine(seat, points, category, "TINY-1", version)
    total = state.points.get(seat, 0) + points
    return changed(state, points={**state.points, seat: total}, ledger=(*state.ledger, line))
