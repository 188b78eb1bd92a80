"""The pawn of the province variant for two players: its province, the routes that it allows, and its moves
(HT-2P-PROV)."""

from dataclasses import dataclass

from kontor.domain.hansa.boards.post_sets import PostSet
from kontor.domain.hansa.rulebook import turn
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NOBODY, PawnMode, ProvinceName, Seat
from kontor.domain.kernel.dice import Draw
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class PlacePawn:
    """Put the pawn into any province before the first turn (HT-2P-PROV-5)."""

    province: ProvinceName


@dataclass(frozen=True, slots=True)
class MovePawn:
    """Move the pawn. A free move crosses one or two borders and is possible once a turn. As an action, the pawn moves
    to any province (HT-2P-PROV-6, HT-2P-PROV-7, HT-2P-PROV-8).

    `mode`: `free`: the free move of the turn. `action`: a move that costs an action.
    """

    province: ProvinceName
    mode: PawnMode


@dataclass(frozen=True, slots=True)
class PawnPlacerDrawn:
    """This seat places the pawn, and the other seat begins. The seat was drawn, unless the turn order is fixed
    (HT-2P-PROV-5).

    `draws`: the random draw of the seat. The list is empty if the turn order is fixed.
    """

    seat: Seat
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class PawnPlaced:
    """The pawn is in this province before the first turn (HT-2P-PROV-5)."""

    province: ProvinceName


@dataclass(frozen=True, slots=True)
class PawnMoved:
    """The pawn moved to another province, in a free move or as an action (HT-2P-PROV-6, HT-2P-PROV-8).

    `mode`: `free`: the free move of the turn. `action`: a move that cost an action.
    """

    from_: ProvinceName
    to: ProvinceName
    mode: PawnMode


def is_in_play(state: State) -> bool:
    return state.options.two_player_variant == "provinces"


def routes_beside_pawn(state: State) -> frozenset[int]:
    """Return the routes that border the province of the pawn. Place, Displace and Establish are possible only on these
    routes (HT-2P-PROV-9, HT-2P-PROV-11). The pawn does not limit anything else (HT-2P-PROV-10)."""
    return state.board.provinces[state.pawn].routes


def posts_beside_pawn(state: State) -> PostSet:
    return state.board.provinces[state.pawn].posts


def is_beside_pawn(state: State, route: int) -> bool:
    """Return whether the route borders the province of the pawn. This is true for every route if the game has no
    pawn."""
    return state.pawn == NOBODY or route in routes_beside_pawn(state)


def require_beside_pawn(state: State, route: int) -> None:
    if not is_beside_pawn(state, route):
        province = state.board.provinces[state.pawn]
        raise Violation(
            "HT-2P-PROV-9",
            "pawn_elsewhere",
            f"The pawn is in {province.name}, which does not border that route; move the pawn first.",
            province=province.name,
            routes=[state.board.names[each] for each in sorted(province.routes)],
        )


def free_moves(state: State) -> list[int]:
    """Return the provinces to which the pawn may move without an action: over one or two borders, once a turn
    (HT-2P-PROV-6)."""
    return [] if state.pawn_moved else sorted(state.board.provinces[state.pawn].near)


def decide_place(decision: Decision, seat: int, command: PlacePawn) -> None:
    """Put the pawn into any province. Then the other seat begins (HT-2P-PROV-5)."""
    _require_province(decision.state, command.province)
    decision.tell(PawnPlaced(command.province))
    turn.start(decision, decision.state.turn_order[0])


def decide_move(decision: Decision, seat: int, command: MovePawn) -> None:
    """Move the pawn over one or two borders for free (HT-2P-PROV-6), or to any province as an action (HT-2P-PROV-8)."""
    state = decision.state
    if not is_in_play(state):
        raise Violation("HT-2P-PROV-1", "wrong_phase", "There is no pawn in this game.")
    province = _require_province(state, command.province)
    here = state.board.provinces[state.pawn]
    if province == state.pawn:
        raise Violation("HT-2P-PROV-8", "nothing_to_do", "The pawn is there already; choose another province.")
    if command.mode == "free":
        _require_free_move(state, province)
    else:
        turn.spend(decision, seat)
    decision.tell(PawnMoved(here.name, command.province, command.mode))


def _require_province(state: State, name: str) -> int:
    found = state.board.province_named.get(name)
    if found is None:
        known = list(state.board.province_named)
        raise Violation("HT-2P-PROV-4", "unknown_province", f"There is no province {shorten(name)}.", provinces=known)
    return found


def _require_free_move(state: State, province: int) -> None:
    if state.pawn_moved:
        raise Violation(
            "HT-2P-PROV-6", "free_move_spent", "You have made the free move of this turn; another one costs an action."
        )
    near = free_moves(state)
    if province not in near:
        raise Violation(
            "HT-2P-PROV-6",
            "pawn_too_far",
            "A free move goes over one or two borders; a longer move costs an action.",
            near=[state.board.provinces[each].name for each in near],
        )


def evolve(new: State, event: PawnPlacerDrawn | PawnPlaced | PawnMoved) -> None:
    match event:
        case PawnPlacerDrawn(seat):
            new.turn_order = (*(each for each in new.seats if each != seat), seat)
            new.phase = "place_pawn"
        case PawnPlaced(province):
            new.pawn = new.board.province_named[province]
        case PawnMoved(_, to, mode):
            new.pawn = new.board.province_named[to]
            new.phase = "actions"
            if mode == "free":
                new.pawn_moved = True
                new.closed = new.used > 0  # a free move after an action ends the actions (HT-2P-PROV-7)
