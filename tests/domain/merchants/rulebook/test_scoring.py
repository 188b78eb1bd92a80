"""Ranks and the score (ME-WIN-4)."""

from kontor.domain.kernel.ruleset import LedgerLine
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.move_caravan import MoveCaravan
from kontor.domain.merchants.rulebook.scoring import Deliveries, FinalScored
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.endings import PARIS, RANKING, frozen, one_left
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, acting, delivered, path


def test_the_score_counts_deliveries_line_by_line() -> None:
    """ME-WIN-4, ME-RULING-41, ME-RULING-50"""
    game = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)})).when(BLUE, MoveCaravan("c1", path(PARIS)))
    scored = game.when_scored().then(
        FinalScored(
            RANKING,
            (
                Deliveries(RED, ()),
                Deliveries(BLUE, ("koln", "bruxelles", "krakow", "praha", "paris")),
                Deliveries(WHITE, ("wien",)),
                Deliveries(ORANGE, ()),
            ),
        )
    )
    assert {line.seat: (line.total, line.rank) for line in scored.score().seats} == {
        RED: (0, 3), BLUE: (5, 1), WHITE: (1, 2), ORANGE: (0, 3),
    }  # fmt: skip
    lines = scored.ledger(BLUE, "deliveries")
    assert [line.about for line in lines] == [("koln",), ("bruxelles",), ("krakow",), ("praha",), ("paris",)]
    assert all(line.points == 1 for line in lines)
    won = next(n for n, event in enumerate(game.events) if isinstance(event, CommodityDelivered))
    assert lines[-1] == LedgerLine(
        BLUE, 1, "deliveries", "ME-DELIVER-1", game.version - len(game.events) + won + 1, ("paris",)
    )


def test_a_frozen_game_is_scored_without_a_winner() -> None:
    """ME-WIN-5, ME-WIN-4"""
    game = frozen().given(*delivered(ORANGE, "bern", BLUE, 4, 4)).when(WHITE, EndTurn())
    assert game.view()["winner"] == 0
    assert [line.rank for line in game.when_scored().score().seats] == [2, 2, 2, 1]
