"""Notes of players: sent with a command, sealed until the end, then open to all."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.audit.stored_game import check_stored_game
from kontor.service.store.whole_games import one_look
from tests.support.caller_jobs import work
from tests.support.callers import Caller, a_dealt_game, a_game, finish, next_command, opened, problem, version_of

WHY = {"why": "the long road is worth more", "values": [3, 1]}


def notes(caller: Caller, game: str) -> list[list[Any]]:
    """Return the parts of each note that the caller may read."""
    items = caller.get(f"{game}/events?limit=200").json["items"]
    return [each["parts"] for each in items if each["envelope"]["type"] == "note_sealed"]


def test_a_note_is_sealed_until_the_end_and_then_open_to_all(app: Flask, anna: Caller) -> None:
    """Also for its author: as the notes of house bots."""
    game = a_game(anna, "me", "me")
    sent = anna.post(f"{game}/commands", {**next_command(anna, game), "note": WHY})
    assert sent.status_code == 201, sent.text
    assert sent.json["events"][0]["envelope"]["type"] == "note_sealed"
    assert notes(anna, game) == [[]]
    told = [each for each in anna.get(f"{game}/story?limit=200").json["items"] if "note" in each]
    assert told == []
    finish(app, anna, game)
    assert [[part["value"] for part in parts] for parts in notes(opened(app, "Ben"), game)] == [[{"note": WHY}]]


def test_the_story_and_the_analysis_show_notes_after_the_end(app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "me")
    before = version_of(anna, game)
    assert anna.post(f"{game}/commands", {**next_command(anna, game), "note": "why not"}).status_code == 201
    finish(app, anna, game)
    told = anna.get(f"{game}/story?limit=200").json["items"]
    assert [(each["version"], each["note"]) for each in told if "note" in each] == [(before + 1, "why not")]
    assert anna.post(f"{game}/analysis").status_code == 202
    work(app)
    items = anna.get(f"{game}/analysis").json["items"]
    assert [(each["version"], each["note"]) for each in items if "note" in each] == [(before, "why not")]


def test_the_audit_finds_no_flaw_in_a_game_with_notes(app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "me")
    assert anna.post(f"{game}/commands", {**next_command(anna, game), "note": WHY}).status_code == 201
    finish(app, anna, game)
    assert audit(app, game) == ((), ())


def audit(app: Flask, game: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    context = app.extensions["kontor"]
    with one_look(context.pool) as conn:
        found = check_stored_game(conn, UUID(game[-36:]), context.registry)
    assert found is not None
    return found.findings, found.unchecked


def test_a_note_has_a_limit(anna: Caller) -> None:
    """2 KiB of canonical JSON, counted in bytes."""
    game = a_game(anna, "me", "me")
    command = next_command(anna, game)
    for note in ("ü" * 1023 + "x", {"a": "x" * 2041}):
        found = problem(anna.post(f"{game}/commands", {**command, "note": note}), 400, "unreadable")
        assert [(each["pointer"], each["code"]) for each in found["errors"]] == [("/note", "wrong-size")]
    assert anna.post(f"{game}/commands", {**command, "note": "ü" * 1023}).status_code == 201


@pytest.mark.parametrize("note", [1.5, {"Why": 1}, {"": 1}, 2**53, "\0"])
def test_a_note_that_the_log_cannot_contain_is_refused(anna: Caller, note: object) -> None:
    game = a_game(anna, "me", "me")
    before = version_of(anna, game)
    answer = anna.post(f"{game}/commands", {**next_command(anna, game), "note": note})
    assert answer.status_code == 400, answer.text
    assert version_of(anna, game) == before


def test_each_command_of_a_batch_has_its_own_note(anna: Caller) -> None:
    game = a_game(anna, "me", "me")
    command = next_command(anna, game)
    sent = anna.post(f"{game}/commands", {"commands": [{**command, "note": "first"}]})
    assert sent.status_code == 201, sent.text
    assert notes(anna, game) == [[]]
    found = problem(anna.post(f"{game}/commands", {"commands": [command], "note": "all"}), 400, "unreadable")
    assert found["errors"][0]["pointer"] == "/note"


def test_a_dry_run_stores_no_note(anna: Caller) -> None:
    game = a_game(anna, "me", "me")
    before = version_of(anna, game)
    tried = anna.post(f"{game}/commands", {**next_command(anna, game), "note": WHY, "dry_run": True})
    assert (tried.status_code, version_of(anna, game)) == (200, before)
    assert "note_sealed" not in [each["type"] for each in tried.json["events"]]


def test_a_note_does_not_prevent_an_undo(anna: Caller) -> None:
    """A seat takes back its own command without the consent of others, with a note as without."""
    game = a_dealt_game(anna, opened(anna.app, "Ben"))
    offer = {"type": "offer", "points": 2, "note": WHY}
    sent = anna.post(f"{game}/commands", offer)
    assert sent.status_code == 201, sent.text
    assert anna.post(f"{game}/undo", {}).status_code == 201
