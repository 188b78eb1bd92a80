"""The incremental evaluation says what the full one says, and notices every change."""

from dataclasses import fields
from random import Random

import pytest

from kontor.domain.hansa.bots.evaluation import evaluate
from kontor.domain.hansa.bots.incremental import unchanging
from kontor.domain.hansa.bots.search import rank, search_for
from kontor.domain.hansa.state import State
from tests.domain.hansa.bots.positions import GAMES, NAMES, positions
from tests.domain.hansa.playouts import altered


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_it_says_what_evaluate_says(board: str, seats: int, options: dict[str, bool | int | str]) -> None:
    """It leaves out only what cannot have changed."""
    for n, position in enumerate(positions(6, board, seats, **options)):
        if n % 17 == 0:
            search = search_for(position.state, position.seat, Random(n))
            for found in rank(position.state, search, 8, 3):
                assert found.value == pytest.approx(evaluate(found.after, search.seat, search.ahead), abs=1e-9)


def test_a_change_of_an_unlisted_field_is_evaluated_again() -> None:
    """A field that is added to the state later is compared, unless somebody says otherwise."""
    state = next(positions(1)).state
    may_change = {"version", "phase", "active", "turn", "used", "granted", "bought", "permissions", "borders_open"}
    may_change |= {"pawn_moved", "closed", "revealed", "posts", "supply", "stock", "displaced"}
    noticed = {each.name for each in fields(State) if unchanging(altered(state, each.name)) != unchanging(state)}
    assert noticed == {each.name for each in fields(State)} - may_change
