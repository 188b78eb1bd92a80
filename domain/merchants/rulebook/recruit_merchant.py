"""Recruit merchants (ME-BUILD-4, -5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook.costs import MERCHANT, require
from kontor.domain.merchants.rulebook.posts import require_site
from kontor.domain.merchants.state import OFF, State, without_cards
from kontor.domain.merchants.words import MERCHANTS, PIECE, IntersectionId, MerchantId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class RecruitMerchant:
    """Put a merchant next to one of your posts, for 1 wool, 1 grain and 1 lumber (ME-BUILD-1, ME-BUILD-4,
    ME-BUILD-5).
    """

    site: SiteId
    replace: Annotated[
        MerchantId | None, Doc("if both merchants are on the board: the merchant to take off the board")
    ] = None


@dataclass(frozen=True, slots=True)
class MerchantRecruited:
    """A seat put a merchant next to a post (ME-BUILD-4, ME-BUILD-5). `replaced_from`: the intersection from which he
    was taken off."""

    seat: Seat
    merchant: MerchantId
    site: SiteId
    cost: Bundle
    replaced_from: IntersectionId | None = None


def decide(state: State, seat: int, command: RecruitMerchant) -> Sequence[MerchantRecruited]:
    board = state.board
    site = require_site(board, command.site, "ME-BUILD-4")
    if state.posts[site] != seat:
        raise Violation(
            "ME-BUILD-4", "no_own_post", "A merchant must start at one of your own posts.", site=command.site
        )
    piece = piece_to_place(state.merchants[seat], command.replace, "ME-BUILD-5", "merchant")
    require(state, seat, MERCHANT)
    before = state.merchants[seat][piece]
    left = None if before == OFF else board.intersections[before]
    return [MerchantRecruited(seat, MERCHANTS[piece], command.site, bundle(MERCHANT), left)]


def piece_to_place(pieces: tuple[int, ...], replaced: str | None, rule: str, name: str) -> int:
    """Return the piece to place: a piece from the supply, or the piece named by `replaced` if the supply is empty
    (ME-BUILD-5, ME-BUILD-7, ME-PIECE-8).
    """
    if OFF in pieces:
        if replaced is None:
            return pieces.index(OFF)
        raise Violation(rule, "nothing_to_replace", f"You have a {name} in your supply. Leave `replace` out.")
    if replaced is None:
        raise Violation(
            rule, "replace_required", f"Both {name}s are on the board. Name the {name} to take off with `replace`."
        )
    return PIECE[replaced]


def evolve(state: State, event: MerchantRecruited) -> State:
    board, seat = state.board, event.seat
    after = without_cards(state, seat, counts(event.cost))
    place = board.place[board.site_at[event.site]]  # at the intersection of the post (ME-BUILD-4)
    after.merchants = put(state.merchants, seat, put(state.merchants[seat], PIECE[event.merchant], place))
    return after
