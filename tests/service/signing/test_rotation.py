"""A signing key is replaced, lost or stolen: what is signed afterwards, and what can still be proved."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask

from kontor.service.audit.signatures import keys_of, receipt_error
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.signing.keys import add_key, make_keys
from kontor.service.store import tlog
from kontor.service.store.store import Store
from kontor.service.tlog import tree
from kontor.service.tlog.log import LogSigner
from kontor.service.tlog.notes import Checkpoint
from kontor.service.tlog.proofs import verify_consistency
from kontor.service.tlog.stored_tree import nodes_of
from kontor.workers.tlog import sign_once
from tests.support.callers import Caller, a_game, finish, next_command, opened
from tests.support.commands import call
from tests.support.damage import id_of
from tests.support.rewriting import rewrite_tree, rewritten_in_place, stored_root, superuser_of
from tests.support.servers import Servers


@pytest.fixture
def first(own_settings: Settings, tmp_path: Path) -> Settings:
    """A server with one key of its own."""
    file = tmp_path / "signing-keys.json"
    make_keys(file)
    return replace(own_settings, signing_keys=str(file), limit_accounts=0)


@pytest.fixture
def superuser(servers: Servers, first: Settings) -> Iterator[psycopg.Connection]:
    with superuser_of(servers, first) as conn:
        yield conn


@contextmanager
def served(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings)
    yield app
    app.extensions["kontor"].pool.close()


def published(caller: Caller) -> Any:
    return caller.get("/.well-known/kontor-keys.json").json["keys"]


def newest(store: Store) -> str:
    with store.pool.connection() as conn:
        found = tlog.newest(conn)
    assert found is not None
    return found.note


def test_after_a_rotation_the_new_key_signs_and_the_old_one_still_verifies(
    first: Settings, own_store: Store, tmp_path: Path
) -> None:
    with served(first) as app:
        anna = opened(app, "Anna")
        game = a_game(anna)
        assert sign_once(own_store.pool, first) is None
        kept, older, old = anna.get(f"{game}/head").json, newest(own_store), LogSigner.of(first).signer.key
    new = add_key(Path(first.signing_keys))
    with served(first) as app:
        anna = anna.at(app)
        finish(app, anna, game)
        assert sign_once(own_store.pool, first) is None
        head, keys = anna.get(f"{game}/head").json, published(anna)
        (tmp_path / "game.ndjson").write_bytes(anna.get(f"{game}/audit").data)
    assert (head["key"], [each["until"] for each in keys]) == (new.id, [None, new.since])
    assert kept["key"] != new.id
    assert [receipt_error(each, keys_of(keys)) for each in (kept, head)] == [None, None]
    with own_store.pool.connection() as conn:
        path = tree.consistency(nodes_of(conn, 4), 2, 4)
    verify_consistency(older, newest(own_store), path, old, LogSigner.of(first).signer.key)
    for name, value in (("keys", {"keys": keys}), ("kept", kept), ("head", head)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    words = [word for name in ("kept", "head") for word in ("--receipt", str(tmp_path / f"{name}.json"))]
    files = (str(tmp_path / "game.ndjson"), "--keys", str(tmp_path / "keys.json"))
    verified = call("audit", "verify", *files, *words, env={"KONTOR_RULESETS": "tests.tiny:RULESET"})
    assert verified.exit_code == 0, verified.output
    found = call("audit", "db", "--jobs", "1", *words, env=dict(first.environment()))
    assert found.exit_code == 0, found.output


def test_without_a_copy_of_a_lost_key_the_worker_continues_from_its_note(
    first: Settings, own_store: Store, tmp_path: Path
) -> None:
    """Under the old name of the log. Old receipts are verified by the public keys that people kept."""
    with served(first) as app:
        anna = opened(app, "Anna")
        game = a_game(anna)
        assert sign_once(own_store.pool, first) is None
        kept, keys, name = anna.get(f"{game}/head").json, published(anna), LogSigner.of(first).signer.name
    make_keys(tmp_path / "new.json")
    second = replace(first, signing_keys=str(tmp_path / "new.json"), tlog_origin=name)
    with served(second) as app:
        anna = anna.at(app)
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        stranger = replace(second, signer_notes=str(tmp_path / "elsewhere"))
        assert "not signed here: none of the given keys" in str(sign_once(own_store.pool, stranger))
        assert sign_once(own_store.pool, second) is None
        now = published(anna)
        assert "proof" in anna.get(f"{game}/head").json
    assert Checkpoint.signed_by(newest(own_store), LogSigner.of(second).signer.key).size == 4
    assert receipt_error(kept, keys_of(keys)) is None
    assert receipt_error(kept, keys_of(now)) == f"key {kept['key']} is not among the given keys"
    found = call("audit", "db", "--jobs", "1", env=dict(second.environment()))
    assert "the checkpoint of size 2 has no valid signature" in found.output


def test_a_stolen_key_signs_a_fork_that_the_worker_and_kept_checkpoints_contradict(
    first: Settings, own_store: Store, superuser: psycopg.Connection
) -> None:
    """A superuser with the key rewrites a game and the log, and signs it: valid signatures, and two histories."""
    with served(first) as app:
        anna = opened(app, "Anna")
        game = a_game(anna)
        assert sign_once(own_store.pool, first) is None
        kept = newest(own_store)
    log = LogSigner.of(first)
    rewritten_in_place(superuser.info.dsn, id_of(game), lambda lines: lines[0]["envelope"].update(at="2001"))
    rewrite_tree(superuser)
    root = stored_root(superuser, 2)
    forged = str(log.signer.signed(Checkpoint(log.signer.name, 2, root).text))
    superuser.execute("UPDATE tlog_checkpoints SET note = %s, root = %s", (forged, root))
    assert Checkpoint.signed_by(forged, log.signer.key).size == 2
    with pytest.raises(tree.Unproven):
        verify_consistency(kept, forged, (), log.signer.key, log.signer.key)
    assert "differ from those that this worker has signed" in str(sign_once(own_store.pool, first))
    new = add_key(Path(first.signing_keys))
    assert LogSigner.of(first).signer.name == log.signer.name
    assert LogSigner.of(first).signer.key.public == new.public
    assert "differ from those that this worker has signed" in str(sign_once(own_store.pool, first))
