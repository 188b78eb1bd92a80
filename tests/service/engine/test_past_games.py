"""Past positions: the same as they were when they were present, and no more of them kept than said."""

from uuid import UUID

from flask import Flask

from kontor.service.engine import past_games
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.snapshots import Snapshots
from kontor.service.http.context import Context
from tests.support.callers import Caller, a_game, next_command


def test_a_past_position_is_the_one_that_was(app: Flask, anna: Caller) -> None:
    context: Context = app.extensions["kontor"]
    game = a_game(anna)
    game_id = UUID(game.rpartition("/")[2])
    then = context.games.fresh(game_id)
    for n in range(3):
        assert anna.post(f"{game}/commands", next_command(anna, game, n)).status_code == 201
    now = context.games.fresh(game_id)
    past = PastGames(context.store, Snapshots(context.registry, ()))
    for _ in range(2):  # folded, then remembered
        found = past.at(now, then.game.version)
        assert (found.at, found.settled) == (then, True)
    assert past.at(now, 1).settled is False  # inside of the commit that creates the game
    assert past.at(now, now.game.version).at is now


def test_positions_are_kept_up_to_a_bound(app: Flask, anna: Caller) -> None:
    """Whichever was forgotten, each is still found, from the nearest one before it or from the start."""
    context: Context = app.extensions["kontor"]
    games = [context.games.fresh(UUID(a_game(anna).rpartition("/")[2])) for _ in range(past_games.KEPT // 4)]
    past = PastGames(context.store, Snapshots(context.registry, ()))
    for _ in range(2):
        for now in games:
            for version in range(1, now.game.version):
                assert past.at(now, version).at.game.version == version
    assert len(past._kept) == past_games.KEPT
