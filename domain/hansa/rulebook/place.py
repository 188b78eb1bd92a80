"""Place: put one piece from the supply on an empty post (HT-PLACE)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook import britannia, provinces, turn
from kontor.domain.hansa.rulebook.britannia import Permission
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.state import State, add_piece
from kontor.domain.hansa.words import MERCHANT, SHAPES, TRADER, PostName, Seat, Shape
from kontor.domain.kernel.states import put_byte
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """Put one piece from your supply on an empty post (HT-PLACE-1, HT-PLACE-3). `permission`: the permission to use in
    Wales or Scotland (HT-BRIT-4, HT-BRIT-8)."""

    post: PostName
    shape: Shape
    permission: Permission | None = None


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """A piece from the seat's supply is on the post now (HT-PLACE-1)."""

    seat: Seat
    shape: Shape
    post: PostName


def decide(decision: Decision, seat: int, command: PlacePiece) -> None:
    """Put one piece from the supply on any empty post. It does not matter which pieces are on the other posts
    (HT-PLACE-1, HT-PLACE-2, HT-PLACE-4, HT-PLACE-5). Wales, Scotland and the pawn set limits (HT-PLACE-6)."""
    state = decision.state
    board = state.board
    post, shape = require_post(board, command.post), SHAPES.index(command.shape)
    if state.posts[post]:
        raise Violation(
            "HT-PLACE-1",
            "post_occupied",
            "That post is occupied; displace the piece on it if it is foreign, or take an empty post.",
            post=board.post_names[post],
        )
    require_in_supply(state, seat, shape, "HT-PLACE-1")
    require_shape(state, post, shape, "HT-PLACE-3")
    route = board.route_of[post]
    provinces.require_beside_pawn(state, route)
    permit = britannia.permit(state, seat, board.country_of[post], command.permission)
    turn.spend(decision, seat)
    if permit is not None:
        decision.tell(britannia.PermissionUsed(seat, board.cities[permit].name))
    decision.tell(PiecePlaced(seat, command.shape, board.post_names[post]))


def require_in_supply(state: State, seat: int, shape: int, rule: str) -> None:
    if not state.supply[seat][shape]:
        traders, merchants = state.supply[seat]
        raise Violation(
            rule,
            "not_enough_pieces",
            f"Your supply holds no {SHAPES[shape]}; take Income first, or use the other shape.",
            traders=traders,
            merchants=merchants,
        )


def takes_shape(state: State, post: int, shape: int) -> bool:
    """Return whether a seat may put a piece of this shape on a post. Traders are not allowed on merchant-only posts
    (HT-BOARD-4, HT-PLACE-3), merchants are allowed on all posts (HT-PIECE-5)."""
    return shape != TRADER or state.board.is_normal[post] == 1


def require_shape(state: State, post: int, shape: int, rule: str) -> None:
    if not takes_shape(state, post, shape):
        raise Violation(
            rule,
            "shape_not_allowed",
            "That post takes merchants only; use a merchant or another post.",
            post=state.board.post_names[post],
        )


def evolve(new: State, event: PiecePlaced) -> None:
    shape = MERCHANT if event.shape == "merchant" else TRADER
    seat = event.seat
    new.posts = put_byte(new.posts, new.board.post_named[event.post], 2 * seat + 2 + shape)
    new.supply = add_piece(new.supply, seat, shape, -1)
