"""Loading by snapshots: the same game as the log folds into, by whatever way, and whatever stands in the table."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

import psycopg
import pytest

from kontor.domain.kernel.fold import GoesFurtherBack, fold
from kontor.domain.kernel.lifecycle import CommitsUndone
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged, LoadedGames
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.snapshots import Snapshots, is_due
from kontor.service.settings import Settings
from kontor.service.store.snapshots import Snapshot
from kontor.service.store.store import Store
from tests.support import damage
from tests.support.long_games import HANSA, KEY, LONG, MERCHANTS, at_version, long_game, registry, stored
from tests.support.long_games import snapshots as trusted
from tests.support.playing import Played
from tests.support.playouts import Playout

VERSIONS = (256, 512)
STRANGER = replace(KEY, private=bytes(32))


def loaded(store: Store, game_id: UUID, snapshots: Snapshots) -> GameAt:
    """Folded by a process that has never heard of the game."""
    return LoadedGames(registry(), store, 1 << 30, snapshots).fresh(game_id)


def with_snapshots(store: Store, playout: Playout) -> UUID:
    game_id = stored(store, playout)
    for version in VERSIONS:
        store.snapshots.put(trusted().take(at_version(playout, version)))
    return game_id


@pytest.mark.parametrize("name", LONG)
def test_a_game_loaded_from_a_snapshot_is_the_one_folded_from_its_first_event(own_store: Store, name: str) -> None:
    playout = long_game(name)
    game_id, made = with_snapshots(own_store, playout), trusted()
    found = loaded(own_store, game_id, made)
    assert found == loaded(own_store, game_id, Snapshots(registry(), ()))
    assert found.game == playout.game
    assert made.ignored == 0


@pytest.mark.parametrize("name", LONG)
def test_a_past_position_is_the_same_by_snapshots_and_without(own_store: Store, name: str) -> None:
    playout = long_game(name)
    game_id, made = with_snapshots(own_store, playout), trusted()
    now = loaded(own_store, game_id, made)
    near = [at_version(playout, version).game.version for version in VERSIONS]
    for version in (3, *(each + n for each in near for n in (-1, 0, 1, 90))):
        by_snapshot = PastGames(own_store, made).at(now, version)
        assert by_snapshot == PastGames(own_store, Snapshots(registry(), ())).at(now, version)
    assert made.ignored == 0


def test_a_snapshot_spares_what_comes_before_it(own_store: Store, own_settings: Settings) -> None:
    """An event that is damaged below it is not read. The audit, which trusts no snapshot, finds it."""
    playout = long_game(HANSA)
    game_id = with_snapshots(own_store, playout)
    damage.alter(own_settings, f"/v1/games/{game_id}", 200)
    found = loaded(own_store, game_id, trusted())
    assert found.game == playout.game
    assert PastGames(own_store, trusted()).at(found, 300).at.game.version == 300
    with pytest.raises(GameDamaged):
        loaded(own_store, game_id, Snapshots(registry(), ()))
    with pytest.raises(GameDamaged):
        PastGames(own_store, trusted()).at(found, 255)


def test_a_log_that_was_found_damaged_is_read_from_its_first_event_until_it_is_whole(
    own_store: Store, own_settings: Settings
) -> None:
    """A snapshot must not paint over what a reader of the log has found before it."""
    playout = long_game(HANSA)
    game_id = with_snapshots(own_store, playout)
    games = LoadedGames(registry(), own_store, 1 << 30, trusted())
    with damage.backup(own_settings, f"/v1/games/{game_id}") as restore:
        damage.alter(own_settings, f"/v1/games/{game_id}", 200)
        assert games.fresh(game_id).game == playout.game
        games.damage_found(game_id, 200)
        for _ in range(2):
            with pytest.raises(GameDamaged):
                games.fresh(game_id)
        assert games.damaged == 1
        restore()
    assert (games.fresh(game_id).game, games.damaged) == (playout.game, 0)


def test_an_event_that_is_damaged_after_it_is_found(own_store: Store, own_settings: Settings) -> None:
    game_id = with_snapshots(own_store, long_game(HANSA))
    damage.alter(own_settings, f"/v1/games/{game_id}", 700)
    with pytest.raises(GameDamaged) as found:
        loaded(own_store, game_id, trusted())
    assert found.value.version == 700


# ---------------------------------------------------------------- whoever may write the table


def wrong_state(found: Snapshot) -> Snapshot:
    return replace(found, state=found.state[:-9] + bytes(9))


def cut_off(found: Snapshot) -> Snapshot:
    return replace(found, state=found.state[:99])


def wrong_mac(found: Snapshot) -> Snapshot:
    return replace(found, mac=bytes(32))


def of_another_version(found: Snapshot) -> Snapshot:
    """What was true at another version, put where the newest one is looked for."""
    earlier = trusted().take(at_version(long_game(HANSA), 256))
    return replace(earlier, version=found.version, head=found.head)


def of_another_game(found: Snapshot) -> Snapshot:
    other = at_version(long_game(HANSA), 512)
    return replace(trusted().take(replace(other, game=replace(other.game, id=UUID(int=7)))), game_id=found.game_id)


def of_another_ruleset(found: Snapshot) -> Snapshot:
    """Made by this service, of a game of the same name, and newer."""
    other, here = at_version(long_game(MERCHANTS), 300), at_version(long_game(HANSA), 600).game
    return trusted().take(replace(other, game=replace(other.game, id=here.id, version=here.version, head=here.head)))


def by_a_stranger(found: Snapshot) -> Snapshot:
    """All of it in order, but made with another key: seat 1 has won."""
    at = at_version(long_game(HANSA), 512)
    return trusted(STRANGER).take(replace(at, game=replace(at.game, turn_order=(3, 2, 1))))


def on_another_log(found: Snapshot) -> Snapshot:
    """Made by this service, of a log that has gone another way: a restore, after which the game was played on."""
    at = at_version(long_game(HANSA), 512)
    return trusted().take(replace(at, game=replace(at.game, head=bytes(32))))


def past_the_end(found: Snapshot) -> Snapshot:
    at = at_version(long_game(HANSA), 512)
    return trusted().take(replace(at, game=replace(at.game, version=99_999)))


@pytest.mark.parametrize(
    "forged",
    [
        wrong_state,
        cut_off,
        wrong_mac,
        of_another_version,
        of_another_game,
        of_another_ruleset,
        by_a_stranger,
        on_another_log,
        past_the_end,
    ],
)
def test_a_snapshot_that_is_not_what_it_should_be_is_ignored_and_counted(
    own_store: Store, forged: Callable[[Snapshot], Snapshot]
) -> None:
    playout = long_game(HANSA)
    game_id, made = with_snapshots(own_store, playout), trusted()
    true = own_store.snapshots.newest(game_id, made.formats, 999)
    assert true is not None
    own_store.snapshots.put(forged(true))
    found = loaded(own_store, game_id, made)
    assert found.game == playout.game
    assert made.ignored == 1
    past = PastGames(own_store, made)
    assert past.at(found, 700) == PastGames(own_store, Snapshots(registry(), ())).at(found, 700)


def test_a_key_that_was_followed_by_another_is_still_believed(own_store: Store) -> None:
    playout = long_game(HANSA)
    game_id, made = with_snapshots(own_store, playout), trusted(STRANGER, KEY)
    assert loaded(own_store, game_id, made).game == playout.game
    assert made.ignored == 0
    at = at_version(playout, 256)
    assert made.take(at) == trusted(STRANGER).take(at) != trusted(KEY).take(at)


def test_a_snapshot_of_another_shape_is_not_even_read(own_store: Store) -> None:
    playout = long_game(HANSA)
    game_id, made = with_snapshots(own_store, playout), trusted()
    own_store.snapshots.put(replace(trusted().take(at_version(playout, 700)), format="hansa/0/of-tomorrow"))
    assert loaded(own_store, game_id, made).game == playout.game
    assert made.ignored == 0


def test_the_app_may_not_give_the_reader_what_is_in_them(own_store: Store, own_settings: Settings) -> None:
    """They hold what seals hide."""
    with psycopg.connect(own_settings.migrate_url) as conn:
        found = conn.execute("SELECT has_table_privilege('kontor_reader', 'snapshots', 'SELECT')").fetchall()
    assert found == [(False,)]


# ---------------------------------------------------------------- undoing


def test_what_goes_back_before_a_snapshot_is_folded_from_an_earlier_one(own_store: Store) -> None:
    playout = long_game(HANSA)
    before = [made for made in playout.commits if made.last < 500]
    played = Played(playout.rules, before[-1].after, list(before))
    past = next(made.after for made in before if made.last > 300)
    played.write("system", {"type": "undo"}, [CommitsUndone(past.version, "agreed")], past=past)
    undone = Playout(playout.world, playout.number, played)
    game_id, made = stored(own_store, undone), trusted()
    for version in (256, 400):
        own_store.snapshots.put(made.take(at_version(undone, version)))
    newest = own_store.events.load(game_id, made.formats)
    assert newest is not None
    with pytest.raises(GoesFurtherBack):
        fold(playout.rules, at_version(undone, 400).game, newest.records)
    assert loaded(own_store, game_id, made).game == played.game


def test_a_snapshot_is_due_past_every_256th_version_and_at_the_end() -> None:
    playout = long_game(HANSA)
    due = [
        made.last
        for before, made in zip(playout.commits, playout.commits[1:], strict=False)
        if is_due(before.last, GameAt(playout.rules, made.after))
    ]
    assert due == [*(at_version(playout, version).game.version for version in (256, 512, 768)), playout.game.version]
