"""A monitor of a log with one history for each game: it computes every map of games, and finds every second history."""

import gc
import json
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from kontor.service.tlog.histories import game_entry, map_entry
from kontor.service.tlog.leaf import Facts, entry_of
from kontor.service.tlog.monitor import BadState, Contradiction, Monitor
from kontor.service.tlog.remote_log import RemoteLog
from tests.service.tlog.conftest import Shown
from tests.support.game_logs import GameLog
from tests.vectors.make import HERE

A, B = UUID(int=1), UUID(int=2)
LINES = (HERE / "game.ndjson").read_bytes().splitlines()
GAME = UUID(json.loads(LINES[0])["envelope"]["game"])


def leaf(game: UUID, version: int) -> Facts:
    return game, version, bytes([version]) * 32


def head(version: int) -> Facts:
    """A leaf of the recorded game."""
    return GAME, version, bytes.fromhex(json.loads(LINES[version - 1])["hash"])


@pytest.fixture
def shown() -> Shown[GameLog]:
    return Shown(GameLog().batch(leaf(A, 1), leaf(B, 1)).batch(leaf(A, 2)))


def test_it_follows_the_maps_also_after_a_restart(tmp_path: Path, remote: RemoteLog, shown: Shown[GameLog]) -> None:
    keys = [shown.log.signer.key]
    with Monitor(tmp_path / "state", keys) as monitor:
        assert monitor.step(remote).new == 5
        shown.log.batch(leaf(B, 2))
        assert monitor.step(remote).new == 2
    shown.log.batch(leaf(A, 3), leaf(UUID(int=3), 1))
    with Monitor(tmp_path / "state", keys) as again:
        assert again.step(remote).new == 3


def test_a_monitor_holds_no_games_in_memory(tmp_path: Path, remote: RemoteLog, shown: Shown[GameLog]) -> None:
    shown.log.batch(*(leaf(UUID(int=number), 1) for number in range(10, 1010)))
    with Monitor(tmp_path / "state", [shown.log.signer.key]) as monitor:
        gc.collect()
        tracemalloc.start()
        monitor.step(remote)
        gc.collect()
        held = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/service/tlog/*")])
        tracemalloc.stop()
        assert sum(each.size for each in held.statistics("filename")) < 10_000


def test_a_state_without_the_map_is_refused(tmp_path: Path, remote: RemoteLog, shown: Shown[GameLog]) -> None:
    keys = [shown.log.signer.key]
    with Monitor(tmp_path / "state", keys) as monitor:
        monitor.step(remote)
    with closing(sqlite3.connect(tmp_path / "state")) as conn, conn:
        conn.execute("DROP TABLE nodes")
    with pytest.raises(BadState, match="was written by an earlier version"):
        Monitor(tmp_path / "state", keys)


def test_a_log_may_begin_with_leaves_of_the_old_kind(tmp_path: Path, remote: RemoteLog, shown: Shown[GameLog]) -> None:
    shown.log = GameLog([entry_of(*leaf(A, 1)), entry_of(*leaf(B, 1))]).batch(leaf(A, 1), leaf(B, 1))
    with Monitor(tmp_path / "state", [shown.log.signer.key]) as monitor:
        assert monitor.step(remote).new == 5


FORGED: dict[str, tuple[Callable[[GameLog], object], str]] = {
    "a leaf that the map does not have": (
        lambda log: log.batch(leaf(A, 3), hidden=[leaf(B, 9)]),
        "Leaf 7 is a map of games that does not follow from the leaves before it",
    ),
    "two leaves of which the map has one": (
        lambda log: log.batch(leaf(A, 3), hidden=[leaf(A, 3)]),
        "Leaf 7 is a map of games that does not follow",
    ),
    "a map without a leaf": (lambda log: log.entries.append(map_entry(bytes(32))), "Leaf 5 is a map of games"),
    "a late leaf of the old kind": (
        lambda log: (log.entries.append(entry_of(*leaf(A, 3))), log.batch(leaf(A, 3))),
        "Leaf 5 is neither the leaf of a game nor a map of games",
    ),
    "an entry of another kind": (
        lambda log: (log.entries.append(b"\x03" + bytes(64)), log.batch(leaf(A, 3))),
        "Leaf 5 is neither",
    ),
    "an empty entry": (lambda log: (log.entries.append(b""), log.batch(leaf(A, 3))), "Leaf 5 is neither"),
    "no map at the end": (
        lambda log: log.entries.append(game_entry(A, bytes(32))),
        "Leaf 5, the last one, is not a map of games",
    ),
}


@pytest.mark.parametrize("name", FORGED)
@pytest.mark.parametrize("is_known", [True, False])
def test_a_false_map_is_found(
    tmp_path: Path, remote: RemoteLog, shown: Shown[GameLog], name: str, is_known: bool
) -> None:
    """The tree only grows, and the log's key has signed it: neither a witness nor a verifier would find it."""
    forge, sentence = FORGED[name]
    with Monitor(tmp_path / "state", [shown.log.signer.key]) as monitor:
        if is_known:
            monitor.step(remote)
        forge(shown.log)
        for _ in range(2):  # it stays a contradiction
            with pytest.raises(Contradiction) as found:
                monitor.step(remote)
            assert str(found.value).startswith(sentence)
            assert found.value.notes[-1] == shown.log.note()


def test_each_leaf_of_a_watched_game_must_have_one_of_its_hashes(
    tmp_path: Path, remote: RemoteLog, shown: Shown[GameLog]
) -> None:
    shown.log = GameLog(events={GAME: LINES}).batch(leaf(A, 1), head(5)).batch(head(9))
    with Monitor(tmp_path / "state", [shown.log.signer.key], [GAME]) as monitor:
        assert monitor.step(remote).games == [(GAME, len(LINES))]
        shown.log.batch(head(len(LINES)), leaf(B, 1))
        monitor.step(remote)
        shown.log.batch((GAME, len(LINES), bytes(32)))
        with pytest.raises(Contradiction, match="has a second history"):
            monitor.step(remote)
