"""The signer compares the database with its own last note before it signs: a superuser who rewrites the whole log, but
has no key, gets no signature for it. A crash at any point neither forks the log nor blocks it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from kontor.service.settings import Settings
from kontor.service.store import tlog
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.store import Store
from kontor.service.store.tlog import Signed
from kontor.service.tlog.log import LogSigner
from kontor.service.tlog.notes import Checkpoint
from kontor.service.tlog.signer_note import Memory
from kontor.workers.tlog import sign_once
from tests.support.rewriting import rewrite_events, rewrite_tree, stored_root, superuser_of
from tests.support.servers import Servers
from tests.support.stored_games import RUNNING, SHOWN, Standing, appended, stored_game

FINISHED = Alongside(Projection("finished", (), SHOWN))
NO_COMMIT = """
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no commit'; END $$;
    CREATE CONSTRAINT TRIGGER no_commit AFTER INSERT ON tlog_checkpoints DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail();
"""


@pytest.fixture
def superuser(servers: Servers, own_settings: Settings) -> Iterator[psycopg.Connection]:
    with superuser_of(servers, own_settings) as conn:
        yield conn


@contextmanager
def commits_failing(superuser: psycopg.Connection) -> Iterator[None]:
    """Whoever signs writes the note, and then PostgreSQL refuses the commit."""
    superuser.execute(NO_COMMIT)
    with pytest.raises(psycopg.errors.RaiseException, match="no commit"):
        yield
    superuser.execute("DROP TRIGGER no_commit ON tlog_checkpoints; DROP FUNCTION fail()")


def newest(store: Store) -> Signed:
    with store.pool.connection() as conn:
        found = tlog.newest(conn)
    assert found is not None
    return found


def memory_of(settings: Settings) -> Memory:
    return LogSigner.of(settings).note.read()


def another_worker(settings: Settings, tmp_path: Path) -> Settings:
    return replace(settings, signer_notes=str(tmp_path / "another"))


def play(store: Store, settings: Settings, games: int = 1) -> list[Standing]:
    """Games that have a leaf each."""
    found = [stored_game(store) for _ in range(games)]
    assert sign_once(store.pool, settings) is None
    return found


def remove_after(superuser: psycopg.Connection, size: int) -> None:
    """Take the log back to a size, as a restored backup has it."""
    superuser.execute("DELETE FROM tlog_checkpoints WHERE size > %s", (size,))
    superuser.execute("DELETE FROM tlog_leaves WHERE index >= %s", (size,))
    superuser.execute("DELETE FROM tlog_hashes WHERE level = 0 AND index >= %s", (size,))
    superuser.execute("DELETE FROM tlog_maps WHERE index >= %s", (size,))
    superuser.execute("DELETE FROM tlog_map_nodes WHERE size > %s", (size,))


# ---------------------------------------------------------------- a superuser without the key


def test_a_fork_is_not_signed(own_store: Store, own_settings: Settings, superuser: psycopg.Connection) -> None:
    """A finished game is rewritten with its leaves and the tree; then all checkpoints but the newest are deleted."""
    [game] = play(own_store, own_settings)
    appended(own_store, game, FINISHED)
    sign_once(own_store.pool, own_settings)
    assert newest(own_store).size == 4
    rewrite_events(superuser, game.id, 2)
    rewrite_tree(superuser)
    superuser.execute("DELETE FROM tlog_checkpoints WHERE size < 4")
    stored_game(own_store)
    assert "does not match its signed checkpoint" in str(sign_once(own_store.pool, own_settings))
    assert newest(own_store).size == 4


def test_a_fork_with_a_false_checkpoint_is_not_signed(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection, tmp_path: Path
) -> None:
    """Neither by the worker that knows the tree nor by a new one."""
    [game] = play(own_store, own_settings)
    rewrite_events(superuser, game.id, 2)
    rewrite_tree(superuser)
    root = stored_root(superuser, 2)
    forged = Checkpoint(LogSigner.of(own_settings).signer.name, 2, root)
    note = newest(own_store).note.replace(newest(own_store).note.partition("\n\n")[0] + "\n", forged.text)
    superuser.execute("UPDATE tlog_checkpoints SET note = %s, root = %s", (note, root))
    stored_game(own_store)
    for settings in (own_settings, another_worker(own_settings, tmp_path)):
        assert "not signed here" in str(sign_once(own_store.pool, settings))
    assert newest(own_store).size == 2


def test_an_older_tree_is_not_continued_until_the_log_has_another_name(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """A restored backup looks like this, and so does a superuser who takes leaves back."""
    play(own_store, own_settings)
    game, _ = play(own_store, own_settings, games=2)
    remove_after(superuser, 2)
    appended(own_store, game, Alongside(RUNNING))
    reason = str(sign_once(own_store.pool, own_settings))
    assert "has signed a tree of 5 leaves, but the database has 2" in reason
    assert newest(own_store).size == 2
    named = replace(own_settings, tlog_origin="log.example/second")
    assert sign_once(own_store.pool, named) is None
    assert newest(own_store).note.startswith("log.example/second/v2\n5\n")
    assert "differ from those that this worker has signed" in str(sign_once(own_store.pool, own_settings))


def test_a_worker_remembers_the_log_under_its_older_name(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """Names did not always end with /v2. A new build must not forget what was signed before."""
    play(own_store, own_settings)
    play(own_store, own_settings)
    note = LogSigner.of(own_settings).note
    assert note.before is not None
    note.path.rename(note.before)
    assert memory_of(own_settings) == Memory(newest(own_store).note)
    remove_after(superuser, 2)
    assert "has signed a tree of 4 leaves" in str(sign_once(own_store.pool, own_settings))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE tlog_map_nodes SET hash = sha256(hash)", "map of games"),
        ("DELETE FROM tlog_map_nodes", "map of games"),
        ("DELETE FROM tlog_maps", "map of games"),
        ("DELETE FROM tlog_maps; DELETE FROM tlog_map_nodes", "map of games"),
        ("UPDATE tlog_maps SET root = sha256(root)", "last map of games"),
        ("UPDATE tlog_leaves SET chain = sha256(chain)", "map of games"),
        ("DELETE FROM tlog_maps; DELETE FROM tlog_map_nodes; UPDATE tlog_leaves SET chain = NULL", "is not in the"),
    ],
)
def test_a_damaged_map_is_not_signed(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection, statement: str, reason: str
) -> None:
    game, _ = play(own_store, own_settings, games=2)
    superuser.execute(statement.encode())
    appended(own_store, game, Alongside(RUNNING))
    assert reason in str(sign_once(own_store.pool, own_settings))
    assert newest(own_store).size == 3


def test_no_checkpoint_at_all_does_not_start_the_log_again(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection, tmp_path: Path
) -> None:
    play(own_store, own_settings)
    superuser.execute("DELETE FROM tlog_checkpoints")
    for settings in (own_settings, another_worker(own_settings, tmp_path)):
        assert "no checkpoint contains them" in str(sign_once(own_store.pool, settings))


def test_hashes_that_are_gone_are_noticed(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    play(own_store, own_settings, games=3)
    superuser.execute("DELETE FROM tlog_hashes WHERE index = 1")
    assert "missing" in str(sign_once(own_store.pool, own_settings))


# ---------------------------------------------------------------- a head continues the last leaf of its game


def test_a_running_game_that_was_rewritten_gets_no_new_leaf(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    [game] = play(own_store, own_settings)
    appended(own_store, game, Alongside(RUNNING))
    rewrite_events(superuser, game.id, 2)
    reason = str(sign_once(own_store.pool, own_settings))
    assert f"Game {game.id}: version {game.head.version + 1} does not follow from version" in reason
    superuser.execute("UPDATE tlog_leaves AS l SET head = e.hash FROM events AS e WHERE e.version = l.version")
    assert "is not in the signed tree" in str(sign_once(own_store.pool, own_settings))
    assert newest(own_store).size == 2


def test_a_game_that_was_cut_back_gets_no_new_leaf(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """Its leaf is of a later version than the game has now."""
    game = stored_game(own_store)
    appended(own_store, game, Alongside(RUNNING))
    sign_once(own_store.pool, own_settings)
    superuser.execute("UPDATE tlog_checkpoints SET txid = 0, version = 0")  # so that its commits are read again
    superuser.execute("ALTER TABLE commits DISABLE TRIGGER ALL")
    superuser.execute("DELETE FROM commits WHERE game_id = %s AND last > %s", (game.id, game.head.version))
    assert "does not follow" in str(sign_once(own_store.pool, own_settings))


def test_a_change_whose_events_are_gone_is_not_passed_over(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    play(own_store, own_settings)
    game = stored_game(own_store)
    superuser.execute("DELETE FROM events WHERE game_id = %s", (game.id,))
    for _ in range(2):
        reason = str(sign_once(own_store.pool, own_settings))
        assert f"Game {game.id}: the event of version {game.head.version} is missing" in reason


def test_a_first_leaf_follows_from_the_first_event(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    game = stored_game(own_store)
    superuser.execute("UPDATE events SET envelope = envelope || ' ' WHERE game_id = %s AND version = 1", (game.id,))
    assert "does not follow from its first event" in str(sign_once(own_store.pool, own_settings))


# ---------------------------------------------------------------- a damaged game is left out, and no other


def damaged_game(store: Store, settings: Settings, superuser: psycopg.Connection) -> tuple[Standing, list[int]]:
    """Make a game whose events after its leaf are damaged, and another game without a leaf. Return the damaged game,
    the version of its leaf and its newest version."""
    [game] = play(store, settings)
    made = appended(store, game, Alongside(RUNNING))
    damage(superuser, game, "envelope || ' '")
    stored_game(store)
    return game, [game.head.version, made.last]


def damage(superuser: psycopg.Connection, game: Standing, text: LiteralString) -> None:
    last = (game.id, game.head.version + 1)
    superuser.execute(f"UPDATE events SET envelope = {text} WHERE game_id = %s AND version = %s", last)


def repair(superuser: psycopg.Connection, game: Standing) -> None:
    damage(superuser, game, "rtrim(envelope)")


def versions(store: Store, game: Standing) -> list[int]:
    """Return the versions of the leaves of a game."""
    with store.pool.connection() as conn:
        found = conn.execute("SELECT version FROM tlog_leaves WHERE game_id = %s ORDER BY index", (game.id,))
        return [row[0] for row in found.fetchall()]


def test_other_games_get_leaves_while_one_is_damaged(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """The worker reports the damaged game in each round. The game gets its leaf as soon as it is repaired."""
    game, (first, last) = damaged_game(own_store, own_settings, superuser)
    for size in (4, 6, 6):
        reason = str(sign_once(own_store.pool, own_settings))
        assert f"Game {game.id}: version {last} does not follow from version {first}" in reason
        assert newest(own_store).size == size
        if size == 4:
            stored_game(own_store)
    assert versions(own_store, game) == [first]
    repair(superuser, game)
    assert sign_once(own_store.pool, own_settings) is None
    assert versions(own_store, game) == [first, last]
    assert memory_of(own_settings) == Memory(newest(own_store).note)


def test_a_reason_names_few_of_many_damaged_games(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    games = [stored_game(own_store) for _ in range(5)]
    for game in games:
        superuser.execute("DELETE FROM events WHERE game_id = %s", (game.id,))
    reason = str(sign_once(own_store.pool, own_settings))
    assert reason.startswith("5 games are left out of the checkpoints: ")
    assert [str(game.id) in reason for game in games] == [True, True, True, False, False]


def test_after_a_crash_the_damaged_game_is_left_out_again(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """It was repaired meanwhile, but the worker may not sign two trees of one size."""
    game, leaves = damaged_game(own_store, own_settings, superuser)
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    pending = memory_of(own_settings).pending
    assert pending is not None
    repair(superuser, game)
    assert sign_once(own_store.pool, own_settings) is None
    assert newest(own_store).note == pending.note
    assert versions(own_store, game) == leaves[:1]
    assert sign_once(own_store.pool, own_settings) is None
    assert versions(own_store, game) == leaves


def test_after_a_crash_a_repaired_game_is_in_the_same_tree(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    game, leaves = damaged_game(own_store, own_settings, superuser)
    assert sign_once(own_store.pool, own_settings) is not None
    repair(superuser, game)
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    pending = memory_of(own_settings).pending
    assert pending is not None
    assert sign_once(own_store.pool, own_settings) is None
    assert newest(own_store).note == pending.note
    assert versions(own_store, game) == leaves


def test_after_a_crash_a_newly_damaged_game_stops_the_log(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """Without that game, the worker cannot make the tree that it has signed."""
    [game] = play(own_store, own_settings)
    appended(own_store, game, Alongside(RUNNING))
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    damage(superuser, game, "envelope || ' '")
    assert "no longer leads to the tree" in str(sign_once(own_store.pool, own_settings))
    repair(superuser, game)
    assert sign_once(own_store.pool, own_settings) is None


def test_a_worker_forgets_a_repaired_game_that_another_one_has_signed(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection, tmp_path: Path
) -> None:
    game, (first, _) = damaged_game(own_store, own_settings, superuser)
    assert sign_once(own_store.pool, own_settings) is not None
    repair(superuser, game)
    made = appended(own_store, game, Alongside(RUNNING))
    assert sign_once(own_store.pool, another_worker(own_settings, tmp_path)) is None
    assert versions(own_store, game) == [first, made.last]
    assert sign_once(own_store.pool, own_settings) is None
    assert len(versions(own_store, game)) == 2
    assert memory_of(own_settings) == Memory(newest(own_store).note)


# ---------------------------------------------------------------- crashes and several workers


def test_after_a_crash_the_pending_checkpoint_is_signed_unchanged(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """The note is written, the commit is not done, games move on: the next worker makes the very same tree first."""
    [game] = play(own_store, own_settings)
    appended(own_store, game, Alongside(RUNNING))
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    pending = memory_of(own_settings).pending
    assert pending is not None
    assert newest(own_store).size == 2
    appended(own_store, game, Alongside(RUNNING))
    assert sign_once(own_store.pool, own_settings) is None
    assert (newest(own_store).note, newest(own_store).position) == (pending.note, pending.position)
    assert sign_once(own_store.pool, own_settings) is None
    assert newest(own_store).size == 6
    assert memory_of(own_settings) == Memory(newest(own_store).note)


def test_a_pending_checkpoint_that_cannot_be_made_again_is_not_replaced(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    """A failover that loses commits which were signed."""
    [game] = play(own_store, own_settings)
    appended(own_store, game, Alongside(RUNNING))
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    superuser.execute("ALTER TABLE commits DISABLE TRIGGER ALL")
    superuser.execute("DELETE FROM commits WHERE game_id = %s AND last > %s", (game.id, game.head.version))
    stored_game(own_store)
    assert "no longer leads to the tree" in str(sign_once(own_store.pool, own_settings))


def test_a_crash_after_the_commit_leaves_nothing_to_do(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection
) -> None:
    play(own_store, own_settings)
    stored_game(own_store)
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    left = memory_of(own_settings)
    assert sign_once(own_store.pool, own_settings) is None
    LogSigner.of(own_settings).note.write(left)
    assert sign_once(own_store.pool, own_settings) is None
    assert memory_of(own_settings) == Memory(newest(own_store).note)
    assert newest(own_store).size == 4


def test_another_worker_takes_over_from_one_that_crashed(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection, tmp_path: Path
) -> None:
    """The other one knows nothing of the tree that was not committed; the first one goes on when it is back."""
    [game] = play(own_store, own_settings)
    appended(own_store, game, Alongside(RUNNING))
    with commits_failing(superuser):
        sign_once(own_store.pool, own_settings)
    appended(own_store, game, Alongside(RUNNING))
    assert sign_once(own_store.pool, another_worker(own_settings, tmp_path)) is None
    appended(own_store, game, Alongside(RUNNING))
    assert sign_once(own_store.pool, own_settings) is None
    assert newest(own_store).size == 6
    assert memory_of(own_settings) == Memory(newest(own_store).note)


def test_a_worker_remembers_what_another_one_signed(
    own_store: Store, own_settings: Settings, superuser: psycopg.Connection, tmp_path: Path
) -> None:
    other = another_worker(own_settings, tmp_path)
    play(own_store, own_settings)
    assert sign_once(own_store.pool, other) is None
    play(own_store, own_settings)
    assert sign_once(own_store.pool, other) is None
    assert memory_of(other) == memory_of(own_settings)
    remove_after(superuser, 2)
    assert "has signed a tree of 4 leaves" in str(sign_once(own_store.pool, other))


def test_without_a_place_for_its_note_a_worker_does_not_sign(own_store: Store, own_settings: Settings) -> None:
    stored_game(own_store)
    Path(own_settings.signer_notes).write_text("a file")
    reason = str(sign_once(own_store.pool, own_settings))
    assert "KONTOR_SIGNER_NOTES" in reason or "cannot be read" in reason
    with own_store.pool.connection() as conn:
        assert tlog.newest(conn) is None


@pytest.mark.parametrize("text", ["", "{}", '{"signed": "x", "pending": null}', '{"signed": 1, "pending": null}'])
def test_a_note_that_is_none_is_not_taken_for_a_first_use(own_store: Store, own_settings: Settings, text: str) -> None:
    play(own_store, own_settings)
    LogSigner.of(own_settings).note.path.write_text(text)
    assert "is not a valid note of a signer" in str(sign_once(own_store.pool, own_settings))


def test_the_note_of_a_signer_is_for_its_owner_only(own_store: Store, own_settings: Settings) -> None:
    play(own_store, own_settings)
    path = LogSigner.of(own_settings).note.path
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
