"""Whoever can write the table of snapshots can change nothing that anybody sees."""

from uuid import UUID

from flask import Flask

from kontor.domain.kernel.snapshots import format_of
from kontor.service.http.app import create_app
from kontor.service.http.context import Context
from kontor.service.settings import Settings
from kontor.service.store.snapshots import Snapshot
from tests.support.callers import Caller, a_game, next_command, version_of
from tests.tiny import RULESET


def ignored(caller: Caller) -> float:
    lines = caller.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("kontor_snapshots_ignored_total "))


def test_a_forged_snapshot_is_ignored_and_the_game_continues(app: Flask, roomy: Settings, anna: Caller) -> None:
    context: Context = app.extensions["kontor"]
    game = a_game(anna)
    for n in range(3):
        assert anna.post(f"{game}/commands", next_command(anna, game, n)).status_code == 201
    at = context.games.fresh(UUID(game.rpartition("/")[2]))
    forged = Snapshot(at.game.id, at.game.version, format_of(RULESET), at.game.head, b"anything", bytes(32))
    context.store.snapshots.put(forged)
    late = anna.at(create_app(roomy))  # a process that has never heard of the game
    try:
        assert ignored(late) == 0
        assert late.get(f"{game}/state").json == anna.get(f"{game}/state").json
        assert ignored(late) == 1
        assert late.post(f"{game}/commands", next_command(late, game)).status_code == 201
        assert version_of(late, game) > at.game.version
    finally:
        late.app.extensions["kontor"].pool.close()
