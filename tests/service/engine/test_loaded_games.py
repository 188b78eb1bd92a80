"""The games a process holds: bounded in bytes, forgotten without loss, one entry a game however many ask."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from flask import Flask

from kontor.service.engine.loaded_games import FIRST_WEIGHT, SPARE, LoadedGames, NoSuchGame, weight
from kontor.service.engine.snapshots import Snapshots
from kontor.service.http.app import create_app
from kontor.service.http.context import Context
from kontor.service.settings import Settings
from kontor.service.store.games import Head
from tests.support.callers import Caller, a_game, next_command, opened
from tests.support.stored_games import log_of


@pytest.fixture
def context(app: Flask) -> Context:
    found: Context = app.extensions["kontor"]
    return found


def id_of(game: str) -> UUID:
    return UUID(game.rpartition("/")[2])


def loaded_games(context: Context, most: int = 1 << 30) -> LoadedGames:
    return LoadedGames(context.registry, context.store, most, Snapshots(context.registry, ()))


def test_a_cache_for_less_than_one_game_forgets_and_folds_again(roomy: Settings) -> None:
    app = create_app(replace(roomy, cache_bytes=1))
    anna = opened(app)
    games = [a_game(anna) for _ in range(3)]
    for _ in range(2):
        for game in games:
            assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201


def test_the_longest_unused_game_is_forgotten_first(context: Context, anna: Caller) -> None:
    first, second, third = (id_of(a_game(anna)) for _ in range(3))
    game = context.games.fresh(first).game
    each = int(SPARE * weight(game, (context.registry["tiny"], game.board)))
    loaded = loaded_games(context, each * 3 // 2 + FIRST_WEIGHT)  # for one and a new one
    for game_id in (first, second, first, third):
        loaded.fresh(game_id)
    assert loaded.known(first) is not None
    assert loaded.known(second) is None
    assert loaded.known(third) is not None


def test_all_threads_get_the_same_entry(context: Context) -> None:
    loaded, game_id, start = loaded_games(context), uuid4(), Barrier(8)

    def ask(_: int) -> int:
        start.wait()
        return id(loaded.entry(game_id))

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1


def test_a_game_that_is_not_there_leaves_nothing_behind(context: Context) -> None:
    loaded, game_id = loaded_games(context), uuid4()
    entry = loaded.entry(game_id)
    with pytest.raises(NoSuchGame):
        loaded.fresh(game_id)
    assert loaded.entry(game_id) is not entry


def test_a_tail_with_a_gap_is_not_folded(context: Context, anna: Caller) -> None:
    """What the look-up brought may follow a version that was forgotten since; then the log is asked anew."""
    game = a_game(anna)
    loaded, game_id = loaded_games(context), id_of(game)
    known = loaded.fresh(game_id).game.version
    for _ in range(2):
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    head = context.store.games.head(game_id)
    assert head is not None
    late = log_of(context.store, game_id, known + 1)
    assert late[0].version > known + 1
    assert loaded.caught_up(game_id, head, late).head == head
    assert loaded.caught_up(game_id, Head(known, b""), ()).head == head  # told of an older one, it is not turned back


def test_shared_parts_of_games_count_nothing_in_the_cache() -> None:
    shared = tuple(range(1000, 2000))
    assert weight((shared, 1), (shared,)) < weight((shared, 1)) - 1000
