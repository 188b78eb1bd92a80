"""Placing a displaced piece and its extra pieces on other posts (HT-DISPLACE-5 to -17, HT-FAVOUR-5, -8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.boards.post_sets import PostSet, contains, only, values_of
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.displacement_targets import countries, kept_posts, targets
from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.rulebook.move import fits
from kontor.domain.hansa.rulebook.piece_sources import available, draw_from_stock, source_of_extras
from kontor.domain.hansa.state import Displaced, State, add_piece, owner_of, piece_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, SHAPES, TRADER, Count, Owner, PostName, Shape, Source
from kontor.domain.kernel.model import Size
from kontor.domain.kernel.states import put_byte
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece to place: the displaced piece, or an extra piece from the stock, the supply or a post. `source`: where
    the piece comes from. `from`: the post that an extra piece from the board leaves."""

    source: Source
    shape: Shape
    to: PostName
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class PlaceDisplaced:
    """Place your displaced piece and any extra pieces, in the order of the list. Each piece goes to one of the nearest
    routes with an empty post for it (HT-DISPLACE-5, HT-DISPLACE-6, HT-DISPLACE-12). `placements`: the pieces."""

    placements: Annotated[tuple[Placement, ...], Size(0, 31)]


@dataclass(frozen=True, slots=True)
class LiftedPiece:
    shape: Shape
    from_: PostName


@dataclass(frozen=True, slots=True)
class ExtrasLifted:
    """The extra pieces that come from the board were lifted. Their posts are empty now, and other pieces of the list
    may take them (HT-DISPLACE-10, HT-RULING-12). `pieces`: the lifted pieces, with the posts that they left."""

    owner: Owner
    pieces: tuple[LiftedPiece, ...]


@dataclass(frozen=True, slots=True)
class DisplacedPlaced:
    """The displaced piece, or an extra piece, is on the post `to` now (HT-DISPLACE-5, HT-DISPLACE-6). `source`: where
    it comes from."""

    owner: Owner
    source: Source
    shape: Shape
    to: PostName
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class ExtrasDeclined:
    """The displaced seat declined extra pieces (HT-DISPLACE-8). `count`: how many it could have placed."""

    owner: Owner
    count: Count


# ---------------------------------------------------------------- the command


def decide(decision: Decision, seat: int, command: PlaceDisplaced) -> None:
    """Place the displaced piece and its extra pieces. This needs no action, permission or pawn (HT-DISPLACE-19). The
    pieces come in any order, and each is checked on the board that the earlier pieces left (HT-DISPLACE-15). All extra
    pieces from the board are lifted first (HT-RULING-12). A route that is filled in this way must still be established
    by its owner (HT-DISPLACE-20)."""
    lifted = _lift(decision, command.placements) if decision.state.rules.since(2) else 0
    for n, placement in enumerate(command.placements, 1):
        waiting = decision.state.displaced
        if waiting is None:
            raise Violation(
                "HT-DISPLACE-5", "too_many_pieces", "You may place no more pieces than these; shorten the list."
            )
        _place(decision, waiting, placement, lifted & _target_posts(decision.state, command.placements[n:]))
    waiting = decision.state.displaced
    if waiting is None:
        return
    if waiting.in_hand:
        raise Violation(
            "HT-DISPLACE-8",
            "displaced_piece_missing",
            f"The displaced {SHAPES[waiting.shape]} itself must be placed; only the extras can be declined.",
        )
    if waiting.owner == NEUTRAL and targets(decision.state, NEUTRAL, TRADER, waiting.route):
        raise Violation(
            "HT-2P-NEUT-7", "displaced_piece_missing", "The additional neutral trader must be placed as well.", extras=1
        )
    # not wanted (HT-DISPLACE-8), or without a post to go to (HT-DISPLACE-17)
    decision.tell(ExtrasDeclined(waiting.owner, waiting.extras))


def _lift(decision: Decision, placements: Sequence[Placement]) -> PostSet:
    """Lift the extra pieces that come from the board, and return the posts that they leave (HT-RULING-12)."""
    state, waiting, posts = decision.state, decision.state.displaced, 0
    lifted: list[LiftedPiece] = []
    for placement in placements:
        if waiting is not None and placement.source == "board" and placement.from_ is not None:
            post = _require_own_piece(state, waiting, placement, posts)
            posts |= only(post)
            lifted.append(LiftedPiece(placement.shape, state.board.post_names[post]))
    if waiting is not None and lifted:
        decision.tell(ExtrasLifted(waiting.owner, tuple(lifted)))
    return posts


def _target_posts(state: State, placements: Sequence[Placement]) -> PostSet:
    """Return the posts on which the command places these pieces."""
    named = state.board.post_named
    return sum({only(named[each.to]) for each in placements if each.to in named})


def _place(decision: Decision, waiting: Displaced, placement: Placement, promised: PostSet) -> None:
    state = decision.state
    shape = SHAPES.index(placement.shape)
    origin: int | None = None
    if placement.source == "displaced":
        _require_displaced(waiting, shape)
    else:
        origin = _require_extra(state, waiting, placement, shape)
    if placement.from_ is not None and placement.source != "board":
        raise Violation(
            "HT-DISPLACE-10", "source_order", "Leave out `from`: only an extra piece from the board has this field."
        )
    post = _require_target(state, waiting, shape, placement.to, promised)
    names = state.board.post_names
    decision.tell(
        DisplacedPlaced(
            waiting.owner, placement.source, placement.shape, names[post], None if origin is None else names[origin]
        )
    )


def _require_displaced(waiting: Displaced, shape: int) -> None:
    if not waiting.in_hand:
        raise Violation("HT-DISPLACE-5", "too_many_pieces", "There is one displaced piece; list it once.")
    if shape != waiting.shape:
        raise Violation(
            "HT-DISPLACE-5",
            "shape_not_allowed",
            f"The displaced piece is a {SHAPES[waiting.shape]}.",
            shape=SHAPES[waiting.shape],
        )


def _require_extra(state: State, waiting: Displaced, placement: Placement, shape: int) -> int | None:
    """Check that an extra piece may be taken from its source. Return the post that the piece leaves, or None if it does
    not come from the board."""
    owner = waiting.owner
    if not waiting.extras:
        raise Violation(
            "HT-DISPLACE-5", "too_many_pieces", "You may place no further extra; list the displaced piece itself."
        )
    source = source_of_extras(state, owner)
    if placement.source != source:
        raise Violation(
            "HT-DISPLACE-6",
            "source_order",
            f"Extras come from the {source} now: stock, then supply, then board.",
            source=source,
        )
    if source == "board":
        return _require_board_extra(state, waiting, placement, shape)
    if not available(state, owner, source)[shape]:
        raise Violation(
            "HT-DISPLACE-7",
            "source_order",
            f"Your {source} holds no {SHAPES[shape]}; take the other shape, or decline the extra.",
            source=source,
        )
    return None


def _require_board_extra(state: State, waiting: Displaced, placement: Placement, shape: int) -> int:
    if state.rules.since(2) and placement.from_ is not None:  # the lifted piece is in the hand: already checked
        return require_post(state.board, placement.from_)
    origin = _require_own_piece(state, waiting, placement, sum(map(only, waiting.placed)))
    if contains(kept_posts(state, waiting.owner, shape, waiting.route), origin):
        raise Violation(
            "HT-DISPLACE-12",
            "not_nearest_ring",
            "All posts near by are occupied, and the post that this piece leaves is the nearest: it stays there.",
            post=placement.from_,
        )
    return origin


def _require_own_piece(state: State, waiting: Displaced, placement: Placement, barred: PostSet) -> int:
    """Return the post that an extra piece from the board leaves. `barred`: the posts whose pieces cannot be taken,
    because they were placed or lifted just now."""
    if placement.from_ is None:
        raise Violation("HT-DISPLACE-10", "unknown_post", "Name the post from which the extra is taken.")
    origin = require_post(state.board, placement.from_)
    piece = state.posts[origin]
    if piece != piece_of(waiting.owner, SHAPES.index(placement.shape)) or contains(barred, origin):
        raise Violation(
            "HT-DISPLACE-10",
            "foreign_piece" if piece and owner_of(piece) != waiting.owner else "not_enough_pieces",
            "Take one of your own pieces of that shape that was not placed just now.",
            post=placement.from_,
        )
    if state.rules.since(2) and require_post(state.board, placement.to) == origin:
        raise Violation("HT-DISPLACE-10", "same_post", "An extra piece must go to another post.", post=placement.from_)
    return origin


def _require_target(state: State, waiting: Displaced, shape: int, name: str, promised: PostSet) -> int:
    """Return the post to which a piece goes, or refuse it if a nearer post is empty. The distance is counted from the
    route of the displaced piece, for extra pieces too (HT-DISPLACE-16)."""
    post = require_post(state.board, name)
    allowed = targets(state, waiting.owner, shape, waiting.route, promised)
    if contains(allowed, post):
        return post
    board = state.board
    nearest = values_of(board.post_names, allowed)
    if state.posts[post] or contains(promised, post):
        raise Violation("HT-DISPLACE-12", "post_occupied", "That post is occupied.", post=name, posts=nearest)
    if not fits(state, piece_of(waiting.owner, shape), post):
        raise Violation(
            "HT-DISPLACE-13", "shape_not_allowed", "That post takes merchants only.", post=name, posts=nearest
        )
    if board.country_of[post] not in countries(state, waiting.owner, waiting.route):
        rule = "HT-2P-NEUT-8" if waiting.owner == NEUTRAL else "HT-BRIT-10"
        raise Violation(rule, "border", "A displaced piece may not cross that border.", post=name, posts=nearest)
    if board.route_of[post] == waiting.route:
        raise Violation(
            "HT-DISPLACE-14",
            "not_nearest_ring",
            "The route from which the piece was displaced is closed to it; take the nearest other route.",
            post=name,
            posts=nearest,
        )
    raise Violation(
        "HT-DISPLACE-12",
        "not_nearest_ring",
        "A nearer route has an empty post for this piece; nearest routes come first.",
        post=name,
        posts=nearest,
    )


def evolve(new: State, event: ExtrasLifted | DisplacedPlaced | ExtrasDeclined) -> None:
    match event:
        case ExtrasLifted():
            _take_up(new, event)
        case DisplacedPlaced():
            _set_down(new, event)
        case ExtrasDeclined():
            new.displaced = None
            new.phase = "actions"


def _take_up(new: State, event: ExtrasLifted) -> None:
    for piece in event.pieces:
        new.posts = put_byte(new.posts, new.board.post_named[piece.from_], 0)
    if new.displaced is not None:
        shapes = [piece.shape for piece in event.pieces]
        new.displaced = new.displaced._replace(lifted=(shapes.count("trader"), shapes.count("merchant")))


def _set_down(new: State, event: DisplacedPlaced) -> None:
    """Move the piece from the hand or from its source to the post. The piece never passes through the supply
    (HT-DISPLACE-9)."""
    owner, shape, named = event.owner, SHAPES.index(event.shape), new.board.post_named
    post = named[event.to]
    waiting = new.displaced
    lifted = (0, 0) if waiting is None else waiting.lifted
    match event.source:
        case "stock":
            draw_from_stock(new, owner, shape)
        case "supply":
            new.supply = add_piece(new.supply, owner, shape, -1)
        case "board" if lifted[shape]:
            lifted = (lifted[0] - (shape == TRADER), lifted[1] - (shape == MERCHANT))
        case "board" if event.from_ is not None:
            new.posts = put_byte(new.posts, named[event.from_], 0)
    new.posts = put_byte(new.posts, post, piece_of(owner, shape))
    if waiting is None:
        return
    in_hand = waiting.in_hand and event.source != "displaced"
    extras = waiting.extras - (event.source != "displaced")
    if in_hand or extras:
        new.displaced = waiting._replace(in_hand=in_hand, extras=extras, placed=(*waiting.placed, post), lifted=lifted)
    else:
        new.displaced = None
        new.phase = "actions"
