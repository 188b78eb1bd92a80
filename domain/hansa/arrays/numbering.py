"""The numbers of commands on a board: one group for each family of commands (`legal/families.py`)."""

from collections.abc import Sequence
from functools import cache
from typing import get_args

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.reward_kinds import AbilityReward, ExtraOfficeReward, NoReward, OfficeReward, Reward
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, SHAPES, TILES, MarkerKind, PawnMode, StandingOrder
from kontor.domain.kernel.learning import Numbering

MARKER_KINDS: Sequence[MarkerKind] = get_args(get_args(MarkerKind)[0])
ORDERS: Sequence[StandingOrder] = get_args(StandingOrder)
PAWN_MODES: Sequence[PawnMode | None] = (None, *get_args(PawnMode))
MOST_OFFICES = 8  # an agent can swap only the first offices of a city
ENDS = ("1st end", "2nd end")


def numbering(state: State) -> Numbering:
    return _numbering(state.board)


@cache
def _numbering(board: Board) -> Numbering:
    posts, routes, cities = board.post_names, board.names, [city.name for city in board.cities]
    rewards = _reward_names(board)
    return Numbering(
        {
            "end_turn": (),
            "take_income": [[f"with {n} merchants" for n in range(5)]],
            "place_piece": [SHAPES, posts],
            "displace_piece": [SHAPES, posts],
            "move_piece": [posts, routes],
            "establish_route": [routes, rewards],
            "establish_route_using_its_marker": [routes, rewards],
            "swap_offices": [cities, [f"office {n + 1}" for n in range(MOST_OFFICES)]],
            "develop_ability": [ABILITIES],
            "remove_pieces": [routes],
            "extra_actions": [MARKER_KINDS],
            "buy_favour": [TILES],
            "pay_open_borders": (),
            "pawn": [["placed", "moved free", "moved as an action"], [each.name for each in board.provinces]],
            "place_displaced": [posts],
            "resolve_permanent_marker": [["decline", "develop"]],
            "occupy_green_city": [cities, SHAPES],
            "set_piece": [posts],
            "resolve_favour_income": [["decline", "take"]],
            "resolve_neutral_route": [["no office", *cities]],
            "place_replacement": [routes],
            "set_standing_order": [ORDERS],
            "any_command": (),
        }
    )


def _reward_names(board: Board) -> Sequence[str]:
    offices = [
        f"{kind} {shape} at the {end}" for kind in ("office", "extra office") for end in ENDS for shape in SHAPES
    ]
    return ["none", *offices, *ABILITIES, *(f"special {points}" for points, _ in board.specials)]


def reward_number(board: Board, route: int, reward: Reward) -> int:
    """Return the index of a reward in `_reward_names`, the axis of rewards in the numbers of commands."""
    match reward:
        case NoReward():
            return 0
        case OfficeReward() | ExtraOfficeReward():
            end = board.routes[route].ends.index(board.city_named[reward.city])
            first = 5 if isinstance(reward, ExtraOfficeReward) else 1
            return first + 2 * end + SHAPES.index(reward.shape)
        case AbilityReward():
            return 9 + ABILITIES.index(reward.ability)
        case _:
            return 9 + len(ABILITIES) + [points for points, _ in board.specials].index(reward.space)
