"""Whole games on every board side, edition, number of seats and module: nothing is lost, and everything adds up."""

from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, eager_command, random_command
from kontor.domain.hansa.rulebook.rules import decider, evolve, tell
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.view.view import unseen_numbers
from kontor.domain.hansa.words import FULL, LIBER_SOPHIAE, MERCHANT, NEUTRAL, TRADER
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Chair, Table

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
DECISIONS = 700


def table_of(board: str, seats: int, options: dict[str, Json]) -> Table:
    chairs = tuple(Chair(seat) for seat in range(1, seats + 1))
    return Table(RULESET.boards()[board], options, chairs, "drawn")


def begun(table: Table, seed: int) -> State:
    state = RULESET.initial(table)
    for event in RULESET.setup(table, Dice(seed.to_bytes(32, "big"), {})):
        state = evolve(state, event, state.version + 1)
    return state


def pieces(state: State, seat: int, shape: int) -> int:
    """All pieces of a seat, wherever they are; the score marker included."""
    piece = piece_of(seat, shape)
    found = state.supply[seat][shape] + state.stock[seat][shape] + state.posts.count(piece)
    found += sum(row.count(piece) for row in (*state.offices, *state.extras))
    if shape == MERCHANT:
        found += sum(taken.seat == seat for taken in state.specials)
    waiting = state.displaced
    found += waiting is not None and waiting.in_hand and (waiting.owner, waiting.shape) == (seat, shape)
    found += state.hand[shape] if seat == state.active else 0
    if seat == NEUTRAL:
        return found + (shape == TRADER)
    tracks = [LIBER_SOPHIAE] if shape == MERCHANT else [n for n in range(len(FULL)) if n != LIBER_SOPHIAE]
    return found + sum(FULL[n] - state.levels[seat][n] for n in tracks) + (shape == TRADER)


def require_sound(state: State) -> None:
    """HT-PIECE-2, HT-PIECE-3, HT-PIECE-8, HT-OFFICE-5, HT-TURN-8"""
    for seat in state.seats:
        assert pieces(state, seat, TRADER) == 27, seat
        assert pieces(state, seat, MERCHANT) == 4, seat
    if state.options.two_player_variant == "neutral":
        assert pieces(state, NEUTRAL, TRADER) % 27 == 0
    rows = (*state.unused, *state.spent, state.gone, state.plate, [each for each in state.at_route if each])
    lying = sorted(number for row in rows for number in row)
    assert [*lying, *range(len(lying) + 1, len(state.kinds) + 1)] == list(range(1, len(state.kinds) + 1))
    assert len(lying) + state.pile == len(state.kinds)
    completed = [
        0 not in printed and bool(printed or extra) for printed, extra in zip(state.offices, state.extras, strict=True)
    ]
    assert state.counter == sum(completed)
    if state.phase == "turn_start":
        assert sum(number > 0 for number in state.at_route) + len(state.gone) >= 3


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_and_everything_adds_up(board: str, seats: int, options: dict[str, Json], seed: int) -> None:
    """HT-PIECE-2, HT-PIECE-3, HT-PIECE-8"""
    table = table_of(board, seats, options)
    state, luck = begun(table, seed), Random(seed)
    require_sound(state)
    for _ in range(DECISIONS):
        seat = decider(state)
        if seat < 0:
            break
        choose = eager_command if luck.random() < 0.9 else random_command
        story = tell(state, seat, choose(state, seat, luck))
        folded = state
        for event in story.events:
            folded = evolve(folded, event, folded.version + 1)
        assert folded == story.state
        state = folded
        require_sound(state)
    score = RULESET.score(state)
    for row in score.seats:
        assert row.total == sum(line.points for line in score.ledger if line.seat == row.seat)
        assert row.breakdown["prestige"] == state.prestige[row.seat]


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_a_state_dealt_anew_looks_the_same(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-INFO-2, HT-INFO-3, HT-INFO-5"""
    table = table_of(board, seats, options)
    state, luck = begun(table, 7), Random(7)
    for number in range(300):
        seat = decider(state)
        if seat < 0:
            break
        if number % 10 == 0:
            for seen_by in (frozenset[int](), frozenset({1}), frozenset(state.seats)):
                view = RULESET.view(state, seen_by)
                dealt = RULESET.determinize(table, view, Dice(bytes([number % 256]) * 32, {}))
                assert RULESET.view(dealt, seen_by) == view
                assert RULESET.legal(dealt, seat) == RULESET.legal(state, seat)
                assert len(unseen_numbers(dealt)) == len(unseen_numbers(state))
        state = advance(state, seat, eager_command(state, seat, luck))


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_the_eager_policy_ends_games(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-END-1"""
    state, luck = begun(table_of(board, seats, options), 3), Random(3)
    for _ in range(30_000):
        seat = decider(state)
        if seat < 0:
            break
        state = advance(state, seat, eager_command(state, seat, luck))
    assert state.phase == "finished"
    assert state.triggers
    events = RULESET.finish(state)
    for event in events:
        state = evolve(state, event, state.version + 1)
    assert state.scored
