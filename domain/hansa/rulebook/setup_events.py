"""The events of the set-up: turn order, start markers, the marker supply, pieces and desks (HT-SETUP-3 to -9)."""

from collections.abc import Mapping
from dataclasses import dataclass

from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import (
    Count,
    Desk,
    MarkerId,
    MarkerKind,
    PieceCount,
    RouteName,
    Seat,
)
from kontor.domain.kernel.dice import Draw, Shuffle
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.states import put


@dataclass(frozen=True, slots=True)
class TurnOrderDrawn:
    """The start seat was drawn. The other seats follow clockwise (HT-SETUP-9).

    `draws`: the random draw of the start seat.
    """

    order: tuple[Seat, ...]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class StartMarker:
    """A start marker and its route."""

    marker: MarkerId
    kind: MarkerKind
    route: RouteName


@dataclass(frozen=True, slots=True)
class StartMarkersPlaced:
    """The three start markers are beside the taverns (HT-SETUP-5).

    `markers`: the markers, each with its route.
    `draws`: the random draws that distributed the markers.
    """

    markers: tuple[StartMarker, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class HiddenMarker:
    """The marker at one position of the face-down supply."""

    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class HiddenOrder:
    """The random draw that shuffled the supply.

    `draws`: the random draw of the order.
    """

    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class MarkerSupplyShuffled:
    """The other markers form the face-down supply. Sealed part k is the marker at position k + 1, and the last part is
    the shuffle itself. The id of a marker is its position (m04 is the first), so that an id reveals nothing
    (HT-INFO-8).

    `count`: the number of markers in the supply.
    `kinds`: how many markers of each kind are in the supply.
    """

    count: Count
    kinds: Mapping[MarkerKind, int]
    sealed: tuple[Secret[HiddenMarker | HiddenOrder], ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """The pieces that a seat has at the start, in its supply and stock (HT-PIECE-1), and how far its abilities are
    developed."""

    seat: Seat
    supply: PieceCount
    stock: PieceCount
    desk: Desk


@dataclass(frozen=True, slots=True)
class PiecesDistributed:
    """The seats got their supplies, stocks and desks (HT-SETUP-7, HT-SETUP-8).

    `shares`: the pieces of each seat.
    """

    shares: tuple[Share, ...]


def evolve(
    new: State, event: TurnOrderDrawn | StartMarkersPlaced | MarkerSupplyShuffled | PiecesDistributed, version: int
) -> None:
    match event:
        case TurnOrderDrawn(order):
            new.turn_order = order
        case StartMarkersPlaced(markers):
            lying = list(new.at_route)
            for marker in markers:
                lying[new.board.route_named[marker.route]] = int(marker.marker[1:])
            new.at_route = tuple(lying)
            new.kinds = (*(marker.kind for marker in markers), *new.kinds[len(markers) :])
        case MarkerSupplyShuffled(count, _, sealed):
            hidden = (part.value.kind for part in sealed if isinstance(part.value, HiddenMarker))
            new.kinds = (*new.kinds, *hidden)
            new.pile = count
            new.pile_version = version
        case PiecesDistributed(shares):
            for share in shares:
                _distribute(new, share)


def _distribute(new: State, share: Share) -> None:
    seat, desk = share.seat, share.desk
    levels = (desk.keys, desk.actiones, desk.privilegium, desk.liber_sophiae, desk.bursa)
    new.supply = put(new.supply, seat, (share.supply.traders, share.supply.merchants))
    new.stock = put(new.stock, seat, (share.stock.traders, share.stock.merchants))
    new.levels = put(new.levels, seat, levels)
