"""Found trading posts, and take the coins of the coast (ME-POST)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.nearest import did_you_mean
from kontor.domain.kernel.states import changed, put, put_byte
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.rulebook import chips
from kontor.domain.merchants.state import OFF, State, with_gold
from kontor.domain.merchants.words import PIECE, MerchantId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class PostFounded:
    """A merchant became a post (ME-POST-1), which frees the commodity under it in the warehouse (ME-POST-4).
    `warehouse_posts` and `free_commodities` are the numbers after the founding.

    `warehouse_posts`: the number of posts that are left in the warehouse of the seat.
    `free_commodities`: the number of commodities of the seat that no post covers now.
    """

    seat: Seat
    site: SiteId
    merchant: MerchantId
    warehouse_posts: int
    free_commodities: int


@dataclass(frozen=True, slots=True)
class CoastGoldTaken:
    """A seat founded a post on a site with coins, and took one gold for each coin (ME-POST-6).

    `gold`: how much gold the seat took.
    """

    seat: Seat
    site: SiteId
    gold: int


def require_site(board: Board, name: str, rule: str) -> int:
    """Return the city site with this name. If the board has no such site, raise a Violation of `rule`."""
    site = board.site_at.get(name)
    if site is None:
        suggestion = did_you_mean(name, board.site_at) or "."
        text = f"There is no city site {shorten(name)} on this board{suggestion}"
        raise Violation(rule, "unknown_site", text, site=name)
    return site


def found_post(
    state: State, seat: int, site: int, merchant: MerchantId
) -> Sequence[PostFounded | CoastGoldTaken | chips.ChipDemanded]:
    """Turn a merchant into a post (ME-POST-1). The seat frees a commodity (ME-POST-4), then takes the coins of the
    coast (ME-POST-6, ME-BOARD-7), then places a number chip (ME-POST-7).
    """
    board = state.board
    name = board.sites[site]
    founding = PostFounded(seat, name, merchant, state.warehouse_posts[seat] - 1, state.free_commodities[seat] + 1)
    coins = [CoastGoldTaken(seat, name, board.coins[site])] if board.coins[site] else []
    return [founding, *coins, *chips.demand_chip(state, seat, site)]


Events: TypeAlias = PostFounded | CoastGoldTaken


def evolve(state: State, event: Events) -> State:
    seat = event.seat
    if isinstance(event, CoastGoldTaken):
        return with_gold(state, seat, event.gold)
    # the post leaves the warehouse permanently, the merchant returns to the supply (ME-POST-2)
    return changed(
        state,
        posts=put_byte(state.posts, state.board.site_at[event.site], seat),
        warehouse_posts=put(state.warehouse_posts, seat, event.warehouse_posts),  # ME-PIECE-7
        free_commodities=put(state.free_commodities, seat, event.free_commodities),  # ME-PIECE-9
        merchants=put(state.merchants, seat, put(state.merchants[seat], PIECE[event.merchant], OFF)),  # ME-PIECE-8
    )
