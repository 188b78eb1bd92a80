"""Move merchants (ME-MERCHANT)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.states import put, working_copy
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.goods import GRAIN, Bundle, bundle, counts, only
from kontor.domain.merchants.rulebook import chips, posts
from kontor.domain.merchants.rulebook.costs import require
from kontor.domain.merchants.state import NO_POST, OFF, State, without_cards
from kontor.domain.merchants.words import PIECE, IntersectionId, MerchantId, PlaceId, Seat

STEPS_PER_GRAIN: Final = 3  # ME-MERCHANT-1


@dataclass(frozen=True, slots=True)
class MoveMerchant:
    """Move a merchant up to three intersections for each grain. On a free city site, the merchant founds a post
    (ME-MERCHANT-1, ME-MERCHANT-2, ME-POST-1).
    """

    merchant: MerchantId
    to: Annotated[PlaceId, Doc("an intersection, or the site on it")]


@dataclass(frozen=True, slots=True)
class MerchantMoved:
    """A merchant moved `steps` steps, which cost `grain` grain (ME-MERCHANT-1).

    `steps`: how many steps the merchant moved.
    `grain`: how many grain cards the steps cost.
    """

    seat: Seat
    merchant: MerchantId
    from_: IntersectionId
    to: IntersectionId
    steps: int
    grain: int
    cost: Bundle | None = None


def ends(state: State, seat: int, piece: int, reach: int) -> list[int]:
    """Return the intersections at which the merchant can end a move, nearest first. The way leads over land and sea
    (ME-MERCHANT-8), past all pieces (ME-MERCHANT-3), for up to `reach` steps (ME-MERCHANT-4).

    He cannot end on a merchant or a post (ME-MERCHANT-2), nor on a site if the seat has no post to found there
    (ME-POST-5).
    """
    start = state.merchants[seat][piece]
    if start == OFF or reach < 1:
        return []
    taken = {place for pieces in state.merchants for place in pieces}
    site_of, posts_, founds = state.board.site_of, state.posts, state.warehouse_posts[seat] > 0
    return [
        place
        for ring in state.board.rings(start)[1 : reach + 1]
        for place in ring
        if place not in taken and (site_of[place] == NO_SITE or (founds and posts_[site_of[place]] == NO_POST))
    ]


def reach(state: State, seat: int) -> int:
    """Return the number of steps that all grain in the seat's hand would pay for (ME-MERCHANT-1)."""
    return STEPS_PER_GRAIN * state.hands[seat][GRAIN]


def grain_for(steps: int) -> int:
    """Return the number of grain cards that a merchant's move of `steps` steps costs (ME-MERCHANT-7)."""
    return -(-steps // STEPS_PER_GRAIN)


def decide(
    state: State, seat: int, command: MoveMerchant
) -> Sequence[MerchantMoved | posts.PostFounded | posts.CoastGoldTaken | chips.ChipDemanded]:
    """Move the merchant. Each move is paid separately: its grain cannot be used for another merchant (ME-MERCHANT-5),
    and unused steps are lost (ME-MERCHANT-4). The same merchant may move again (ME-MERCHANT-6).
    """
    piece, place = require_end(state, seat, command.merchant, command.to)
    steps = state.board.distances(state.merchants[seat][piece])[place]
    cost = only(GRAIN, grain_for(steps))
    require(state, seat, cost)
    return move_to(state, seat, command.merchant, place, bundle(cost))


def require_end(state: State, seat: int, merchant: str, to: str) -> tuple[int, int]:
    """Return the merchant and the intersection if he may end a move there. The distance is not checked."""
    board, piece = state.board, PIECE[merchant]
    start = state.merchants[seat][piece]
    if start == OFF:
        raise Violation("ME-MERCHANT-1", "unknown_piece", "This merchant is in your supply. Recruit him first.")
    place = board.intersection(to)
    if place is None:
        raise Violation("ME-MERCHANT-1", "unknown_intersection", "There is no such intersection or site.", to=to)
    if place == start:
        raise Violation("ME-MERCHANT-7", "same_place", "A move must lead to another intersection.", to=to)
    site = board.site_of[place]
    if site != NO_SITE and state.posts[site] != NO_POST:
        raise Violation(
            "ME-MERCHANT-2", "intersection_occupied", "There is a post on this intersection. End next to it.", to=to
        )
    if any(place in pieces for pieces in state.merchants):
        raise Violation(
            "ME-MERCHANT-2", "intersection_occupied", "There is a merchant on this intersection. Move past him.", to=to
        )
    if site != NO_SITE and not state.warehouse_posts[seat]:
        raise Violation("ME-POST-5", "no_post_left", "You have no post left to found. End next to the site.", to=to)
    return piece, place


def move_to(
    state: State, seat: int, merchant: MerchantId, place: int, cost: Bundle | None
) -> Sequence[MerchantMoved | posts.PostFounded | posts.CoastGoldTaken | chips.ChipDemanded]:
    board = state.board
    start = state.merchants[seat][PIECE[merchant]]
    steps = board.distances(start)[place]
    grain = 0 if cost is None else cost.grain or 0
    first = MerchantMoved(seat, merchant, board.intersections[start], board.intersections[place], steps, grain, cost)
    site = board.site_of[place]
    if site == NO_SITE:
        return [first]
    return [first, *posts.found_post(state, seat, site, merchant)]  # mandatory (ME-POST-1, ME-POST-3)


Events: TypeAlias = MerchantMoved


def evolve(state: State, event: Events) -> State:
    seat, place = event.seat, state.board.intersection_at[event.to]
    after = working_copy(state) if event.cost is None else without_cards(state, seat, counts(event.cost))
    after.merchants = put(state.merchants, seat, put(state.merchants[seat], PIECE[event.merchant], place))
    return after
