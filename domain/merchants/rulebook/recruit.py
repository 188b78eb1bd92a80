"""Recruiting merchants and placing caravans (ME-BUILD-4 to -8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook.costs import CARAVAN, MERCHANT, require
from kontor.domain.merchants.state import OFF, State, put, put_counts, without_cards
from kontor.domain.merchants.words import (
    CARAVANS,
    MERCHANTS,
    PIECE,
    CaravanId,
    EdgeId,
    IntersectionId,
    MerchantId,
    Seat,
    SiteId,
)


@dataclass(frozen=True, slots=True)
class RecruitMerchant:
    """Put a merchant beside one of your posts, for 1 wool, 1 grain and 1 lumber."""

    site: SiteId
    replace: Annotated[MerchantId | None, Doc("with both on the board: the one to take off")] = None


@dataclass(frozen=True, slots=True)
class PlaceCaravan:
    """Put a caravan at one of your routes that touches one of your posts, for 1 ore, 1 lumber and 1 salt."""

    edge: EdgeId
    replace: Annotated[CaravanId | None, Doc("with both on the board: the one to take off")] = None


@dataclass(frozen=True, slots=True)
class MerchantRecruited:
    seat: Seat
    merchant: MerchantId
    site: SiteId
    cost: Bundle
    replaced_from: IntersectionId | None = None


@dataclass(frozen=True, slots=True)
class CaravanPlaced:
    seat: Seat
    caravan: CaravanId
    edge: EdgeId
    cost: Bundle
    replaced_from: EdgeId | None = None


def homes(state: State, seat: int) -> list[int]:
    """Sites with a post of the seat (ME-BUILD-4)."""
    return [site for site, owner in enumerate(state.posts) if owner == seat]


def decide_merchant(state: State, seat: int, command: RecruitMerchant) -> Sequence[MerchantRecruited]:
    board = state.game.board
    site = board.site_at.get(command.site)
    if site is None:
        raise Violation("ME-BUILD-4", "unknown_site", "There is no such city site.", site=command.site)
    if state.posts[site] != seat:
        raise Violation("ME-BUILD-4", "no_own_post", "A merchant starts at one of your own posts.", site=command.site)
    piece = _piece(state.merchants[seat], command.replace, "ME-BUILD-5", "merchant")
    require(state, seat, MERCHANT)
    before = state.merchants[seat][piece]
    left = None if before == OFF else board.intersections[before]
    return [MerchantRecruited(seat, MERCHANTS[piece], command.site, bundle(MERCHANT), left)]


def _piece(pieces: tuple[int, ...], replaced: str | None, rule: str, name: str) -> int:
    """The piece that comes to the board: one of the supply, or the one named if both are out."""
    if OFF in pieces:
        if replaced is None:
            return pieces.index(OFF)
        raise Violation(rule, "nothing_to_replace", f"A {name} is in your supply; name none to be taken off.")
    if replaced is None:
        raise Violation(rule, "replace_required", f"Both {name}s are on the board; name the one to take off.")
    return PIECE[replaced]


def places(state: State, seat: int) -> list[int]:
    """Own routes that touch an own post (ME-BUILD-6)."""
    board, routes = state.game.board, state.routes
    return sorted({edge for site in homes(state, seat) for edge in board.site_edges[site] if routes[edge] == seat})


def has_room(state: State, edge: int, seat: int, piece: int) -> bool:
    """Whether fewer than two caravans stand there, the given one not counted (ME-BUILD-8, ME-CARAVAN-3)."""
    there = sum([pieces.count(edge) for pieces in state.caravans])
    return there - (state.caravans[seat][piece] == edge) < 2


def decide_caravan(state: State, seat: int, command: PlaceCaravan) -> Sequence[CaravanPlaced]:
    board = state.game.board
    edge = board.edge_at.get(command.edge)
    if edge is None:
        raise Violation("ME-BUILD-6", "unknown_edge", "There is no such edge.", edge=command.edge)
    if state.routes[edge] != seat:
        raise Violation("ME-BUILD-6", "not_own_route", "A caravan starts at one of your own routes.", edge=command.edge)
    if not any(state.posts[site] == seat for site in board.sites_by[edge]):
        raise Violation("ME-BUILD-6", "no_own_post", "The route must touch one of your posts.", edge=command.edge)
    piece = _piece(state.caravans[seat], command.replace, "ME-BUILD-7", "caravan")
    if not has_room(state, edge, seat, piece):
        raise Violation("ME-BUILD-8", "caravan_space", "Two caravans stand there; choose another route.")
    require(state, seat, CARAVAN)
    before = state.caravans[seat][piece]
    left = None if before == OFF else board.edges[before]
    return [CaravanPlaced(seat, CARAVANS[piece], command.edge, bundle(CARAVAN), left)]


Events: TypeAlias = MerchantRecruited | CaravanPlaced


def evolve(state: State, event: Events) -> State:
    board, seat = state.game.board, event.seat
    paid = without_cards(state, seat, counts(event.cost))
    if isinstance(event, MerchantRecruited):
        stand = board.place[board.site_at[event.site]]
        return paid._replace(
            merchants=put_counts(state.merchants, seat, put(state.merchants[seat], PIECE[event.merchant], stand))
        )
    piece = PIECE[event.caravan]
    return paid._replace(
        caravans=put_counts(state.caravans, seat, put(state.caravans[seat], piece, board.edge_at[event.edge])),
        tolls=state.tolls & ~(0xFF << 8 * piece),  # it counts as another caravan (ME-RULING-45)
    )
