"""The view of a seat: all public information (HT-PIECE-9, HT-INFO-1, HT-INFO-7), and the seat's own secrets
(HT-INFO-5)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import cast

from kontor.domain.hansa.rulebook import britannia, turn
from kontor.domain.hansa.rulebook.control import controller
from kontor.domain.hansa.rulebook.who_decides import awaiting
from kontor.domain.hansa.state import State, owner_of, shape_of
from kontor.domain.hansa.view.view_fields import (
    CityView,
    DisplacedView,
    GainView,
    LyingMarker,
    MarkerView,
    MasteredView,
    MissionView,
    NeutralView,
    PermanentView,
    PieceView,
    PostView,
    SealsView,
    SeatView,
    SpaceView,
    TurnView,
    Values,
    View,
)
from kontor.domain.hansa.words import (
    ABILITIES,
    ALL,
    COLOURS,
    NEUTRAL,
    NOBODY,
    SHAPES,
    VALUES,
    Desk,
    MarkerKind,
    PieceCount,
    marker_id,
)
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import schema, write

VIEW_SCHEMA = schema(View)


def view(state: State, seats: frozenset[int]) -> JsonObject:
    """Return what the holders of these seats see together. If `seats` is empty, return what a spectator sees."""
    return cast(JsonObject, write(_view(state, seats)))


def _view(state: State, seats: frozenset[int]) -> View:
    board, options = state.board, state.options
    seen = [number for number in state.gone if number not in state.discarded]
    return View(
        board=board.id,
        edition=options.edition,
        favours=options.favours,
        missions=options.missions,
        open_borders=options.open_borders,
        two_player_variant=options.two_player_variant,
        version=state.version,
        phase=state.phase,
        turn_order=state.turn_order,
        awaiting=awaiting(state),
        turn=_turn(state),
        seats=tuple(_seat(state, seat, seat in seats) for seat in state.seats),
        posts=tuple(
            PostView(board.post_names[post], owner_of(piece), SHAPES[shape_of(piece)])
            for post, piece in enumerate(state.posts)
            if piece
        ),
        cities=tuple(_city(state, city) for city in range(len(board.cities))),
        special_prestige=tuple(
            SpaceView(points, COLOURS[privilege], *((None,) if taken.seat == NOBODY else taken))
            for (points, privilege), taken in zip(board.specials, state.specials, strict=True)
        ),
        links=state.links,
        completed_cities=state.counter,
        completed_cities_limit=board.limit,
        markers=tuple(
            LyingMarker(marker_id(number), state.kinds[number - 1], board.names[route])
            for route, number in enumerate(state.at_route)
            if number
        ),
        marker_supply=state.pile,
        unseen_markers=count_unseen(state),
        revealed_replacements=_markers(state, state.plate if state.revealed else ()),
        markers_out_of_game=_markers(state, seen),
        discarded_unseen=tuple(marker_id(number) for number in state.discarded),
        favour_display=state.display,
        triggers=state.triggers,
        reached_twenty=state.reached,
        gains=tuple(GainView(*gain) for gain in state.gains),
        mastered=tuple(MasteredView(seat, ABILITIES[ability], version) for seat, ability, version in state.mastered),
        missions_shown=state.missions_shown,
        scored=state.scored,
        seals=SealsView(state.pile_version, state.missions_version),
        pawn=None if state.pawn == NOBODY else board.provinces[state.pawn].name,
        neutral=_neutral(state),
        displaced=_displaced_view(state),
        permanent=_permanent(state),
    )


def count_unseen(state: State) -> Mapping[MarkerKind, int]:
    """Return how many markers of each kind are not revealed. Their order stays hidden (HT-INFO-6)."""
    return dict(sorted(Counter(state.kinds[number - 1] for number in unseen_numbers(state)).items()))


def unseen_numbers(state: State) -> list[int]:
    """Return the markers whose kind is not revealed: in the supply, on the plate, and on discarded plates (HT-INFO-2,
    HT-INFO-3)."""
    plate = () if state.revealed else state.plate
    supply = range(len(state.kinds) - state.pile + 1, len(state.kinds) + 1)
    return sorted({*plate, *state.discarded, *supply})


def _markers(state: State, numbers: Iterable[int]) -> tuple[MarkerView, ...]:
    return tuple(MarkerView(marker_id(number), state.kinds[number - 1]) for number in numbers)


def _turn(state: State) -> TurnView:
    cities = state.board.cities
    seat = state.active
    left = {city for country in (1, 2) for city in britannia.permissions(state, seat, country)} if seat else set()
    return TurnView(
        seat,
        state.turn,
        state.used,
        state.granted,
        turn.allowance(state),
        turn.actions_left(state),
        state.bought,
        state.pawn_moved,
        state.closed,
        state.borders_open,
        tuple(cities[city].name for city in state.permissions),
        tuple(cities[city].name for city in sorted(left)),
    )


def _seat(state: State, seat: int, is_own: bool) -> SeatView:
    owns_share = "income_share" in state.tiles[seat]
    return SeatView(
        seat,
        state.prestige[seat],
        PieceCount(*state.supply[seat]),
        PieceCount(*state.stock[seat]),
        Desk(*state.levels[seat]),
        _values(state.levels[seat]),
        _markers(state, state.unused[seat]),
        _markers(state, state.spent[seat]),
        len(state.plate) if seat == state.active and not state.revealed else 0,
        state.tiles[seat],
        state.standing if is_own and owns_share else None,
        _mission(state, seat) if is_own or state.missions_shown else None,
    )


def _values(levels: tuple[int, ...]) -> Values:
    keys, actiones, privilegium, liber_sophiae, bursa = (VALUES[n][level] for n, level in enumerate(levels))
    return Values(keys, actiones, COLOURS[privilegium], liber_sophiae, None if bursa == ALL else bursa)


def _mission(state: State, seat: int) -> MissionView | None:
    card = state.missions[seat]
    if not card:
        return None
    return MissionView(card, tuple(state.board.cities[city].name for city in state.board.missions[card - 1]))


def _city(state: State, city: int) -> CityView:
    owner = controller(state, city)
    return CityView(
        state.board.cities[city].name,
        tuple(_piece(piece) for piece in state.extras[city]),
        tuple(_piece(piece) if piece else None for piece in state.offices[city]),
        None if owner == NOBODY else owner,
    )


def _piece(piece: int) -> PieceView:
    return PieceView(owner_of(piece), SHAPES[shape_of(piece)])


def _neutral(state: State) -> NeutralView | None:
    if state.options.two_player_variant != "neutral":
        return None
    full = tuple(state.board.names[route] for route in state.filled)
    return NeutralView(state.stock[NEUTRAL][0], state.prestige[NEUTRAL], full)


def _displaced_view(state: State) -> DisplacedView | None:
    waiting = state.displaced
    if waiting is None:
        return None
    board = state.board
    return DisplacedView(
        waiting.decider,
        waiting.owner,
        SHAPES[waiting.shape],
        board.names[waiting.route],
        waiting.extras,
        waiting.in_hand,
        tuple(board.post_names[post] for post in waiting.placed),
        PieceCount(*waiting.lifted),
    )


def _permanent(state: State) -> PermanentView | None:
    route = state.board.routes[state.establishing]
    if state.phase != "await_permanent" or route.permanent is None:
        return None
    return PermanentView(route.name, route.permanent, PieceCount(*state.hand), state.reward)
