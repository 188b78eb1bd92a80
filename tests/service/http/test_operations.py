"""Readiness and metrics."""

import re
from dataclasses import replace

import psycopg

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside
from kontor.service.store.store import Store
from kontor.workers.tlog import sign_once
from tests.support.callers import Caller, a_game, next_command, opened
from tests.support.own_redis import a_redis_of_its_own, fill, make_room
from tests.support.stored_games import RUNNING, stored_game

NOWHERE = "redis://127.0.0.1:1/0"


def test_without_redis_commands_work_and_readiness_is_degraded(settings: Settings) -> None:
    alone = create_app(replace(settings, redis_url=NOWHERE, limit_accounts=0))
    anna = opened(alone)
    game = a_game(anna)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    assert anna.get("/readyz").json == {
        "status": "degraded",
        "postgres": True,
        "redis": False,
        "disk": True,
        "signing": True,
    }


def measured(text: str, name: str) -> float | None:
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    return None if found is None else float(found[1])


def test_metrics_have_the_age_of_the_newest_checkpoint_and_of_unsigned_commits(
    own_settings: Settings, own_store: Store
) -> None:
    """Age alone says nothing while nobody plays."""
    app = create_app(own_settings)
    nobody = Caller(app)
    text = nobody.get("/metrics").text
    assert (measured(text, "kontor_checkpoint_age_seconds"), measured(text, "kontor_unsigned_seconds")) == (None, 0)
    old = stored_game(own_store)  # its commands were given in January 2026
    waits = measured(nobody.get("/metrics").text, "kontor_unsigned_seconds")
    assert waits is not None
    assert waits > 3600
    sign_once(own_store.pool, own_settings)
    text = nobody.get("/metrics").text
    age = measured(text, "kontor_checkpoint_age_seconds")
    assert age is not None
    assert 0 <= age < 600
    assert measured(text, "kontor_unsigned_seconds") == 0
    made = old.next_commit()
    with psycopg.connect(own_settings.database_url) as conn:  # open: it holds every later checkpoint back
        conn.execute("SELECT pg_current_xact_id()")
        own_store.commits.append(old.id, old.head, [made], Alongside(RUNNING))
        sign_once(own_store.pool, own_settings)
        held = measured(nobody.get("/metrics").text, "kontor_unsigned_seconds")
        assert held is not None
        assert held > 3600
    app.extensions["kontor"].pool.close()


def test_metrics_show_how_full_redis_is(roomy: Settings) -> None:
    text = Caller(create_app(roomy)).get("/metrics").text
    used, most = measured(text, "kontor_redis_used_bytes"), measured(text, "kontor_redis_max_bytes")
    assert used is not None
    assert most is not None
    assert 0 < used < most


def test_a_full_redis_refuses_no_command_and_is_reported(roomy: Settings) -> None:
    with a_redis_of_its_own() as url:
        app = create_app(replace(roomy, redis_url=url, limit_commands=1000))
        anna = opened(app)
        game = a_game(anna)
        fill(url)
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        assert anna.post(f"{game}/commands", {"type": "no_such_thing"}).status_code == 400
        assert anna.get(f"{game}/refusals").status_code == 200
        found = anna.get("/readyz").json
        assert (found["status"], found["postgres"], found["redis"]) == ("degraded", True, False)
        text = anna.get("/metrics").text
        assert measured(text, "kontor_redis_writable") == 0
        assert measured(text, "kontor_redis_max_bytes") == 1
        make_room(url)
        assert anna.get("/readyz").json["status"] == "ready"
        assert measured(anna.get("/metrics").text, "kontor_redis_writable") == 1
        app.extensions["kontor"].pool.close()


def test_metrics_are_for_this_machine_or_a_token(roomy: Settings) -> None:
    app = create_app(replace(roomy, metrics_token="let me see"))
    client = app.test_client()
    assert b"kontor_requests_total" in client.get("/metrics").data
    far = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    assert client.get("/metrics", **far).status_code == 404  # type: ignore[arg-type]
    told = client.get("/metrics", headers={"Authorization": "Bearer let me see"}, **far)  # type: ignore[arg-type]
    assert told.status_code == 200


def test_readiness_is_degraded_while_there_is_little_room_on_the_disk(roomy: Settings) -> None:
    app = create_app(replace(roomy, min_free_bytes=2**60))
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.json) == (
        200,
        {"status": "degraded", "postgres": True, "redis": True, "disk": False, "signing": True},
    )
    assert "kontor_disk_free_bytes" in app.test_client().get("/metrics").text
