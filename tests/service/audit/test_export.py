"""The export: what is in it, where the next one goes on, and that it is whole or not there."""

import gc
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import psycopg
import pyarrow.parquet as pq
import pytest

from kontor.service.audit.bundle_writer import StoredBundles
from kontor.service.audit.export import Wanted, export
from kontor.service.audit.verification import UNKNOWN_SIGNER
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.files import BeingWritten, write_atomically
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store.append_values import Alongside
from kontor.service.store.games import GameRow, GameRows, Head
from kontor.service.store.store import Store
from kontor.service.tlog.served import ServedLog
from tests.support.api_processes import environment
from tests.support.archives import begun, exported, plain, put
from tests.support.bot_games import wait_until
from tests.support.commands import call
from tests.support.damage import alter
from tests.support.playing import finished, step
from tests.support.served_games import Served
from tests.tiny import RULESET


def a_game(number: int, to_the_end: bool = True) -> Served:
    return finished(begun(number)) if to_the_end else begun(number)


def moved_on(store: Store, game: Served) -> None:
    """One more commit, written."""
    before = len(game.commits)
    while len(game.commits) == before:
        assert step(game)
    made = game.commits[-1]
    at = GameAt(RULESET, game.game)
    last = game.commits[-2].records[-1]
    store.commits.append(game.game.id, Head(last.version, last.hash), [made], Alongside(projection.project(None, at)))


def games_of(path: Path) -> list[str]:
    headers = [json.loads(line) for line in plain(path) if b'"made_at":' in line]
    return [each["game"] for each in headers if each["format"] == "kontor-bundle/1"]


def last_of(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(plain(path)[-1])
    return found


def test_an_archive_continues_where_the_last_one_ended(
    own_settings: Settings, own_store: Store, tmp_path: Path
) -> None:
    first, second, third = a_game(1), a_game(2), a_game(3)
    put(own_store, first, "private")
    put(own_store, second)
    one = exported(own_settings, tmp_path / "one.zst")
    assert games_of(one) == [str(first.game.id), str(second.game.id)]
    nothing = exported(own_settings, tmp_path / "nothing.zst", "--since", str(last_of(one)["next"]))
    assert (games_of(nothing), last_of(nothing)["next"]) == ([], last_of(one)["next"])
    put(own_store, third)
    two = exported(own_settings, tmp_path / "two.zst", "--since", str(last_of(nothing)["next"]))
    assert games_of(two) == [str(third.game.id)]


def test_games_that_run_are_exported_if_asked_for(own_settings: Settings, own_store: Store, tmp_path: Path) -> None:
    running, ended = a_game(1, to_the_end=False), a_game(2)
    put(own_store, running)
    put(own_store, ended)
    path = tmp_path / "games.zst"
    assert games_of(exported(own_settings, path)) == [str(ended.game.id)]
    whole = exported(own_settings, path, "--status", "all")
    assert games_of(whole) == [str(running.game.id), str(ended.game.id)]
    assert call("audit", "verify", str(whole)).exit_code == UNKNOWN_SIGNER
    moved_on(own_store, running)
    again = exported(own_settings, path, "--status", "all", "--since", str(last_of(whole)["next"]))
    assert games_of(again) == [str(running.game.id)]


def test_a_game_that_changes_all_the_time_is_exported(own_store: Store, signer: Signer, tmp_path: Path) -> None:
    """It moves between any two questions."""
    restless, resting = a_game(1, to_the_end=False), a_game(2, to_the_end=False)
    put(own_store, restless)
    put(own_store, resting)

    class Moving(GameRows):
        def rows(self, game_ids: Collection[UUID]) -> Mapping[UUID, GameRow]:
            if resting.game.id in game_ids or len(restless.commits) < 6:
                moved_on(own_store, restless)
            return super().rows(game_ids)

    path, store = tmp_path / "games.zst", Store(own_store.pool)
    store.games = Moving(own_store.pool)
    with path.open("wb") as file:
        bundles = StoredBundles(store, ServedLog(own_store.pool, ()), signer)
        assert export(bundles, file, Wanted(everything=True)).games == 2
    assert sorted(games_of(path)) == sorted(str(each.game.id) for each in (restless, resting))
    assert call("audit", "verify", str(path)).exit_code == UNKNOWN_SIGNER


def test_sealed_parts_of_a_running_game_stay_sealed(own_settings: Settings, own_store: Store, tmp_path: Path) -> None:
    running = a_game(1, to_the_end=False)
    put(own_store, running)
    text = b"\n".join(plain(exported(own_settings, tmp_path / "games.zst", "--status", "all")))
    lines = [json.loads(line) for line in text.splitlines() if b'"envelope":' in line]
    assert any(line["envelope"]["sealed"] for line in lines)
    assert not any(line["parts"] for line in lines)
    assert running.game.seed.hex().encode() not in text


def test_games_since_a_time_or_of_a_ruleset(own_settings: Settings, own_store: Store, tmp_path: Path) -> None:
    game = a_game(1)
    put(own_store, game)
    path = tmp_path / "games.zst"
    for words, count in (
        (("--since", "2026-01-01"), 1),
        (("--since", "2999-01-01T00:00:00Z"), 0),
        (("--ruleset", "tiny"), 1),
        (("--ruleset", "chess"), 0),
    ):
        assert len(games_of(exported(own_settings, path, *words))) == count, words


def test_an_unknown_since_is_refused_in_a_sentence(own_settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "games.zst"
    result = call("export", "--out", str(path), "--since", "soon", env=dict(own_settings.environment()))
    assert result.exit_code == 2
    assert "--since must be a time, or the `next` of an archive of this server, not 'soon'" in result.output
    assert not path.exists()


def test_a_damaged_log_is_exported_unchanged_and_marked(
    own_settings: Settings, own_store: Store, tmp_path: Path
) -> None:
    game = a_game(1)
    put(own_store, game)
    alter(own_settings, f"/v1/games/{game.game.id}", 2)
    path = exported(own_settings, tmp_path / "games.zst")
    assert b'"damaged":2' in b"".join(plain(path))
    result = call("audit", "verify", str(path))
    assert result.exit_code == 1
    assert "the server reports that the log is damaged" in result.output


# ---------------------------------------------------------------- whole or not there


@contextmanager
def stuck(settings: Settings, path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """An export that has begun and cannot go on, since somebody holds the boards."""
    with psycopg.connect(settings.migrate_url) as conn:
        conn.execute("LOCK TABLE boards IN ACCESS EXCLUSIVE MODE")
        words = [sys.executable, "-m", "kontor.service.cli", "export", "--out", str(path)]
        env = environment(settings)
        process = subprocess.Popen(words, env=env, stderr=subprocess.DEVNULL, preexec_fn=_hears_ctrl_c)
        try:
            wait_until(lambda: _is_waiting(conn), 60)
            yield process
        finally:
            process.kill()
            process.wait()


def _hears_ctrl_c() -> None:
    """Also where we ourselves were started to ignore it, as a shell does with what runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _is_waiting(conn: psycopg.Connection) -> bool:
    found = conn.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'boards'::regclass").fetchone()
    return found is not None and found[0] > 0


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_export_that_is_killed_leaves_the_file_as_it_was(
    own_settings: Settings, own_store: Store, tmp_path: Path, how: signal.Signals
) -> None:
    put(own_store, a_game(1))
    path = tmp_path / "games.zst"
    path.write_bytes(b"what was there before")
    with stuck(own_settings, path) as process:
        os.kill(process.pid, how)
        assert process.wait(30) != 0
    assert path.read_bytes() == b"what was there before"
    if how is not signal.SIGKILL:
        assert [each.name for each in tmp_path.iterdir()] == ["games.zst"]
    assert len(games_of(exported(own_settings, path))) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["games.zst"]


def test_two_exports_into_one_file_do_not_meet(own_settings: Settings, own_store: Store, tmp_path: Path) -> None:
    put(own_store, a_game(1))
    path = tmp_path / "games.zst"
    with write_atomically(path) as file:
        file.write(b"the first")
        result = call("export", "--out", str(path), env=dict(own_settings.environment()))
        assert result.exit_code == 1
        assert f"Another process is writing {path}" in result.output
        with pytest.raises(BeingWritten), write_atomically(path):
            pass
        assert not path.exists()
    assert path.read_bytes() == b"the first"


def test_memory_does_not_grow_with_the_archive(
    own_store: Store, signer: Signer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine times as many games, hardly more memory at any moment: what was written is let go."""
    monkeypatch.setattr("kontor.service.audit.changed_games.BATCH", 20)
    monkeypatch.setattr("kontor.service.audit.export.PAGE", 2)
    bundles = StoredBundles(own_store, ServedLog(own_store.pool, ()), signer)

    def peak(games: int) -> int:
        gc.collect()  # otherwise the peak depends on what other tests have left for the garbage collector
        with (tmp_path / "games.zst").open("wb") as file:
            tracemalloc.start()
            assert export(bundles, file, Wanted()).games == games
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        return most

    for number in range(4):
        put(own_store, a_game(number))
    peak(4)  # what is made once and kept
    few = peak(4)
    for number in range(4, 36):
        put(own_store, a_game(number))
    assert peak(36) < 1.5 * few


def test_tables_are_written_next_to_their_archive(own_settings: Settings, own_store: Store, tmp_path: Path) -> None:
    put(own_store, a_game(1))
    words = ("export", "--out", str(tmp_path / "t"), "--format", "parquet", "--json")
    result = call(*words, env=dict(own_settings.environment()))
    assert result.exit_code == 0, result.output
    archive, tables = map(json.loads, result.output.splitlines())
    assert (archive["games"], archive["file"]) == (1, str(tmp_path / "t" / "games.ndjson.zst"))
    assert "ledgers.parquet" in tables["tables"]
    assert games_of(tmp_path / "t" / "games.ndjson.zst") == [str(a_game(1).game.id)]
    found = pq.read_table(tmp_path / "t" / "games.parquet").to_pylist()
    assert [row["game"] for row in found] == [str(a_game(1).game.id)]
    assert pq.read_table(tmp_path / "t" / "ledgers.parquet").num_rows > 0  # the server's own rules are known
