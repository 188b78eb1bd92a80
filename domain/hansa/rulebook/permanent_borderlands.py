"""place_two_borderlands: put up to two further pieces on posts in Wales and Scotland, without a permission
(HT-BRIT-16)."""

from collections.abc import Sequence

from kontor.domain.hansa.boards.board import ALL_COUNTRIES, AT_HOME, ENGLAND
from kontor.domain.hansa.boards.post_sets import PostSet, contains, only, values_of
from kontor.domain.hansa.rulebook import marker_move
from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation, Setting, require_settings
from kontor.domain.hansa.rulebook.piece_sources import available, source_of_extras
from kontor.domain.hansa.state import State, empty_posts, piece_of, posts_with
from kontor.domain.hansa.words import MERCHANT, NOBODY, SHAPES, TRADER, Pool
from kontor.domain.kernel.states import working_copy
from kontor.domain.kernel.violation import Violation

ABROAD = ALL_COUNTRIES - {ENGLAND}


def _source(state: State, seat: int) -> Pool | None:
    """Return the source of the next piece, or None if there is no piece to take (HT-BRIT-16). The board is a source
    only in edition bigbox."""
    source = source_of_extras(state, seat)
    return None if source == "board" and state.options.edition == "classic" else source


def _targets(state: State, shape: int, placed: PostSet) -> PostSet:
    """Return the empty posts in Wales and Scotland for a piece of this shape. In edition classic, since version 2 of
    the rules, the second piece must go to the country of the first piece."""
    board, countries = state.board, ABROAD
    if placed and state.rules.since(2) and state.options.edition == "classic":
        countries = AT_HOME[board.country_of[values_of(board.all_posts, placed)[0]]]
    return empty_posts(state) & board.usable(shape, countries)


def choices(state: State, seat: int, placed: PostSet) -> list[tuple[Pool, int, PostSet, PostSet]]:
    """Return the possible next pieces. Each has a source, a shape, the posts that it may leave, and the posts to which
    it may go. Pieces on the posts in `placed` stay there, because they were placed just now (HT-RULING-45)."""
    source = _source(state, seat)
    found: list[tuple[Pool, int, PostSet, PostSet]] = []
    if source is None:
        return found
    for shape in (TRADER, MERCHANT):
        targets = _targets(state, shape, placed)
        origins = posts_with(state, piece_of(seat, shape)) & ~placed if source == "board" else 0
        if targets and (origins or (source != "board" and available(state, seat, source)[shape])):
            found.append((source, shape, origins, targets))
    return found


def decide(state: State, seat: int, settings: Sequence[Setting]) -> PiecesRelocated:
    require_settings(settings, "HT-BRIT-16")
    now = working_copy(state)  # each piece is checked after the piece before it was placed (HT-RULING-45)
    pieces: list[Relocation] = []
    placed: PostSet = 0
    for setting in settings:
        piece = _relocation(now, seat, setting, placed)
        marker_move.evolve(now, PiecesRelocated(seat, (piece,)))
        pieces.append(piece)
        placed |= only(now.board.post_named[piece.to])
    return PiecesRelocated(seat, tuple(pieces))


def _relocation(state: State, seat: int, setting: Setting, placed: PostSet) -> Relocation:
    post, shape = require_post(state.board, setting.to), SHAPES.index(setting.shape)
    source = _source(state, seat)
    if setting.source != source or (setting.from_ is not None) != (source == "board"):
        raise Violation(
            "HT-BRIT-16",
            "source_order",
            "Take pieces from the stock first, then from the supply, then (bigbox) from a post named in `from`.",
            source=source,
        )
    if not contains(_targets(state, shape, placed), post):
        raise Violation(
            "HT-BRIT-16",
            "post_occupied" if state.posts[post] else "border",
            "Choose an empty post in Wales or Scotland that the piece may use; in edition classic both in one country.",
            post=setting.to,
        )
    origin = NOBODY if setting.from_ is None else require_post(state.board, setting.from_)
    for source, each, origins, _ in choices(state, seat, placed):
        if each == shape and (origin == NOBODY or contains(origins, origin)):
            names = state.board.post_names
            return Relocation(seat, setting.shape, source, names[post], None if origin == NOBODY else names[origin])
    raise Violation("HT-BRIT-16", "not_enough_pieces", f"You have no {setting.shape} there to take.", source=source)
