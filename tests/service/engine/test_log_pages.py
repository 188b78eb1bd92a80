"""Pages of a log: each hangs on the hash before it, and says where it is not as it was written."""

from typing import LiteralString

import pytest

from kontor.service.engine.log_pages import page_after
from kontor.service.settings import Settings
from kontor.service.store.games import Head
from kontor.service.store.store import Store
from tests.support import damage
from tests.support.stored_games import stored_game


def test_every_page_of_a_whole_log_is_sound(store: Store) -> None:
    game = stored_game(store)
    last = game.head.version
    for after in range(last + 2):
        for limit in (1, 2, last):
            page = page_after(store, game.id, after, limit, game.head)
            assert page.damaged is None
            assert [each.record for each in page.events] == game.records[after : after + limit]
            if 0 < after <= last:
                assert page.before == game.records[after - 1].hash


@pytest.mark.parametrize(
    ("statement", "to", "noticed"),
    [
        (damage.ENVELOPE, "{}", {2: 3, 3: None}),
        (damage.HASH, b"\1" * 32, {2: 3, 3: 4}),
        (damage.GONE, None, {2: 3, 3: 3}),
    ],
)
def test_a_page_that_meets_the_damage_says_so(
    own_settings: Settings, own_store: Store, statement: LiteralString, to: object, noticed: dict[int, int | None]
) -> None:
    game = stored_game(own_store)
    damage.damage(own_settings, statement, str(game.id), 3, to)
    assert page_after(own_store, game.id, 0, 2, game.head).damaged is None
    for after, version in noticed.items():
        assert page_after(own_store, game.id, after, 1, game.head).damaged == version


def test_a_log_that_ends_otherwise_than_its_game_is_damaged_there(store: Store) -> None:
    game = stored_game(store)
    version = game.head.version
    assert page_after(store, game.id, 0, 99, Head(version, b"\1" * 32)).damaged == version
    assert page_after(store, game.id, 0, 99, Head(version + 1, b"\1" * 32)).damaged == version + 1
