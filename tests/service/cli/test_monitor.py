"""`kontor monitor` on a real server: sentences, exit codes, and a watched game that is rewritten."""

import json
from dataclasses import replace
from pathlib import Path

from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.tlog.log import note_signer
from kontor.service.tlog.notes import NoteSigner
from tests.support.callers import Caller, a_game, next_command, opened
from tests.support.commands import call
from tests.support.damage import id_of
from tests.support.grown_logs import GrownLog
from tests.support.rewriting import rewritten_in_place, superuser_of
from tests.support.served_logs import served_app, served_log
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint


def signer_of(app: Flask) -> NoteSigner:
    context: Context = app.extensions[NAME]
    return note_signer(read_keys(Path(context.settings.signing_keys)), "log.example")


def sign(app: Flask) -> None:
    context: Context = app.extensions[NAME]
    sign_checkpoint(context.pool, signer_of(app))


def play(anna: Caller, game: str) -> None:
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201


def test_it_follows_a_server_and_watches_a_game(app: Flask, tmp_path: Path) -> None:
    anna = opened(app, "Anna")
    game = a_game(anna)
    sign(app)
    words = ("monitor", str(tmp_path / "state"), "--log", str(signer_of(app).key), "--game", str(id_of(game)), "--once")
    with served_app(app) as url:
        first = json.loads(call(*words, "--url", url, "--json").output)
        assert first["good"]
        assert first["new"] == first["size"] > 0
        assert first["games"] == {str(id_of(game)): anna.get(game).json["version"]}
        play(anna, game)
        a_game(anna)
        sign(app)
        result = call(*words, "--url", url)
        assert result.exit_code == 0, result.output
        assert f"game {id_of(game)}: good: {anna.get(game).json['version']} versions" in result.output


def test_a_watched_game_that_is_rewritten_is_found(
    app: Flask, tmp_path: Path, servers: Servers, own_settings: Settings
) -> None:
    """The log has not grown: only the events differ from those that the monitor has seen."""
    anna = opened(app, "Anna")
    game = a_game(anna)
    sign(app)
    words = ("monitor", str(tmp_path / "state"), "--log", str(signer_of(app).key), "--game", str(id_of(game)), "--once")
    with served_app(app) as url:
        assert call(*words, "--url", url).exit_code == 0
    with superuser_of(servers, own_settings) as conn:
        dsn = conn.info.dsn
    rewritten_in_place(
        dsn, id_of(game), lambda lines: [each["envelope"].update(at="2001-01-01T00:00:00.000Z") for each in lines]
    )
    again = create_app(replace(own_settings, limit_accounts=0))
    with served_app(again) as url:
        result = call(*words, "--url", url)
    assert result.exit_code == 1
    assert f"Game {id_of(game)} was rewritten" in result.output
    context: Context = again.extensions[NAME]
    context.pool.close()


def test_a_fork_ends_it_with_both_checkpoints(tmp_path: Path) -> None:
    log, fork = GrownLog().grow(5), GrownLog().grow(5, "other")
    words = ("monitor", str(tmp_path / "state"), "--log", str(log.signer.key), "--once")
    with served_log(lambda: log) as url:
        assert "log.example: good: 5 leaves, 5 new" in call(*words, "--url", url).output
    with served_log(lambda: fork) as url:
        result = call(*words, "--url", url)
        assert result.exit_code == 1
        assert log.note() in result.output
        assert fork.note() in result.output
        told = json.loads(call(*words, "--url", url, "--json").output)
        assert (told["good"], told["checkpoints"]) == (False, [log.note(), fork.note()])


def test_a_server_that_is_away_has_its_own_exit_code(tmp_path: Path) -> None:
    with served_log(GrownLog) as url:
        pass
    result = call("monitor", str(tmp_path / "s"), "--log", str(GrownLog().signer.key), "--once", "--url", url)
    assert result.exit_code == 2
    assert "cannot be reached" in result.output


def test_a_key_that_is_none_is_refused(tmp_path: Path) -> None:
    result = call("monitor", str(tmp_path / "s"), "--log", "x", "--once")
    assert "is not a verifier key" in str(result.exception)
