"""Readiness and metrics."""

from dataclasses import replace

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import a_game, next_command, opened

NOWHERE = "redis://127.0.0.1:1/0"


def test_without_redis_commands_work_and_readiness_is_degraded(settings: Settings) -> None:
    alone = create_app(replace(settings, redis_url=NOWHERE, limit_accounts=0))
    anna = opened(alone)
    game = a_game(anna)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    assert anna.get("/readyz").json == {"status": "degraded", "postgres": True, "redis": False}


def test_metrics_are_for_this_machine_or_a_token(roomy: Settings) -> None:
    app = create_app(replace(roomy, metrics_token="let me see"))
    client = app.test_client()
    assert b"kontor_requests_total" in client.get("/metrics").data
    far = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    assert client.get("/metrics", **far).status_code == 404  # type: ignore[arg-type]
    told = client.get("/metrics", headers={"Authorization": "Bearer let me see"}, **far)  # type: ignore[arg-type]
    assert told.status_code == 200
