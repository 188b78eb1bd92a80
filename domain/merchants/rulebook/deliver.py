"""Deliver commodities to the posts of other seats (ME-DELIVER)."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.states import changed, put, put_byte
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.state import NO_POST, Delivery, State
from kontor.domain.merchants.words import Seat, SeatOrNobody, SiteId


@dataclass(frozen=True, slots=True)
class CommodityDelivered:
    """A seat delivered a commodity to a post (ME-DELIVER-1). `free_commodities` and `to_deliver` are the numbers after
    the delivery.

    `free_commodities`: the number of free commodities that the seat has left.
    `to_deliver`: the number of commodities that the seat must still deliver to win.
    """

    seat: Seat
    site: SiteId
    owner: Annotated[SeatOrNobody, Doc("the seat that owns the post; 0 is neutral")]
    free_commodities: int
    to_deliver: int


def takes(state: State, seat: int, site: int) -> bool:
    """Return whether the post on the site would accept a commodity from the seat (ME-DELIVER-1, ME-DELIVER-2,
    ME-DELIVER-4).
    """
    owner = state.posts[site]
    return owner != NO_POST and owner != seat and not state.delivered_by[site]


def per_step(state: State) -> int:
    """Return the number of commodities that a caravan may deliver with one step. This is one to each end of the route,
    or one in total (ME-DELIVER-7, ME-RULING-36).
    """
    return 1 if state.delivery_limit == "step" else 2


def require_within_step(state: State, before: int, name: str) -> None:
    """Refuse one more commodity if the caravan has already delivered as many as one step allows (ME-DELIVER-7)."""
    if before >= per_step(state):
        raise _refusal(
            "ME-DELIVER-7",
            "one_a_step",
            "In this game a step delivers only one commodity. Step again to deliver another one.",
            name,
        )


def require(state: State, seat: int, edge: int, name: str, free: int, done: set[int]) -> int:
    """Return the site if the seat may deliver a commodity there from the route just entered (ME-DELIVER-6). `free`: the
    free commodities that are left. `done`: the sites that this move has already supplied.
    """
    board = state.board
    site = board.site_at[name]  # the steps of a move name sites that exist
    if site not in board.sites_by[edge]:  # at either end (ME-DELIVER-7)
        raise _refusal("ME-DELIVER-1", "not_touching", "The caravan's route does not touch this site.", name)
    if state.posts[site] == NO_POST:
        raise _refusal(
            "ME-DELIVER-4", "no_post", "There is no post on this site. Deliver to a post of another player.", name
        )
    if state.posts[site] == seat:
        raise _refusal("ME-DELIVER-4", "own_post", "Deliver to posts of other players, not to your own.", name)
    if state.delivered_by[site] or site in done:
        raise _refusal(
            "ME-DELIVER-2", "already_supplied", "This post already has a commodity. Choose another post.", name
        )
    if not free:
        raise _refusal("ME-DELIVER-3", "no_free_commodity", "You have no free commodity. Found a post first.", name)
    return site


def _refusal(rule: str, reason: str, message: str, site: str) -> Violation:
    return Violation(rule, "not_deliverable", message, reason=reason, site=site)


Events: TypeAlias = CommodityDelivered


def evolve(state: State, event: Events, version: int) -> State:
    site = state.board.site_at[event.site]
    return changed(
        state,
        delivered_by=put_byte(state.delivered_by, site, event.seat),
        free_commodities=put(state.free_commodities, event.seat, event.free_commodities),  # ME-PIECE-9
        to_deliver=put(state.to_deliver, event.seat, event.to_deliver),
        deliveries=(*state.deliveries, Delivery(event.seat, site, version)),
    )
