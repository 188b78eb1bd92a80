"""What a seat holds: at the end it is what it scores."""

import pytest

from kontor.domain.hansa.bots.evaluation import points_held
from kontor.domain.hansa.bots.seat_holdings import city_holdings, holdings_of
from kontor.domain.hansa.bots.weights import WEIGHTS
from kontor.domain.hansa.rulebook.scoring import score
from kontor.domain.hansa.state import piece_of
from tests.domain.hansa.bots.positions import GAMES, NAMES, positions


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_with_nothing_ahead_holdings_are_the_final_score(
    board: str, seats: int, options: dict[str, bool | int | str]
) -> None:
    """HT-SCORE-1: the same numbers, read by bots and by the scoring."""
    for n, position in enumerate(positions(7, board, seats, **options)):
        if n % 29 == 0:
            state = position.state
            for each in score(state).seats:
                holdings = holdings_of(state, each.seat, 0.0, WEIGHTS)
                assert points_held(state, each.seat, holdings) == each.total


def test_the_way_to_the_link_counts_the_cities_that_are_missing() -> None:
    """HT-LINK-2"""
    board = next(positions(1)).state.board
    chain = ["Stendal", "Magdeburg", "Goslar", "Hildesheim", "Paderborn", "Minden", "Münster", "Arnheim"]
    rows = [bytes(len(city.offices)) for city in board.cities]
    extras = (b"",) * len(rows)
    missing = []
    for name in chain:
        rows[board.city_named[name]] = bytes([piece_of(1, 0)])
        missing.append(city_holdings(board, tuple(rows), extras, 1).missing)
    assert missing[-1] == 0
    assert missing == sorted(missing, reverse=True)
    assert city_holdings(board, tuple(rows), extras, 1).network == len(chain)
