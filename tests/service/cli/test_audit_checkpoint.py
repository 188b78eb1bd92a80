"""`kontor audit checkpoint`: the log of a server continues what an auditor kept, or it does not."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
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
from tests.support.grown_logs import PRIVATE, GrownLog
from tests.support.rewriting import rewritten_in_place, superuser_of
from tests.support.served_logs import served_app, served_log, write_keys
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint

LONG_AGO = "2001-01-01T00:00:00.000Z"


def kept_by(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(("old", "new"), [(1, 1), (1, 2), (3, 8), (7, 300), (256, 257), (255, 700)])
def test_a_log_that_grew_is_good(tmp_path: Path, old: int, new: int) -> None:
    log = GrownLog().grow(old)
    kept, keys = kept_by(tmp_path / "kept", log.note()), str(write_keys(log, tmp_path / "keys.json"))
    log.grow(new - old)
    with served_log(lambda: log) as url:
        result = call("audit", "checkpoint", kept, "--url", url, "--keys", keys)
        assert result.exit_code == 0, result.output
        assert f"has {new} leaves and begins with the {old} leaves of the kept checkpoint" in result.output
        without = call("audit", "checkpoint", kept, "--url", url)
        assert without.exit_code == 3
        assert "not checked: the owner of the keys" in without.output
        told = json.loads(call("audit", "checkpoint", kept, "--url", url, "--keys", keys, "--json").output)
        assert told == {
            "file": kept,
            "good": True,
            "kept_size": old,
            "size": new,
            "flaws": [],
            "unchecked": [],
        }


@pytest.mark.parametrize(("kind", "code"), [("leaf", 0), ("other", 1)], ids=["the same leaves", "a fork"])
def test_a_checkpoint_from_before_the_log_had_its_new_name_is_compared(tmp_path: Path, kind: str, code: int) -> None:
    """The tree continues when the name of a log gets the ending /v2."""
    log = GrownLog().grow(3)
    kept, keys = kept_by(tmp_path / "kept", log.note()), str(write_keys(log, tmp_path / "keys.json"))
    today = GrownLog(signer=NoteSigner("log.example/v2", PRIVATE)).grow(5, kind)
    with served_log(lambda: today) as url:
        result = call("audit", "checkpoint", kept, "--url", url, "--keys", keys)
    assert result.exit_code == code, result.output


FORKS = {
    "another leaf": (GrownLog().grow(4).grow(6, "other"), "does not begin with the 5 leaves"),
    "fewer leaves": (GrownLog().grow(4), "expected at least 5 leaves"),
    "the same size": (GrownLog().grow(4).grow(1, "other"), "does not begin with the 5 leaves"),
    "another name": (
        GrownLog(signer=NoteSigner("other.example", GrownLog().signer.private)).grow(9),
        "belongs to the log log.example, today's checkpoint to other.example",
    ),
}


@pytest.mark.parametrize("name", FORKS)
def test_a_fork_is_found(tmp_path: Path, name: str) -> None:
    log, sentence = FORKS[name]
    kept, keys = kept_by(tmp_path / "kept", GrownLog().grow(5).note()), str(write_keys(log, tmp_path / "keys.json"))
    with served_log(lambda: log) as url:
        result = call("audit", "checkpoint", kept, "--url", url, "--keys", keys)
    assert result.exit_code == 1
    assert sentence in result.output


def test_a_server_that_hides_its_tree_is_not_good(tmp_path: Path) -> None:
    """It has signed the tree, so that it must be able to return it."""
    log = GrownLog().grow(5)
    kept = kept_by(tmp_path / "kept", log.note())
    log.grow(5)

    class Hiding(GrownLog):
        @property
        def leaves(self) -> list[bytes]:
            return super().leaves[:3]

        def note(self, size: int | None = None) -> str:
            return log.note()

    with served_log(Hiding) as url:
        result = call("audit", "checkpoint", kept, "--url", url, "--keys", str(write_keys(log, tmp_path / "keys.json")))
    assert result.exit_code == 1
    assert "the server's log: /v1/tlog/tile/0/000.p/10: status 404" in result.output


def test_a_checkpoint_of_another_signer_has_its_own_exit_code(tmp_path: Path) -> None:
    log = GrownLog().grow(5)
    text, _, _ = log.note().partition("\n\n")
    kept = kept_by(tmp_path / "kept", f"{text}\n\n— someone.example {'A' * 92}\n")
    with served_log(lambda: log) as url:
        result = call("audit", "checkpoint", kept, "--url", url, "--keys", str(write_keys(log, tmp_path / "keys.json")))
    assert result.exit_code == 3
    assert "signer: the kept checkpoint: none of the given keys has signed the checkpoint" in result.output


def test_an_unreadable_file_or_an_unreachable_server_gives_exit_code_2(tmp_path: Path) -> None:
    note = kept_by(tmp_path / "note", GrownLog().grow(2).note())
    with served_log(lambda: GrownLog().grow(2)) as url:
        for text in ("", "hello\n", "{}", "c2sp.org/tlog-proof@v1\nindex 1\n"):
            assert call("audit", "checkpoint", kept_by(tmp_path / "no", text), "--url", url).exit_code == 2
        keys = kept_by(tmp_path / "keys", "{}")
        assert call("audit", "checkpoint", note, "--url", url, "--keys", keys).exit_code == 2
    gone = call("audit", "checkpoint", note, "--url", url)
    assert gone.exit_code == 2
    assert "cannot be reached" in gone.output


# ---------------------------------------------------------------- receipts, on a real server


def sign(app: Flask) -> None:
    context: Context = app.extensions[NAME]
    [key] = read_keys(Path(context.settings.signing_keys))
    sign_checkpoint(context.pool, note_signer([key], "log.example"))


def keys_at(app: Flask, path: Path) -> str:
    return kept_by(path, Caller(app).get("/.well-known/kontor-keys.json").text)


def test_a_receipt_is_compared_with_the_game_and_the_log(app: Flask, tmp_path: Path) -> None:
    anna = opened(app, "Anna")
    game, keys = a_game(anna), keys_at(app, tmp_path / "keys.json")
    sign(app)
    head = kept_by(tmp_path / "head.json", anna.get(f"{game}/head").text)
    proof = kept_by(tmp_path / "proof", anna.get(f"{game}/proof").text)
    answer = kept_by(tmp_path / "answer.json", anna.post(f"{game}/commands", next_command(anna, game)).text)
    with served_app(app) as url:
        early = call("audit", "checkpoint", answer, "--url", url, "--keys", keys)
        assert early.exit_code == 0, early.output
        assert "not checked: whether the log contains version" in early.output
        sign(app)
        for each in (head, proof, answer):
            result = call("audit", "checkpoint", each, "--url", url, "--keys", keys)
            assert result.exit_code == 0, result.output
            assert "not checked: whether the log contains" not in result.output


def test_a_rewritten_game_contradicts_the_receipt(
    app: Flask, tmp_path: Path, servers: Servers, own_settings: Settings
) -> None:
    """Its bundle is signed, since the server had no checkpoint yet when the game was rewritten."""
    anna = opened(app, "Anna")
    game, keys = a_game(anna), keys_at(app, tmp_path / "keys.json")
    answer = kept_by(tmp_path / "answer.json", anna.post(f"{game}/commands", next_command(anna, game)).text)
    with superuser_of(servers, own_settings) as conn:
        dsn = conn.info.dsn
    rewritten_in_place(dsn, id_of(game), lambda lines: [each["envelope"].update(at=LONG_AGO) for each in lines])
    again = create_app(replace(own_settings, limit_accounts=0))
    sign(again)
    with served_app(again) as url:
        result = call("audit", "checkpoint", answer, "--url", url, "--keys", keys)
    assert result.exit_code == 1
    assert "receipt: expected hash" in result.output
    context: Context = again.extensions[NAME]
    context.pool.close()
