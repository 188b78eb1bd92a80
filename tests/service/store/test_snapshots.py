"""Snapshots in the store: the newest comes with the game and with what follows it, and what is missing is known."""

from dataclasses import replace

import psycopg
import pytest

from kontor.service.settings import Settings
from kontor.service.store.snapshots import EVERY, WORTH, Snapshot
from kontor.service.store.store import Store
from tests.support.long_games import HANSA, long_game, stored
from tests.support.playouts import Playout

FORMAT = "hansa/0/aa"


@pytest.fixture
def playout() -> Playout:
    return long_game(HANSA)


def made(playout: Playout, version: int, format_: str = FORMAT) -> Snapshot:
    record = next(each for commit in playout.commits for each in commit.records if each.version == version)
    return Snapshot(playout.game.id, version, format_, record.hash, f"at {version}".encode(), b"m" * 32)


def ends(playout: Playout, *versions: int) -> list[int]:
    """The ends of the commits that go past these versions."""
    return [next(made.last for made in playout.commits if made.last >= version) for version in versions]


def test_a_game_is_loaded_from_the_newest_snapshot_on(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    whole = own_store.events.load(game_id, [FORMAT])
    assert whole is not None
    assert (whole.snapshot, len(whole.records)) == (None, playout.game.version)
    for version in (300, 520):
        own_store.snapshots.put(made(playout, version))
    own_store.snapshots.put(made(playout, 600, "hansa/0/bb"))
    found = own_store.events.load(game_id, ["merchants/0/cc", FORMAT])
    assert found is not None
    kept = made(playout, 520)
    assert found.snapshot == replace(kept, event=kept.head)
    assert (found.row, found.seed, found.records) == (whole.row, whole.seed, whole.records[520:])
    assert own_store.events.load(game_id) == whole  # whoever names no format folds it all


def test_an_earlier_one_can_be_asked_for(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    for version in (300, 520):
        own_store.snapshots.put(made(playout, version))
    found = own_store.events.load(game_id, [FORMAT], 519)
    assert found is not None
    assert found.snapshot is not None
    assert (found.snapshot.version, found.records[0].version) == (300, 301)
    assert own_store.snapshots.newest(game_id, [FORMAT], 519) == found.snapshot
    assert own_store.snapshots.newest(game_id, [FORMAT], 299) is None


def test_one_at_the_head_leaves_nothing_to_fold(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    own_store.snapshots.put(made(playout, playout.game.version))
    found = own_store.events.load(game_id, [FORMAT])
    assert found is not None
    assert (found.row.head.version, list(found.records)) == (playout.game.version, [])


def test_a_snapshot_past_the_end_of_the_log_has_no_event(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout, upto=400)
    own_store.snapshots.put(made(playout, 800))
    found = own_store.events.load(game_id, [FORMAT])
    assert found is not None
    assert found.snapshot is not None
    assert (found.snapshot.event, list(found.records)) == (b"", [])


def test_one_that_is_written_again_is_replaced(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    own_store.snapshots.put(made(playout, 300))
    new = replace(made(playout, 300), state=b"anew", mac=b"n" * 32)
    own_store.snapshots.put(new)
    assert own_store.snapshots.newest(game_id, [FORMAT], 300) == replace(new, event=new.head)


def test_those_of_other_formats_go_a_day_later(own_store: Store, own_settings: Settings, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    for version, format_ in ((300, "hansa/0/old"), (301, "hansa/0/other")):
        own_store.snapshots.put(made(playout, version, format_))
    with psycopg.connect(own_settings.migrate_url) as conn:
        conn.execute("UPDATE snapshots SET at = at - interval '25 hours' WHERE state_format = 'hansa/0/old'")
    own_store.snapshots.put(made(playout, 302))
    assert own_store.snapshots.newest(game_id, ["hansa/0/old"], 999) is None
    assert own_store.snapshots.newest(game_id, ["hansa/0/other"], 999) is not None


def test_missing_snapshots_are_at_commits_past_every_256th_version_and_at_the_end(
    own_store: Store, playout: Playout
) -> None:
    game_id = stored(own_store, playout)
    last = playout.game.version
    wanted = [*ends(playout, *range(EVERY, last + 1, EVERY)), last]
    assert last - wanted[-2] >= WORTH
    assert own_store.snapshots.missing(game_id, FORMAT) == wanted
    own_store.snapshots.put(made(playout, wanted[0]))
    assert own_store.snapshots.missing(game_id, FORMAT) == wanted[1:]
    assert own_store.snapshots.missing(game_id, "hansa/0/bb") == wanted
    own_store.snapshots.put(made(playout, last))
    assert own_store.snapshots.missing(game_id, FORMAT) == []


def test_the_end_has_none_of_its_own_where_one_is_near(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    own_store.snapshots.put(made(playout, playout.game.version - WORTH + 1))
    assert own_store.snapshots.missing(game_id, FORMAT) == []
    assert own_store.snapshots.games_without(["hansa"], [FORMAT], 9) == []


def test_a_running_game_lacks_no_snapshot_after_its_last_256th_version(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout, upto=500)
    (only,) = ends(playout, EVERY)
    assert own_store.snapshots.missing(game_id, FORMAT) == [only]
    own_store.snapshots.put(made(playout, only))
    assert own_store.snapshots.missing(game_id, FORMAT) == []


def test_games_that_lack_one_are_found_as_long_as_they_do(own_store: Store, playout: Playout) -> None:
    game_id = stored(own_store, playout)
    for _ in range(len(own_store.snapshots.missing(game_id, FORMAT))):
        assert own_store.snapshots.games_without(["hansa"], [FORMAT], 9) == [(game_id, playout.game.version)]
        own_store.snapshots.put(made(playout, own_store.snapshots.missing(game_id, FORMAT)[0]))
    assert own_store.snapshots.games_without(["hansa"], [FORMAT], 9) == []
    assert own_store.snapshots.games_without(["hansa"], ["hansa/0/bb"], 9) != []
    assert own_store.snapshots.games_without(["hansa"], ["hansa/0/bb"], 0) == []
    assert own_store.snapshots.games_without(["merchants"], ["merchants/0/bb"], 9) == []
