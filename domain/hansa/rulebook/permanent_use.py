"""Using a permanent marker, or declining it (HT-MARKER-20, HT-EAST-9 to -12, HT-BRIT-16)."""

from kontor.domain.hansa.rulebook import ability, markers, office
from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.rulebook.establish import RoutePiecesReturned
from kontor.domain.hansa.rulebook.lookups import require_city, require_post
from kontor.domain.hansa.rulebook.marker_use import relocations
from kontor.domain.hansa.rulebook.markers import PiecesRelocated, Relocation
from kontor.domain.hansa.rulebook.move import require_lifts, require_same_country
from kontor.domain.hansa.rulebook.permanent import (
    PermanentMarkerDeclined,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
    Setting,
    borderland_choices,
    borderland_posts,
    borderland_source,
)
from kontor.domain.hansa.rulebook.place import require_in_supply, require_shape
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NOBODY, PRIVILEGIUM, SHAPES, PermanentKind
from kontor.domain.kernel.violation import Violation

MOST = 2
FIELDS: dict[PermanentKind, tuple[str, ...]] = {
    "move_two_any": ("moves",),
    "develop_privilegium": (),
    "occupy_green_city": ("city", "shape"),
    "redeploy_two": ("placements",),
    "place_two_borderlands": ("placements",),
}


def decide(story: Story, seat: int, command: ResolvePermanentMarker) -> None:
    route = story.state.board.routes[story.state.establishing]
    kind = route.permanent
    assert kind is not None, "the phase is entered by routes with a permanent marker only"
    _require_fields(command, kind)
    if not command.use:
        story.tell(PermanentMarkerDeclined(seat, route.name, kind))
        _return_hand(story, seat, route.name)
        return
    used = PermanentMarkerUsed(seat, route.name, kind)
    match kind:
        case "move_two_any":
            _move(story, seat, command, used)
        case "develop_privilegium":
            story.tell(used)
            ability.develop(story, seat, PRIVILEGIUM)
        case "occupy_green_city":
            _occupy(story, seat, command, used)
        case "redeploy_two":
            _redeploy(story, seat, command, used)
        case "place_two_borderlands":
            _place(story, seat, command, used)


def _require_fields(command: ResolvePermanentMarker, kind: PermanentKind) -> None:
    given = {name for name in ("moves", "city", "shape", "placements") if getattr(command, name) is not None}
    wanted = FIELDS[kind] if command.use else ()
    if given != set(wanted):
        asked = " and ".join(wanted) or "nothing more"
        raise Violation(
            "HT-MARKER-20", "wrong_fields", f"{kind} asks for {asked} here.", kind=kind, fields=list(wanted)
        )


def _require_number(number: int, rule: str) -> None:
    if number == 0:
        raise Violation(rule, "nothing_to_do", "Name at least one piece, or decline with use: false.")
    if number > MOST:
        raise Violation(rule, "too_many_pieces", "Two pieces at most.", most=MOST)


def _move(story: Story, seat: int, command: ResolvePermanentMarker, used: PermanentMarkerUsed) -> None:
    lifts = require_lifts(story.state, command.moves or (), MOST, "HT-EAST-9")
    require_same_country(story.state, lifts)
    moved = PiecesRelocated(seat, relocations(story.state, lifts))
    story.tell(used)
    story.tell(moved)


def _occupy(story: Story, seat: int, command: ResolvePermanentMarker, used: PermanentMarkerUsed) -> None:
    state = story.state
    city, shape = require_city(state.board, command.city or ""), SHAPES.index(command.shape or "trader")
    if city not in state.board.green_cities:
        green = [state.board.cities[each].name for each in state.board.green_cities]
        raise Violation("HT-EAST-11", "office_not_available", f"Choose a green city: {', '.join(green)}.", cities=green)
    require_in_supply(state, seat, shape, "HT-EAST-11")
    story.tell(used)
    office.add_green(story, seat, city, shape, "right")


def _redeploy(story: Story, seat: int, command: ResolvePermanentMarker, used: PermanentMarkerUsed) -> None:
    """The hand holds the pieces of the route; the emptied route itself is allowed (HT-EAST-12)."""
    state = story.state
    settings = command.placements or ()
    _require_number(len(settings), "HT-EAST-12")
    pieces = tuple(_redeployed(state, seat, setting) for setting in settings)
    if len({piece.to for piece in pieces}) < len(pieces):
        raise Violation("HT-EAST-12", "post_occupied", "Each piece needs an empty post of its own.")
    for shape, held in zip(SHAPES, state.hand, strict=True):
        if sum(piece.shape == shape for piece in pieces) > held:
            raise Violation(
                "HT-EAST-12",
                "not_enough_pieces",
                f"Only {held} {shape}s of the route are left.",
                traders=state.hand[0],
                merchants=state.hand[1],
            )
    name = state.board.names[state.establishing]
    story.tell(used)
    story.tell(PiecesRelocated(seat, pieces))
    _return_hand(story, seat, name)


def _redeployed(state: State, seat: int, setting: Setting) -> Relocation:
    post = require_post(state.board, setting.to)
    if setting.source is not None or setting.from_ is not None:
        raise Violation("HT-EAST-12", "wrong_fields", "redeploy_two asks for shape and to only.")
    if state.posts[post]:
        raise Violation("HT-EAST-12", "post_occupied", "That post is occupied; take an empty one.", post=setting.to)
    require_shape(state, post, SHAPES.index(setting.shape), "HT-EAST-12")
    return Relocation(seat, setting.shape, "hand", state.board.post_names[post])


def _return_hand(story: Story, seat: int, route: str) -> None:
    traders, merchants = story.state.hand
    if traders or merchants:
        story.tell(RoutePiecesReturned(seat, route, traders, merchants))


def _place(story: Story, seat: int, command: ResolvePermanentMarker, used: PermanentMarkerUsed) -> None:
    settings = command.placements or ()
    _require_number(len(settings), "HT-BRIT-16")
    scratch = story.state.copy()  # each piece is judged by what the one before it left (HT-RULING-45)
    pieces: list[Relocation] = []
    for setting in settings:
        placed = tuple(scratch.board.post_named[piece.to] for piece in pieces)
        piece = _borderland(scratch, seat, setting, placed)
        markers.evolve(scratch, PiecesRelocated(seat, (piece,)))
        pieces.append(piece)
    story.tell(used)
    story.tell(PiecesRelocated(seat, tuple(pieces)))


def _borderland(state: State, seat: int, setting: Setting, placed: tuple[int, ...]) -> Relocation:
    post, shape = require_post(state.board, setting.to), SHAPES.index(setting.shape)
    source = borderland_source(state, seat)
    if setting.source != source or (setting.from_ is not None) != (source == "board"):
        raise Violation(
            "HT-BRIT-16",
            "source_order",
            "Pieces come from the stock, then from the supply, then (bigbox) from a post, which is named.",
            source=source,
        )
    if post not in borderland_posts(state, shape):
        raise Violation(
            "HT-BRIT-16",
            "post_occupied" if state.posts[post] else "border",
            "Take an empty post in Wales or Scotland that the piece may use.",
            post=setting.to,
        )
    origin = NOBODY if setting.from_ is None else require_post(state.board, setting.from_)
    for source, each, origins, _ in borderland_choices(state, seat, placed):
        if each == shape and (origin == NOBODY or origin in origins):
            names = state.board.post_names
            return Relocation(seat, setting.shape, source, names[post], None if origin == NOBODY else names[origin])
    raise Violation(
        "HT-BRIT-16", "not_enough_pieces", f"There is no such {setting.shape} of yours to take.", source=source
    )
