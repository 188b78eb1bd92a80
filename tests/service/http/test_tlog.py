"""The transparency log over HTTP: read by anybody without a key, proven for whoever may read the game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask

from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.checker import Outcome
from kontor.service.audit.signatures import keys_of
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.registry import Registry
from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import add_key, read_keys
from kontor.service.tlog import tree
from kontor.service.tlog.histories import GameHistory, map_entry
from kontor.service.tlog.log import note_signer
from kontor.service.tlog.notes import Checkpoint, NoteSigner, VerifierKey
from kontor.service.tlog.proofs import Proof, verify_consistency, verify_inclusion
from kontor.service.tlog.served import LeafContradicted
from kontor.service.tlog.tiles import Tile, hashes_of, nodes
from tests.support.callers import Caller, a_game, next_command, opened, problem
from tests.support.damage import id_of
from tests.support.rewriting import rewrite_tree, rewritten_in_place, stored_root, superuser_of
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint
from tests.support.witnesses import Witness
from tests.tiny import RULESET

WITNESS = Witness()
LONG_AGO = "2001-01-01T00:00:00.000Z"


@pytest.fixture
def app(own_settings: Settings) -> Iterator[Flask]:
    app = create_app(replace(own_settings, witnesses=(str(WITNESS.key),), limit_accounts=0))
    yield app
    context_of(app).pool.close()


def context_of(app: Flask) -> Context:
    context: Context = app.extensions[NAME]
    return context


def sign(app: Flask) -> Checkpoint | None:
    """What the worker does once a minute."""
    context = context_of(app)
    signer, *older = (note_signer([key], "log.example") for key in read_keys(Path(context.settings.signing_keys)))
    return sign_checkpoint(context.pool, signer, *older)


def key_of(app: Flask, checkpoint: str) -> VerifierKey:
    """The log's key as anybody finds it: the name in the checkpoint, the key that is published."""
    published = Caller(app).get("/.well-known/kontor-keys.json").json["keys"]
    return VerifierKey(checkpoint.split("\n")[0], 1, bytes.fromhex(published[0]["public_key"]))


def read_tile(nobody: Caller, tile: Tile) -> list[bytes]:
    answer = nobody.get(f"/v1/tlog/tile/{tile.path}")
    assert answer.status_code == 200
    return list(hashes_of(answer.data))


def test_a_player_proves_offline_what_was_received(app: Flask, anna: Caller, nobody: Caller) -> None:
    """From a receipt, a proof, and the published key; then that the log only grew, from tiles."""
    game = a_game(anna)
    problem(nobody.get("/v1/tlog/checkpoint"), 404, "not-found")
    sign(app)
    older = nobody.get("/v1/tlog/checkpoint")
    assert older.content_type == "text/plain; charset=utf-8"
    assert older.headers["Cache-Control"] == "private, no-cache"
    answer = anna.post(f"{game}/commands", next_command(anna, game)).json
    receipt = answer["receipt"]
    assert nobody.get(answer["checkpoint_href"]).text == older.text
    proven = f"{game}/proof?version={receipt['version']}"
    problem(nobody.get(proven), 404, "not-found")  # until the next checkpoint
    a_game(anna)
    sign(app)
    proof = Proof.read(nobody.get(proven).text)
    head = anna.get(game).json["version"], bytes.fromhex(receipt["hash"])
    assert head[0] == receipt["version"]
    key = key_of(app, proof.checkpoint)
    history = GameHistory.read(proof.extra)
    assert (history.game_id, history.leaves[-1]) == (UUID(receipt["game"]), head)
    found = verify_inclusion(map_entry(history.root), proof, proof.checkpoint, key)
    assert proof.index == found.size - 1
    newer = nobody.get("/v1/tlog/checkpoint").text
    assert newer == proof.checkpoint
    path = tree.consistency(nodes(lambda tile: read_tile(nobody, tile), found.size), 2, found.size)
    verify_consistency(older.text, newer, path, key, key)


def test_heads_and_bundles_carry_the_newest_checkpoint_and_its_proof(app: Flask, anna: Caller, nobody: Caller) -> None:
    """And what was kept of them proves offline which version the transparency log holds."""
    game = a_game(anna)
    early = nobody.get(f"{game}/head").json
    assert early["checkpoint_href"] == "/v1/tlog/checkpoint"
    assert not {"checkpoint", "proof"} & early.keys()  # nothing was signed yet
    assert judged(nobody, game, early).logged is None
    sign(app)
    head = nobody.get(f"{game}/head").json
    assert head["checkpoint"] == nobody.get(head["checkpoint_href"]).text
    assert head["proof"] == nobody.get(f"{game}/proof").text
    assert judged(nobody, game, early, head).logged == head["version"]
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    other = a_game(anna)
    later = nobody.get(f"{game}/head").json
    assert (later["checkpoint"], later["proof"]) == (head["checkpoint"], head["proof"])
    assert judged(nobody, game, head, later).logged == head["version"] < later["version"]
    sign(app)
    assert judged(nobody, game, head, later).logged == later["version"]
    assert judged(nobody, other).logged is not None


def test_a_checkpoint_without_a_leaf_of_the_game_is_carried_alone(app: Flask, anna: Caller, nobody: Caller) -> None:
    a_game(anna)
    sign(app)
    game = a_game(anna)
    head = nobody.get(f"{game}/head").json
    assert "checkpoint" in head
    assert "proof" not in head
    assert judged(nobody, game, head).logged is None


def test_a_proof_of_one_game_proves_nothing_of_another(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    sign(app)
    kept = anna.get(f"{game}/head").json
    other = a_game(anna)
    outcome = outcome_of(anna, other, {**anna.get(f"{other}/head").json, "proof": kept["proof"]})
    assert [(flaw.check, flaw.version) for flaw in outcome.findings] == [("checkpoint", None)]
    assert kept["game"] in str(outcome.findings[0])


def outcome_of(caller: Caller, game: str, *kept: Any) -> Outcome:
    keys = keys_of(caller.get("/.well-known/kontor-keys.json").json["keys"])
    return check_bundle(read_bundle(caller.get(f"{game}/audit").data), Registry([RULESET]), keys, kept)


def judged(caller: Caller, game: str, *kept: Any) -> Outcome:
    """The bundle of a game, checked with what somebody kept; all is good."""
    outcome = outcome_of(caller, game, *kept)
    assert outcome.findings == ()
    return outcome


def test_tiles_and_entries_never_change(app: Flask, anna: Caller, nobody: Caller) -> None:
    a_game(anna)
    sign(app)
    for path in ("tile/0/000.p/1", "tile/entries/000.p/1"):
        answer = nobody.get(f"/v1/tlog/{path}")
        assert (answer.status_code, answer.content_type) == (200, "application/octet-stream")
        assert "immutable" in answer.headers["Cache-Control"]
    entry = nobody.get("/v1/tlog/tile/entries/000.p/1").data
    assert [tree.leaf_hash(entry[2:])] == read_tile(nobody, Tile(0, 0, 1))
    for path in (
        "tile/0/000",
        "tile/0/000.p/3",
        "tile/1/000.p/1",
        "tile/0/0",
        "tile/entries/000",
        "tile/entries/0",
        "tile/x",
    ):
        problem(nobody.get(f"/v1/tlog/{path}"), 404, "not-found")


def test_proofs_of_private_games_are_for_their_readers(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, visibility="private")
    sign(app)
    proof = f"{game}/proof"
    assert anna.get(proof).status_code == 200
    for other in (nobody, opened(app, "Ben")):
        problem(other.get(proof), 404, "not-found")
    assert game.rpartition("/")[2] not in nobody.get("/v1/tlog/checkpoint").text


def test_questions_are_counted(own_settings: Settings) -> None:
    app = create_app(replace(own_settings, limit_reads=2))
    nobody = Caller(app)
    answers = [nobody.get("/v1/tlog/checkpoint") for _ in range(5)]  # also if a new minute begins between them
    problem(answers[0], 404, "not-found")
    problem(next(answer for answer in answers if answer.status_code != 404), 429, "too-many-requests")
    context_of(app).pool.close()


def test_a_witness_adds_its_line(app: Flask, anna: Caller, nobody: Caller) -> None:
    a_game(anna)
    sign(app)
    note = nobody.get("/v1/tlog/checkpoint").text
    cosigned = note + WITNESS.line(note)
    answer = nobody.raw("/v1/tlog/cosignatures", cosigned.encode(), "text/plain")
    assert (answer.status_code, answer.text) == (201, cosigned)
    assert nobody.get("/v1/tlog/checkpoint").text == cosigned
    assert Checkpoint.signed_by(cosigned, WITNESS.key).size == 2


def test_a_cosignature_of_another_log_is_refused(app: Flask, anna: Caller, nobody: Caller) -> None:
    a_game(anna)
    sign(app)
    note = nobody.get("/v1/tlog/checkpoint").text
    strange, unsigned = Witness("stranger"), note.replace("\n2\n", "\n99999999999999999999\n")
    for body, status, kind in (
        (note + strange.line(note), 403, "forbidden"),
        (note + WITNESS.line(note.replace("\n2\n", "\n3\n")), 400, "unreadable"),
        (note.replace("\n2\n", "\n3\n") + WITNESS.line(note), 404, "not-found"),
        (note.replace("\n2\n", "\n9999999999999999999\n") + WITNESS.line(note), 404, "not-found"),
        (unsigned, 400, "unreadable"),
        ("", 400, "unreadable"),
        ("\0", 400, "unreadable"),
        ("x" * 20_000, 413, "too-large"),
    ):
        problem(nobody.raw("/v1/tlog/cosignatures", body.encode(), "text/plain"), status, kind)
    problem(nobody.raw("/v1/tlog/cosignatures", b"\xff", "text/plain"), 400, "unreadable")
    assert nobody.get("/v1/tlog/checkpoint").text == note


def test_a_server_with_a_witness_that_is_none_does_not_start(own_settings: Settings) -> None:
    with pytest.raises(BadSetting, match="KONTOR_WITNESSES"):
        create_app(replace(own_settings, witnesses=("nonsense",)))


# ---------------------------------------------------------------- nothing is signed that contradicts a leaf


@pytest.fixture
def superuser(servers: Servers, own_settings: Settings) -> Iterator[psycopg.Connection]:
    with superuser_of(servers, own_settings) as conn:
        yield conn


def require_unsigned(caller: Caller, game: str, version: int) -> None:
    """Neither a head nor a bundle is signed, and the game counts as damaged."""
    for path in (f"{game}/head", f"{game}/audit"):
        assert problem(caller.get(path), 503, "log-damaged")["version"] == version
    assert "kontor_games_damaged 1.0" in caller.get("/metrics").text


@pytest.mark.parametrize("how", ["events", "leaves", "hashes", "checkpoint deleted", "checkpoint forged"])
def test_a_game_that_contradicts_its_leaf_is_not_signed(
    app: Flask, anna: Caller, nobody: Caller, superuser: psycopg.Connection, how: str
) -> None:
    """However much of the log a superuser rewrites with it: the signature of the checkpoint remains."""
    game = a_game(anna)
    version = int(anna.get(game).json["version"])
    sign(app)
    rewritten_in_place(superuser.info.dsn, id_of(game), lambda lines: lines[0]["envelope"].update(at=LONG_AGO))
    if how == "leaves":
        superuser.execute("UPDATE tlog_leaves AS l SET head = e.hash FROM events AS e WHERE e.version = l.version")
    elif how != "events":
        rewrite_tree(superuser)
    if how == "checkpoint deleted":
        superuser.execute("DELETE FROM tlog_checkpoints")
    elif how == "checkpoint forged":
        root = stored_root(superuser, 2)
        forged = NoteSigner("log.example/v2", Ed25519PrivateKey.generate())
        note = str(forged.signed(Checkpoint(forged.name, 2, root).text))
        superuser.execute("UPDATE tlog_checkpoints SET note = %s, root = %s", (note, root))
    require_unsigned(nobody, game, version)


def test_no_refusal_is_signed_for_a_head_that_contradicts_a_leaf(
    app: Flask, anna: Caller, superuser: psycopg.Connection
) -> None:
    """Neither if the database is rewritten, nor if this process alone has another head."""
    illegal = {"type": "show_card", "card": "c99", "seat": 1}
    game = a_game(anna)
    sign(app)
    assert problem(anna.post(f"{game}/commands", illegal), 422, "rule-violation")["receipt"]["version"]
    log, version = context_of(app).tlog, int(anna.get(game).json["version"])
    log.require_head(id_of(game), version, bytes.fromhex(anna.get(f"{game}/head").json["hash"]))
    with pytest.raises(LeafContradicted):
        log.require_head(id_of(game), version, bytes(32))
    rewritten_in_place(superuser.info.dsn, id_of(game), lambda lines: lines[0]["envelope"].update(at=LONG_AGO))
    rewrite_tree(superuser)
    body = problem(anna.post(f"{game}/commands", illegal), 503, "log-damaged")
    assert "receipt" not in body


def test_a_game_that_was_cut_back_behind_its_leaf_is_not_signed(
    app: Flask, anna: Caller, nobody: Caller, superuser: psycopg.Connection
) -> None:
    game = a_game(anna)
    before = anna.get(f"{game}/head").json
    answer = anna.post(f"{game}/commands", next_command(anna, game)).json
    sign(app)
    cut = (id_of(game), before["version"])
    for table, column in (("sealed", "version"), ("commits", "last"), ("events", "version")):
        superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL".encode())
        superuser.execute(f"DELETE FROM {table} WHERE game_id = %s AND {column} > %s".encode(), cut)
    head = (before["version"], bytes.fromhex(before["hash"]), id_of(game))
    superuser.execute("UPDATE games SET version = %s, head = %s WHERE game_id = %s", head)
    require_unsigned(nobody, game, answer["version"])


def test_a_key_that_was_added_after_the_start_is_known(own_settings: Settings, tmp_path: Path) -> None:
    """The worker signs with it at once; the API signs with the old one until it is started again."""
    file = tmp_path / "keys.json"
    add_key(file)
    app = create_app(replace(own_settings, signing_keys=str(file), limit_accounts=0))
    anna = opened(app, "Anna")
    game = a_game(anna)
    old = add_key(file)
    sign(app)
    head = anna.get(f"{game}/head").json
    assert head["key"] != old.id
    assert "proof" in head
    context_of(app).pool.close()
