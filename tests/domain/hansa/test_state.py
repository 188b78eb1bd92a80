"""The state: where everything is, and how states are compared."""

from dataclasses import fields
from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import eager_command, random_command
from kontor.domain.hansa.rulebook.rules import carry_out, evolve
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State, all_but, owner_of, piece_of, shape_of
from kontor.domain.hansa.words import FULL, LIBER_SOPHIAE, MERCHANT, NEUTRAL, NOBODY, TRADER
from kontor.domain.kernel.canonical import Json
from tests.domain.hansa.playouts import GAMES, altered, begun, table_of

DECISIONS = 700


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
        decision = carry_out(state, seat, choose(state, seat, luck))
        folded = state
        for event in decision.events:
            folded = evolve(folded, event, folded.version + 1)
        assert folded == decision.state
        state = folded
        require_sound(state)
    score = RULESET.score(state)
    for row in score.seats:
        assert row.total == sum(line.points for line in score.ledger if line.seat == row.seat)
        assert row.breakdown["prestige"] == state.prestige[row.seat]


def test_a_piece_says_whose_it_is_and_which() -> None:
    """HT-PIECE-5, HT-PIECE-6"""
    for seat in range(6):
        for shape in (TRADER, MERCHANT):
            piece = piece_of(seat, shape)
            assert piece > 0
            assert (owner_of(piece), shape_of(piece)) == (seat, shape)
    assert owner_of(0) == NOBODY


def test_states_are_compared_by_every_field_that_is_not_named() -> None:
    """A field that is added to the state later is compared, unless somebody says otherwise."""
    state = begun(table_of(*GAMES[0]), 1)
    but_two = all_but("version", "posts")
    assert len(but_two(state)) == len(fields(State)) - 2
    assert but_two(altered(altered(state, "version"), "posts")) == but_two(state)
    for each in fields(State):
        if each.name not in ("version", "posts"):
            assert but_two(altered(state, each.name)) != but_two(state), each.name


def test_a_field_that_a_state_does_not_have_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match="no undealt"):
        all_but("version", "undealt")
