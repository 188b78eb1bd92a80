"""`kontor audit rebuild`: projections are compared with the log and corrected from it; the log is never changed."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import LiteralString

import psycopg
import pytest
from click.testing import Result
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from tests.support import damage
from tests.support.callers import a_dealt_game, a_game, finish, next_command, opened
from tests.support.commands import call
from tests.support.damage import id_of
from tests.support.servers import Servers
from tests.support.stored_games import rows_of

CLOCK = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}


@pytest.fixture(scope="module")
def own(servers: Servers, roomy: Settings) -> Settings:
    """A database that the tests of this file share: each looks at games of its own."""
    name = servers.database()
    return replace(roomy, database_url=servers.app_url(name), migrate_url=servers.owner_url(name))


@pytest.fixture(scope="module")
def own_app(own: Settings) -> Iterator[Flask]:
    made = create_app(own)
    yield made
    made.extensions["kontor"].pool.close()


@pytest.fixture(scope="module")
def kept(own_app: Flask) -> Store:
    return Store(own_app.extensions["kontor"].pool)


def rebuilt(own: Settings, game: str, *words: str) -> Result:
    return call("audit", "rebuild", "--game", str(id_of(game)), *words, env=dict(own.environment()))


@pytest.fixture
def empty_app(own_settings: Settings, roomy: Settings) -> Iterator[Flask]:
    """An application on a fresh database, for the test that counts games."""
    made = create_app(replace(roomy, database_url=own_settings.database_url, migrate_url=own_settings.migrate_url))
    yield made
    made.extensions["kontor"].pool.close()


def test_games_in_every_state_are_as_their_logs_say(empty_app: Flask, own_settings: Settings) -> None:
    anna, ben = opened(empty_app, "Anna"), opened(empty_app, "Ben")
    a_game(anna, "me", "open")
    a_game(anna, "me", "bot", clock=CLOCK)
    resigned, aborted, finished = a_dealt_game(anna, ben), a_game(anna, "me", "open"), a_game(anna)
    assert ben.post(f"{resigned}/seats/2/resign", {"bot": "random"}).status_code == 201
    assert anna.post(f"{aborted}/abort").status_code == 201
    finish(empty_app, anna, finished)
    result = call("audit", "rebuild", env=dict(own_settings.environment()))
    assert (result.exit_code, result.output) == (0, "5 games compared with their logs: 0 differ, 0 corrected\n")
    as_json = call("audit", "rebuild", "--json", env=dict(own_settings.environment()))
    assert json.loads(as_json.output) == {"games": 5, "differ": 0, "put_right": 0}


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE games SET status = 'finished' WHERE game_id = %(game)s", "status"),
        ("UPDATE games SET awaiting = '{}', decisions = '{}', asked = '{}' WHERE game_id = %(game)s", "awaiting"),
        ("UPDATE games SET summary = summary - 'commitment' WHERE game_id = %(game)s", "commitment"),
        ("UPDATE games SET ruleset = 'chess', ruleset_version = 9 WHERE game_id = %(game)s", "ruleset"),
        ("UPDATE participants SET holds = false WHERE game_id = %(game)s", "holds seat"),
        ("UPDATE participants SET seat = 3 WHERE game_id = %(game)s AND seat = 2", "found on seat 3"),
        ("UPDATE debts SET deadline = deadline + interval '1 day' WHERE game_id = %(game)s", "a deadline"),
        ("DELETE FROM debts WHERE game_id = %(game)s", "a deadline"),
        ("UPDATE debts SET version = 1 WHERE game_id = %(game)s", "pending work of version"),
    ],
)
def test_differences_are_shown_and_repaired_on_request(
    own_app: Flask, own: Settings, kept: Store, statement: LiteralString, words: str
) -> None:
    anna = opened(own_app)
    game = a_game(anna, clock=CLOCK)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    before = rows_of(kept, id_of(game))
    damage.damage(own, statement, game)
    damaged = rows_of(kept, id_of(game))
    shown = rebuilt(own, game)
    assert shown.exit_code == 1, shown.output
    assert words in shown.output
    assert rows_of(kept, id_of(game)) == damaged != before  # nothing was written
    mended = rebuilt(own, game, "--write")
    assert mended.exit_code == 0, mended.output
    assert "(corrected)" in mended.output
    log, now = slice(1, 4), rows_of(kept, id_of(game))
    assert now[log] == before[log]
    assert (now[0], now[6]) == (before[0], before[6])
    assert rebuilt(own, game).exit_code == 0
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201  # and it goes on


def test_a_seat_that_the_log_does_not_know_of_is_taken_away(own_app: Flask, own: Settings, kept: Store) -> None:
    anna, eve = opened(own_app), opened(own_app, "Eve")
    game = a_game(anna, visibility="private")
    before = rows_of(kept, id_of(game))
    with psycopg.connect(own.migrate_url) as conn:
        conn.execute("INSERT INTO participants VALUES ('nobody', %s, 1, %s, true)", (id_of(game), eve.account))
    shown = rebuilt(own, game, "--write")
    assert (shown.exit_code, "expected participant nobody on no seat" in shown.output) == (0, True), shown.output
    assert rows_of(kept, id_of(game)) == before


def test_a_damaged_log_is_reported_and_not_rebuilt(own_app: Flask, own: Settings, kept: Store) -> None:
    game = a_game(opened(own_app))
    damage.alter(own, game, 2)
    damage.damage(own, "UPDATE games SET status = 'finished' WHERE game_id = %(game)s", game)
    damaged = rows_of(kept, id_of(game))
    result = rebuilt(own, game, "--write")
    assert (result.exit_code, "not rebuilt: version 2, log: " in result.output) == (1, True), result.output
    assert rows_of(kept, id_of(game)) == damaged


def test_a_row_that_ends_elsewhere_than_its_log_hides_no_loss(own_app: Flask, own: Settings) -> None:
    game = a_game(opened(own_app))
    damage.damage(own, "UPDATE games SET version = version - 1 WHERE game_id = %(game)s", game)
    result = rebuilt(own, game, "--write")
    assert (result.exit_code, "not rebuilt: " in result.output) == (1, True), result.output


def test_a_game_that_is_not_there_is_said_so(own: Settings) -> None:
    result = rebuilt(own, "/v1/games/01a1e43c-eb29-7662-a9b6-34fad698c468")
    assert (result.exit_code, "There is no game 01a1e43c" in result.output) == (1, True)
