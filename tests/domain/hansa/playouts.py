"""Games of Hansa that tests play by themselves: boards and options, and the state after the set-up."""

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.rules import evolve
from kontor.domain.hansa.state import State
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Chair, Table
from kontor.domain.kernel.states import working_copy

GAMES: list[tuple[str, int, dict[str, Json]]] = [
    ("hansa-3", 3, {}),
    ("hansa-3", 3, {"edition": "classic"}),
    ("hansa-3", 3, {"favours": True, "missions": True}),
    ("hansa-45", 4, {"favours": True}),
    ("hansa-45", 5, {"missions": True}),
    ("hansa-45", 5, {"edition": "classic"}),
    ("east", 3, {}),
    ("east", 5, {"edition": "classic"}),
    ("britannia-3", 3, {"open_borders": True}),
    ("britannia-45", 4, {"edition": "classic", "open_borders": True}),
    ("britannia-45", 5, {}),
    ("hansa-3", 2, {"two_player_variant": "provinces"}),
    ("hansa-3", 2, {"two_player_variant": "neutral", "edition": "classic"}),
    ("east", 2, {"two_player_variant": "neutral"}),
    ("britannia-3", 2, {"two_player_variant": "neutral"}),
]


def table_of(board: str, seats: int, options: dict[str, Json]) -> Table:
    chairs = tuple(Chair(seat) for seat in range(1, seats + 1))
    return Table(RULESET.boards()[board], options, chairs, "drawn", RULESET.version)


def begun(table: Table, seed: int) -> State:
    state = RULESET.initial(table)
    for event in RULESET.setup(table, Dice(seed.to_bytes(32, "big"), {})):
        state = evolve(state, event, state.version + 1)
    return state


def altered(state: State, field: str) -> State:
    """The state with something else in one field."""
    other = working_copy(state)
    setattr(other, field, object())
    return other
