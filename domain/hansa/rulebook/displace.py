"""Displace: pay a fee and put a piece on the post of a foreign piece (HT-DISPLACE-1 to -4, -18, -21)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kontor.domain.hansa.rulebook import britannia, displacement_targets, provinces, turn
from kontor.domain.hansa.rulebook.britannia import Permission
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.rulebook.neutral import NeutralReturned
from kontor.domain.hansa.rulebook.place import require_in_supply, require_shape
from kontor.domain.hansa.state import Displaced, State, add_piece, add_pieces, owner_of, piece_of, shape_of
from kontor.domain.hansa.words import NEUTRAL, SHAPES, Count, Owner, PieceCount, PostName, Seat, Shape
from kontor.domain.kernel.states import put_byte
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class DisplacePiece:
    """Replace a foreign piece with a piece from your supply (HT-DISPLACE-1, HT-DISPLACE-3, HT-DISPLACE-4).

    `fee`: the pieces that go from your supply to your stock.
    `permission`: the permission to use in Wales or Scotland, as in `place_piece`.
    """

    post: PostName
    shape: Shape
    fee: PieceCount
    permission: Permission | None = None


@dataclass(frozen=True, slots=True)
class PieceDisplaced:
    """A piece of the seat `by`, of the given `shape`, is on the post now. The displaced piece of `owner` is off the
    board until it is placed again (HT-DISPLACE-1, HT-DISPLACE-21).

    `max_extras`: how many extra pieces the owner may place in addition to the displaced one.
    """

    by: Seat
    owner: Owner
    displaced: Shape
    shape: Shape
    post: PostName
    max_extras: Count


@dataclass(frozen=True, slots=True)
class FeePaid:
    """The fee for a displaced piece went from the seat's supply to its stock (HT-DISPLACE-3).

    `traders`: how many traders the seat paid.
    `merchants`: how many merchants the seat paid.
    """

    seat: Seat
    traders: Count
    merchants: Count


def fee_for(shape: int) -> int:
    """Return the fee for displacing a piece: one piece for a trader, two for a merchant (HT-DISPLACE-3, HT-PIECE-6)."""
    return 1 + shape


@lru_cache(maxsize=1 << 12)
def payments(supply: tuple[int, int], against: int) -> Sequence[tuple[int, int, int]]:
    """Return every way to pay for a displacement: the shape of the new piece, and the traders and merchants of the fee
    (HT-DISPLACE-3, HT-DISPLACE-4)."""
    fee = fee_for(against)
    return tuple(
        (shape, fee - merchants, merchants)
        for shape in (0, 1)
        for merchants in range(fee + 1)
        if supply[0] >= fee - merchants + (1 - shape) and supply[1] >= merchants + shape
    )


def is_safe(state: State, post: int) -> bool:
    """Return whether the piece on the post cannot be displaced, because there is no other post for it
    (HT-DISPLACE-18)."""
    owner, shape = owner_of(state.posts[post]), shape_of(state.posts[post])
    if owner == NEUTRAL:
        return False  # a neutral piece goes back to the neutral stock instead (HT-2P-NEUT-9)
    return not displacement_targets.targets(state, owner, shape, state.board.route_of[post])


def decide(decision: Decision, seat: int, command: DisplacePiece) -> None:
    """Put the new piece on the post of the foreign piece (HT-DISPLACE-1) and take the fee. Then wait for the displaced
    seat to place its piece (HT-DISPLACE-21)."""
    state = decision.state
    board = state.board
    post, shape = require_post(board, command.post), SHAPES.index(command.shape)
    owner = _require_foreign(state, seat, post)
    displaced = shape_of(state.posts[post])
    route = board.route_of[post]
    _require_fee(state, seat, command, shape, displaced)
    require_shape(state, post, shape, "HT-DISPLACE-2")
    provinces.require_beside_pawn(state, route)
    permit = britannia.permit(state, seat, board.country_of[post], command.permission)
    if is_safe(state, post):
        raise Violation(
            "HT-DISPLACE-18",
            "cannot_be_replaced",
            "That piece cannot be displaced, because no post is free for it; displace another piece.",
            post=board.post_names[post],
        )
    turn.spend(decision, seat)
    if permit is not None:
        decision.tell(britannia.PermissionUsed(seat, board.cities[permit].name))
    extras = displacement_targets.compensation(state, owner, displaced)
    name = board.post_names[post]
    decision.tell(PieceDisplaced(seat, owner, SHAPES[displaced], command.shape, name, extras))
    decision.tell(FeePaid(seat, command.fee.traders, command.fee.merchants))
    if not displacement_targets.targets(decision.state, owner, displaced, route):
        decision.tell(NeutralReturned(1))  # only a neutral one gets here (HT-2P-NEUT-9)


def _require_foreign(state: State, seat: int, post: int) -> int:
    """Return the owner of the piece on a post. Refuse an empty post and the seat's own piece: only foreign and neutral
    pieces can be displaced (HT-DISPLACE-1, HT-2P-NEUT-5)."""
    owner = owner_of(state.posts[post])
    name = state.board.post_names[post]
    if not state.posts[post]:
        raise Violation("HT-DISPLACE-1", "post_empty", "That post is empty: place a piece on it instead.", post=name)
    if owner == seat:
        raise Violation(
            "HT-DISPLACE-1", "own_piece", "Your own pieces cannot be displaced; Move takes them elsewhere.", post=name
        )
    return owner


def _require_fee(state: State, seat: int, command: DisplacePiece, shape: int, against: int) -> None:
    due = fee_for(against)
    paid = command.fee
    if paid.traders + paid.merchants != due:
        code = "not_enough_pieces" if paid.traders + paid.merchants < due else "too_many_pieces"
        raise Violation(
            "HT-DISPLACE-3",
            code,
            f"To displace a {SHAPES[against]}, pay {due} of your traders or merchants.",
            fee=due,
        )
    require_in_supply(state, seat, shape, "HT-DISPLACE-4")
    if (shape, paid.traders, paid.merchants) not in payments(state.supply[seat], against):
        traders, merchants = state.supply[seat]
        raise Violation(
            "HT-DISPLACE-4",
            "not_enough_pieces",
            f"Your supply must cover the new piece and the fee of {due}; it holds {traders} traders and {merchants} "
            "merchants. Pay with other shapes, or take Income first.",
            traders=traders,
            merchants=merchants,
            fee=due,
        )


def evolve(new: State, event: PieceDisplaced | FeePaid) -> None:
    match event:
        case PieceDisplaced():
            by, owner = event.by, event.owner
            post, shape = new.board.post_named[event.post], SHAPES.index(event.shape)
            new.posts = put_byte(new.posts, post, piece_of(by, shape))
            new.supply = add_piece(new.supply, by, shape, -1)
            # a neutral piece is for the other seat to place (HT-2P-NEUT-7)
            decider = owner if owner != NEUTRAL else next(seat for seat in new.seats if seat != by)
            route, displaced = new.board.route_of[post], SHAPES.index(event.displaced)
            new.displaced = Displaced(decider, owner, displaced, route, event.max_extras, True, ())
            new.phase = "await_displaced"
        case FeePaid():
            new.supply = add_pieces(new.supply, event.seat, -event.traders, -event.merchants)
            new.stock = add_pieces(new.stock, event.seat, event.traders, event.merchants)
