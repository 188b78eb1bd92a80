"""`kontor audit db`: sentences and exit codes; damage of every table is found; a rewriting that fits is found by what a
player kept and by the tree."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from click.testing import Result
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.context import Context
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.signing.receipts import Signer
from kontor.service.store.store import Store
from kontor.service.tlog.log import note_signer
from kontor.service.tlog.served import ServedLog
from kontor.workers.tlog import sign_once
from tests.support import damage
from tests.support.callers import Caller, a_game, finish, next_command, opened, version_of
from tests.support.commands import call
from tests.support.damage import id_of
from tests.support.rewriting import rewritten_in_place
from tests.support.signing_log import sign_checkpoint


@pytest.fixture
def own_roomy(own_settings: Settings, roomy: Settings) -> Settings:
    urls = {name: getattr(own_settings, name) for name in ("database_url", "migrate_url", "signer_notes")}
    return replace(roomy, **urls)


@pytest.fixture
def own_app(own_roomy: Settings) -> Iterator[Flask]:
    made = create_app(own_roomy)
    yield made
    made.extensions["kontor"].pool.close()


@pytest.fixture
def own_anna(own_app: Flask) -> Caller:
    return opened(own_app, "Anna")


@pytest.fixture
def env(own_roomy: Settings) -> dict[str, str]:
    return dict(own_roomy.environment())


def audited(env: dict[str, str], *words: str) -> Result:
    """In this process: others take a while to start."""
    return call("audit", "db", "--jobs", "1", *words, env=env)


def signed(settings: Settings, store: Store) -> None:
    """A checkpoint of all that happened so far, as the worker signs one a minute."""
    sign_checkpoint(store.pool, note_signer(read_keys(Path(settings.signing_keys)), "log.example/v2"))


def played(caller: Caller, game: str, commands: int = 3, other: int = 0) -> dict[str, Any]:
    """Some commands, each with a key; the last answer, which the player keeps. `other`: others than usual."""
    for n in range(commands):
        command = next_command(caller, game, n + other)
        answer = caller.post(f"{game}/commands", command, Idempotency_Key=f"k{n}")
        assert answer.status_code == 201, answer.text
    return dict(answer.json)


def test_a_sound_database_is_said_to_be_sound(own_anna: Caller, own_app: Flask, env: dict[str, str]) -> None:
    running, finished = a_game(own_anna), a_game(own_anna)
    played(own_anna, running)
    finish(own_app, own_anna, finished)
    versions = version_of(own_anna, running) + version_of(own_anna, finished)
    result = call("audit", "db", "--jobs", "2", env=env)
    assert result.exit_code == 0, result.output
    assert f"no flaws: 2 games, {versions} versions, {versions} decided again, 3 answers" in result.output
    assert "audit: no flaw in 2 games, " in call("server", "doctor", env=env).output


def test_an_empty_database_is_sound(env: dict[str, str]) -> None:
    result = audited(env)
    assert (result.exit_code, "no flaws: 0 games" in result.output) == (0, True)


def test_flaws_are_reported_with_game_and_version_and_stored_for_doctor_and_metrics(
    own_anna: Caller, own_roomy: Settings, env: dict[str, str]
) -> None:
    sound, game = a_game(own_anna), a_game(own_anna)
    damage.alter(own_roomy, game, 2)
    result = audited(env)
    assert result.exit_code == 1
    assert f"game {id_of(game)}: version 2, log: " in result.output
    assert str(id_of(sound)) not in result.output
    assert "1 flaws in 1 games: 2 games" in result.output
    doctor = call("server", "doctor", env=env)
    assert doctor.exit_code == 1
    assert "problem  audit: The audit of " in doctor.output
    metrics = own_anna.get("/metrics").text.splitlines()
    assert "kontor_audit_db_flaws 1.0" in metrics
    assert "kontor_audit_db_games 2.0" in metrics
    assert any(line.startswith("kontor_audit_db_ended_timestamp_seconds ") for line in metrics)


def test_json_says_the_same(own_anna: Caller, own_roomy: Settings, env: dict[str, str]) -> None:
    game = a_game(own_anna)
    damage.damage(own_roomy, "UPDATE games SET status = 'scoring' WHERE game_id = %(game)s", game)
    result = audited(env, "--json")
    flaw, summary = map(json.loads, result.output.splitlines())
    assert (flaw["game"], flaw["check"], flaw["version"]) == (
        str(id_of(game)),
        "projection",
        version_of(own_anna, game),
    )
    assert (result.exit_code, summary["good"], summary["games"], summary["flaws"]) == (1, False, 1, 1)


def test_one_game_or_those_that_changed_are_checked_alone(
    own_anna: Caller, own_roomy: Settings, env: dict[str, str]
) -> None:
    old, game = a_game(own_anna), a_game(own_anna)
    damage.damage(own_roomy, "UPDATE games SET changed_at = '2001-01-01' WHERE game_id = %(game)s", old)
    damage.alter(own_roomy, old, 1)
    for words in (("--game", str(id_of(game))), ("--since", "2002-01-01")):
        result = audited(env, *words)
        assert (result.exit_code, "no flaws: 1 games" in result.output) == (0, True), result.output
    assert audited(env, "--game", str(id_of(old))).exit_code == 1
    assert "has not been audited yet" in call("server", "doctor", env=env).output  # these were not whole audits


def test_an_audit_that_cannot_run_gives_exit_code_2(own_anna: Caller, env: dict[str, str]) -> None:
    nowhere = {**env, "KONTOR_DATABASE_URL": "postgresql://kontor_app@/nowhere?host=/nonexistent"}
    for given, words in (
        (nowhere, ()),
        (env, ("--game", "01a1e43c-eb29-7662-a9b6-34fad698c468")),
        (env, ("--game", "no-id")),
        (env, ("--jobs", "0")),
        (env, ("--since", "yesterday")),
    ):
        result = audited(given, *words)
        assert result.exit_code == 2, result.output
        assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"KONTOR_RULESETS": "tests.support.deadly_rules:RULESET"}, "A process of the audit was killed"),
        ({"KONTOR_RULESETS": "tests.nowhere:RULESET"}, "which cannot be loaded"),
        ({"KONTOR_SIGNING_KEYS": "nowhere.json"}, "The signing keys cannot be read"),
    ],
)
def test_the_cause_of_ended_audit_processes_is_reported(
    own_anna: Caller, env: dict[str, str], changed: dict[str, str], words: str
) -> None:
    a_game(own_anna), a_game(own_anna)
    result = call("audit", "db", "--jobs", "2", env={**env, **changed})
    assert result.exit_code == 2, result.output
    assert words in result.output
    assert "has not been audited yet" in call("server", "doctor", env=env).output


def test_rows_of_a_game_that_is_gone_are_found(
    own_anna: Caller, own_roomy: Settings, own_store: Store, env: dict[str, str]
) -> None:
    game = a_game(own_anna)
    signed(own_roomy, own_store)
    damage.damage(own_roomy, "DELETE FROM games WHERE game_id = %(game)s", game)
    result = audited(env)
    assert result.exit_code == 1
    for table in ("events", "sealed", "commits", "participants"):
        assert f"game {id_of(game)}: {table}: there are rows of a game that does not exist" in result.output


# ---------------------------------------------------------------- a rewriting that fits


def another_time(lines: list[Any]) -> None:
    """All of it happened a year later: no rule and no digest has anything to say against it."""
    for line in lines:
        line["envelope"]["at"] = line["envelope"]["at"].replace("2026", "2027")


class Unguarded(ServedLog):
    def carried(self, game_id: UUID, version: int) -> Mapping[str, str]:
        return {}


def receipt_finds(answer: dict[str, Any], caller: Caller, game: str, settings: Settings, folder: Path) -> None:
    """What the player kept proves it, with a bundle from a server that remembers nothing of before, and whose operator
    has switched off the check that keeps it from signing this."""
    receipt, bundle, fresh = folder / "answer.json", folder / "game.ndjson", create_app(settings)
    context: Context = fresh.extensions["kontor"]
    receipt.write_text(json.dumps(answer))
    assert caller.at(fresh).get(f"{game}/audit").status_code == 503
    fresh.extensions["kontor"] = replace(context, tlog=Unguarded(context.pool, ()))
    bundle.write_bytes(caller.at(fresh).get(f"{game}/audit").data)
    context.pool.close()
    found = call("audit", "receipt", str(receipt), str(bundle))
    assert found.exit_code == 1
    assert f"version {answer['version']}, receipt: expected hash {answer['receipt']['hash']}" in found.output


def tree_alone_finds(game: str, env: dict[str, str]) -> None:
    """Nothing else of it does not fit."""
    result = audited(env, "--json")
    *flaws, summary = map(json.loads, result.output.splitlines())
    assert (result.exit_code, summary["good"], summary["games"]) == (1, False, 2)
    assert {(each["game"], each["check"]) for each in flaws} == {(str(id_of(game)), "tree")}
    assert all("the log was rewritten" in each["message"] for each in flaws)


@pytest.mark.parametrize("is_finished", [False, True])
def test_a_consistent_rewriting_is_found_by_receipt_and_tree(
    own_anna: Caller,
    own_app: Flask,
    own_roomy: Settings,
    own_store: Store,
    env: dict[str, str],
    tmp_path: Path,
    is_finished: bool,
) -> None:
    """Triggers off, other events, and chain, head, commands and signed answers made to fit."""
    game, _ = a_game(own_anna), a_game(own_anna)
    answer = played(own_anna, game)
    if is_finished:
        finish(own_app, own_anna, game)
    signed(own_roomy, own_store)
    assert audited(env).exit_code == 0
    rewritten_in_place(
        own_roomy.migrate_url, id_of(game), another_time, Signer(read_keys(Path(own_roomy.signing_keys)))
    )
    receipt_finds(answer, own_anna, game, own_roomy, tmp_path)
    tree_alone_finds(game, env)


@pytest.mark.parametrize("is_finished", [False, True])
def test_a_game_that_was_set_back_and_played_otherwise_is_found_by_receipt_and_tree(
    own_anna: Caller,
    own_app: Flask,
    own_roomy: Settings,
    own_store: Store,
    env: dict[str, str],
    tmp_path: Path,
    is_finished: bool,
) -> None:
    """All of it is written and signed by the server itself, only not the first time."""
    game, _ = a_game(own_anna), a_game(own_anna)
    with damage.backup(own_roomy, game) as set_back:
        answer = played(own_anna, game, 1)
        if is_finished:
            finish(own_app, own_anna, game)
        signed(own_roomy, own_store)
        set_back()
    played(own_anna, game, 1, other=1)
    if is_finished:
        finish(own_app, own_anna, game)
    receipt_finds(answer, own_anna, game, own_roomy, tmp_path)
    tree_alone_finds(game, env)


def test_without_the_signing_key_stored_answers_betray_it_too(
    own_anna: Caller, own_roomy: Settings, env: dict[str, str]
) -> None:
    game = a_game(own_anna)
    played(own_anna, game)
    rewritten_in_place(own_roomy.migrate_url, id_of(game), another_time)
    result = audited(env)
    assert result.exit_code == 1
    assert "answer: its receipt: the signature was not made by key" in result.output


def test_a_tree_that_was_rewritten_too_contradicts_its_checkpoints(
    own_anna: Caller, own_roomy: Settings, own_store: Store, env: dict[str, str]
) -> None:
    a_game(own_anna)
    signed(own_roomy, own_store)
    with psycopg.connect(own_roomy.migrate_url) as conn:
        conn.execute("ALTER TABLE tlog_hashes DISABLE TRIGGER append_only")
        conn.execute("UPDATE tlog_hashes SET hash = sha256(hash) WHERE level = 0")
        conn.execute("ALTER TABLE tlog_hashes ENABLE ALWAYS TRIGGER append_only")
    result = audited(env)
    assert result.exit_code == 1
    assert "transparency log: tree: the checkpoint of size 2 has no valid signature, or its root" in result.output


def test_the_note_of_the_signer_finds_what_the_database_hides(
    own_anna: Caller, own_app: Flask, own_roomy: Settings, own_store: Store, env: dict[str, str]
) -> None:
    """The log was taken back to an earlier checkpoint, which is signed and fits."""
    _, game = a_game(own_anna), a_game(own_anna)
    assert sign_once(own_store.pool, own_roomy) is None
    finish(own_app, own_anna, game)
    assert sign_once(own_store.pool, own_roomy) is None
    assert audited(env).exit_code == 0
    assert "the worker here knows its first 5 leaves" in call("server", "doctor", env=env).output
    with psycopg.connect(own_roomy.migrate_url) as conn:
        for table in ("tlog_checkpoints", "tlog_leaves", "tlog_maps", "tlog_hashes"):
            conn.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only".encode())
        conn.execute("DELETE FROM tlog_checkpoints WHERE size > 3")
        conn.execute("DELETE FROM tlog_leaves WHERE index >= 3")
        conn.execute("DELETE FROM tlog_maps WHERE index >= 3")
        conn.execute("DELETE FROM tlog_hashes WHERE index >= 3")
    result = audited(env)
    assert result.exit_code == 1
    told = "This worker has signed a tree of 5 leaves, but the database has 3"
    assert f"transparency log: tree: {told}" in result.output
    assert f"problem  checkpoints: {told}" in call("server", "doctor", env=env).output


def test_missing_checkpoints_are_flaws(
    own_anna: Caller, own_roomy: Settings, own_store: Store, env: dict[str, str]
) -> None:
    game = a_game(own_anna)
    signed(own_roomy, own_store)
    played(own_anna, game, 1)
    signed(own_roomy, own_store)
    with psycopg.connect(own_roomy.migrate_url) as conn:
        conn.execute("ALTER TABLE tlog_checkpoints DISABLE TRIGGER append_only")
        conn.execute("DELETE FROM tlog_checkpoints WHERE size = 2")
    result = audited(env)
    assert result.exit_code == 1
    assert "tree: the checkpoint of size 2 is missing: leaf 1 is a map of games" in result.output
