"""Stored answers against the log: what a caller would be told again must be what happened."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kontor.domain.kernel.finding import Finding
from kontor.service.audit.database import Auditor, Task
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.store.whole_games import Chosen
from tests.support.callers import Caller, a_dealt_game, asked, next_command, version_of
from tests.support.damage import id_of


@pytest.fixture
def game(anna: Caller, ben: Caller) -> str:
    """A game with one answer that is kept: to its first command, as the one who gave it sees it."""
    found = a_dealt_game(anna, ben)
    seat = anna.get(found).json["awaiting"][0]
    mover = (anna, ben)[seat - 1]
    assert mover.post(f"{found}/commands", next_command(mover, found), Idempotency_Key="k").status_code == 201
    return found


def found_in(settings: Settings, game: str) -> list[Finding]:
    auditor = Auditor(settings)
    with auditor.pool:
        tally = auditor.perform(Task("answers", Chosen(game=id_of(game))))
    assert tally.answers == 1
    return [each.finding for each in tally.findings]


def altered(settings: Settings, game: str, change: Callable[[dict[str, Any]], object]) -> None:
    with psycopg.connect(settings.migrate_url) as conn:
        kept = conn.execute("SELECT body FROM answers WHERE game_id = %s", (id_of(game),)).fetchall()
        body = json.loads(kept[0][0])
        change(body)
        conn.execute("UPDATE answers SET body = %s WHERE game_id = %s", (json.dumps(body), id_of(game)))


def test_an_answer_as_it_was_given_is_sound(roomy: Settings, game: str) -> None:
    assert found_in(roomy, game) == []


def test_so_is_the_answer_that_a_game_was_created(roomy: Settings, anna: Caller) -> None:
    made = anna.post("/v1/games", asked("me", "me"), Idempotency_Key="new")
    game = f"/v1/games/{made.json['id']}"
    assert found_in(roomy, game) == []
    altered(roomy, game, lambda body: body.update(head="0" * 64))
    assert [each.check for each in found_in(roomy, game)] == ["answer"]


def test_without_keys_signatures_are_left_alone(roomy: Settings, game: str, tmp_path: Path) -> None:
    assert found_in(replace(roomy, signing_keys=""), game) == []
    make_keys(tmp_path / "others.json")
    (flaw,) = found_in(replace(roomy, signing_keys=str(tmp_path / "others.json")), game)
    assert "is not among the given keys" in flaw.message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda body: body["events"][0]["envelope"]["data"].update(more=1), "data.more"),
        (lambda body: body["events"][0].update(hash="0" * 64), "hash"),
        (lambda body: body["events"][0]["command"]["body"].update(type="pass"), "command.body.type"),
        (lambda body: body["events"][0]["parts"].append({"part": 0, "salt": "0" * 64, "value": 1}), "parts"),
        (lambda body: body["receipt"].update(hash="0" * 64), "hash"),
        (lambda body: body["receipt"].update(game="another"), "game"),
        (lambda body: body["receipt"].update(signature="0" * 128), "signature"),
        (lambda body: body.update(version=body["version"] + 1000), "ends before it"),
        (lambda body: body.update(version="seven"), "version 'seven'"),
        (lambda body: body.pop("version"), "cannot be read"),
        (lambda body: body.pop("receipt"), "contains no hash"),
    ],
)
def test_a_stored_answer_of_another_history(
    roomy: Settings, game: str, change: Callable[[dict[str, Any]], object], words: str
) -> None:
    altered(roomy, game, change)
    found = found_in(roomy, game)
    assert {each.check for each in found} == {"answer"}
    assert any(words in each.message for each in found), found


def test_an_answer_that_is_no_json(roomy: Settings, game: str, anna: Caller) -> None:
    with psycopg.connect(roomy.migrate_url) as conn:
        conn.execute("UPDATE answers SET body = 'gone' WHERE game_id = %s", (id_of(game),))
    assert "cannot be read" in found_in(roomy, game)[0].message


def test_an_answer_to_what_is_no_longer_in_the_log(roomy: Settings, game: str, anna: Caller) -> None:
    """The last commits were dropped, the row set back: whoever has the answer knows better."""
    last = version_of(anna, game)
    with psycopg.connect(roomy.migrate_url) as conn:
        conn.execute("ALTER TABLE events DISABLE TRIGGER append_only")
        conn.execute("DELETE FROM events WHERE game_id = %s AND version = %s", (id_of(game), last))
        conn.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER append_only")
    (found,) = found_in(roomy, game)
    assert (found.version, "ends before it" in found.message) == (last, True)
