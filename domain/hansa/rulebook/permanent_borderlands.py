"""place_two_borderlands: further pieces onto posts in Wales and Scotland, without a permission (HT-BRIT-16)."""

from collections.abc import Sequence

from kontor.domain.hansa.boards.board import ENGLAND
from kontor.domain.hansa.rulebook import marker_move
from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation, Setting, require_settings
from kontor.domain.hansa.rulebook.piece_sources import available, own_posts, source_of_extras
from kontor.domain.hansa.rulebook.place import takes_shape
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import MERCHANT, NOBODY, SHAPES, TRADER, Pool
from kontor.domain.kernel.states import working_copy
from kontor.domain.kernel.violation import Violation


def _source(state: State, seat: int) -> Pool | None:
    """Where the next piece comes from (HT-BRIT-16); the board only in edition bigbox."""
    source = source_of_extras(state, seat)
    return None if source == "board" and state.options.edition == "classic" else source


def _targets(state: State, shape: int) -> list[int]:
    """Empty posts in Wales and Scotland that take the shape."""
    return [
        post
        for post, piece in enumerate(state.posts)
        if not piece and state.board.country_of[post] != ENGLAND and takes_shape(state, post, shape)
    ]


def choices(state: State, seat: int, placed: tuple[int, ...]) -> list[tuple[Pool, int, list[int], list[int]]]:
    """For each shape that the source now holds: source, shape, the posts it may leave, and those it may take. What was
    `placed` just now stays (HT-RULING-45)."""
    source = _source(state, seat)
    found: list[tuple[Pool, int, list[int], list[int]]] = []
    if source is None:
        return found
    for shape in (TRADER, MERCHANT):
        targets = _targets(state, shape)
        origins = [post for post in own_posts(state, seat, shape) if post not in placed] if source == "board" else []
        if targets and (origins or (source != "board" and available(state, seat, source)[shape])):
            found.append((source, shape, origins, targets))
    return found


def decide(state: State, seat: int, settings: Sequence[Setting]) -> PiecesRelocated:
    require_settings(settings, "HT-BRIT-16")
    now = working_copy(state)  # each piece is judged by what the one before it left (HT-RULING-45)
    pieces: list[Relocation] = []
    for setting in settings:
        placed = tuple(now.board.post_named[piece.to] for piece in pieces)
        piece = _placed(now, seat, setting, placed)
        marker_move.evolve(now, PiecesRelocated(seat, (piece,)))
        pieces.append(piece)
    return PiecesRelocated(seat, tuple(pieces))


def _placed(state: State, seat: int, setting: Setting, placed: tuple[int, ...]) -> Relocation:
    post, shape = require_post(state.board, setting.to), SHAPES.index(setting.shape)
    source = _source(state, seat)
    if setting.source != source or (setting.from_ is not None) != (source == "board"):
        raise Violation(
            "HT-BRIT-16",
            "source_order",
            "Pieces come from the stock, then from the supply, then (bigbox) from a post, which is named.",
            source=source,
        )
    if post not in _targets(state, shape):
        raise Violation(
            "HT-BRIT-16",
            "post_occupied" if state.posts[post] else "border",
            "Take an empty post in Wales or Scotland that the piece may use.",
            post=setting.to,
        )
    origin = NOBODY if setting.from_ is None else require_post(state.board, setting.from_)
    for source, each, origins, _ in choices(state, seat, placed):
        if each == shape and (origin == NOBODY or origin in origins):
            names = state.board.post_names
            return Relocation(seat, setting.shape, source, names[post], None if origin == NOBODY else names[origin])
    raise Violation(
        "HT-BRIT-16", "not_enough_pieces", f"There is no such {setting.shape} of yours to take.", source=source
    )
