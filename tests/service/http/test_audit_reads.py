"""Whoever reads what is not theirs by a grant alone leaves a trace; nobody else does."""

from uuid import UUID, uuid4

import pytest
from flask import Flask

from kontor.service.settings import Settings
from kontor.service.store.audit_reads import AuditRead
from kontor.service.store.store import Store
from tests.support.callers import Caller, a_game, auditing, finish, opened
from tests.support.damage import alter


def noted(app: Flask, caller: Caller) -> dict[str, AuditRead]:
    """What an account has read, by call; each of one game at most in these tests."""
    store: Store = app.extensions["kontor"].store
    return {each.call: each for each in store.audit_reads.page(UUID(caller.account), None, None, 100)}


@pytest.mark.parametrize(
    "what", ["", "/state", "/events", "/audit", "/head", "/score", "/stream", "/legal-commands?seat=1"]
)
def test_each_read_of_a_private_game_is_noted(app: Flask, anna: Caller, what: str) -> None:
    game = a_game(anna, visibility="private")
    finish(app, anna, game)
    auditor = auditing(app, opened(app, "Auditor"))
    answer = auditor.get(f"{game}{what}")
    answer.close()
    (read,) = noted(app, auditor).values()
    assert read.call == "GET /v1/games/{game_id}" + what.partition("?")[0]
    assert f"/v1/games/{read.game_id}" == game
    assert read.times == 1


def test_asking_again_within_the_hour_is_counted(app: Flask, anna: Caller) -> None:
    game, auditor = a_game(anna, visibility="private"), auditing(app, opened(app, "Auditor"))
    for _ in range(3):
        assert auditor.get(f"{game}/state").status_code == 200
    read = noted(app, auditor)["GET /v1/games/{game_id}/state"]
    assert read.times in (3, 2)  # the hour may have struck
    assert read.last_at >= read.hour


def test_lists_that_show_private_games_are_noted(app: Flask) -> None:
    auditor = auditing(app, opened(app, "Auditor"))
    for path in ("/v1/games", "/v1/audit/games"):
        assert auditor.get(path).status_code == 200
    assert {call: read.game_id for call, read in noted(app, auditor).items()} == {
        "GET /v1/games": None,
        "GET /v1/audit/games": None,
    }


def test_reads_without_a_grant_are_not_recorded(app: Flask, anna: Caller, ben: Caller) -> None:
    own, public = a_game(ben, visibility="private"), a_game(anna)
    auditor = auditing(app, ben)
    for game in (own, public):
        assert auditor.get(f"{game}/audit").data
    assert noted(app, auditor) == {}
    assert anna.get(public).status_code == 200
    assert noted(app, anna) == {}


def test_a_refused_caller_is_not_recorded_as_a_reader(app: Flask, anna: Caller) -> None:
    game, auditor = a_game(anna, visibility="private"), auditing(app, opened(app, "Auditor"))
    other = opened(app, "Other")
    assert other.get(f"{game}/audit").status_code == 404
    assert other.get("/v1/audit/games").status_code == 403
    assert auditor.get(f"/v1/games/{uuid4()}/audit").status_code == 404
    assert noted(app, other) == noted(app, auditor) == {}


def test_a_damaged_game_that_is_read_is_noted_too(app: Flask, anna: Caller, settings: Settings) -> None:
    game, auditor = a_game(anna, visibility="private"), auditing(app, opened(app, "Auditor"))
    alter(settings, game, 1)
    assert auditor.get(f"{game}/audit").data
    assert "GET /v1/games/{game_id}/audit" in noted(app, auditor)
