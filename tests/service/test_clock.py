"""The clock of PostgreSQL, as a process learns it from answers."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from redis import Redis

from kontor.service import clock
from kontor.service.clock import DatabaseClock, utc_now
from kontor.service.http.app import create_app
from kontor.service.jobs.liveness import MAY_TAKE, SKEWS, clock_skews, report_skew
from kontor.service.settings import Settings
from kontor.service.store.pool import open_pool
from tests.support.callers import Caller, a_game, next_command, opened
from tests.support.commands import call

HOUR = 3600.0


class Hands:
    """Clocks that a test moves."""

    def __init__(self, wall: float) -> None:
        self.wall, self.steady = wall, 10.0

    def pass_seconds(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def hands() -> Hands:
    return Hands(wall=1000.0)


@pytest.fixture
def known(hands: Hands) -> DatabaseClock:
    return DatabaseClock(lambda: hands.wall, lambda: hands.steady)


@pytest.mark.unit
def test_without_an_answer_the_time_is_that_of_the_machine(hands: Hands, known: DatabaseClock) -> None:
    hands.pass_seconds(5)
    assert (known.time(), known.skew) == (1005, 0)


@pytest.mark.unit
@pytest.mark.parametrize("skew", [HOUR, -HOUR])
def test_an_answer_has_the_database_time(hands: Hands, known: DatabaseClock, skew: float) -> None:
    asked = known.steady()
    known.learn(hands.wall - skew, asked)
    hands.pass_seconds(7)
    assert (known.time(), known.skew) == (1007 - skew, skew)


@pytest.mark.unit
def test_an_answer_that_took_long_does_not_change_a_clock_that_is_right(hands: Hands, known: DatabaseClock) -> None:
    for before, after in ((0, 4), (4, 0), (2, 2)):  # seconds before and after PostgreSQL read its clock
        asked = known.steady()
        hands.pass_seconds(before)
        told = hands.wall
        hands.pass_seconds(after)
        known.learn(told, asked)
        assert (known.time(), known.skew) == (hands.wall, 0)


@pytest.mark.unit
def test_a_step_of_the_wall_clock_does_not_change_the_time(hands: Hands, known: DatabaseClock) -> None:
    known.learn(hands.wall, known.steady())
    hands.wall += HOUR
    assert (known.time(), known.skew) == (1000, HOUR)


# ---------------------------------------------------------------- with PostgreSQL


@pytest.fixture(params=[HOUR, -HOUR], ids=["fast", "slow"])
def wrong(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> float:
    """Let the clock of this machine be an hour off."""
    monkeypatch.setattr(clock, "CLOCK", DatabaseClock(lambda: time.time() + request.param))
    return float(request.param)


def is_right() -> bool:
    return abs(utc_now() - datetime.now(UTC)) < timedelta(minutes=10)


def test_a_new_connection_has_the_database_time(settings: Settings, wrong: float) -> None:
    assert not is_right()
    with open_pool(settings.database_url, 1) as pool, pool.connection():
        assert is_right()


def test_each_command_and_look_up_has_the_database_time(
    settings: Settings, wrong: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(settings)
    anna = opened(app)
    game = a_game(anna)
    command = next_command(anna, game)
    requests = (lambda: anna.post(f"{game}/commands", command), lambda: anna.get(game), lambda: a_game(anna))
    for request in requests:
        monkeypatch.setattr(clock, "CLOCK", DatabaseClock(lambda: time.time() + wrong))
        request()
        assert is_right()


@pytest.fixture
def nodes(settings: Settings) -> Iterator[Redis]:
    with Redis.from_url(settings.redis_url) as client:
        client.delete(SKEWS)
        yield client
        client.delete(SKEWS)


def test_metrics_report_the_skew_of_this_machine_and_of_workers(settings: Settings, wrong: float, nodes: Redis) -> None:
    app = create_app(settings)
    report_skew(nodes)
    lines = Caller(app).get("/metrics").text.splitlines()
    own, worker = (
        next(line for line in lines if line.startswith(name))
        for name in ("kontor_clock_skew_seconds ", "kontor_worker_clock_skew_seconds{")
    )
    for line in (own, worker):
        assert abs(float(line.split()[-1]) - wrong) < 600, line


def test_a_report_of_a_machine_that_is_gone_expires(nodes: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    report_skew(nodes)
    assert len(clock_skews(nodes)) == 1
    monkeypatch.setattr(clock, "CLOCK", DatabaseClock(lambda: time.time() + MAY_TAKE + 600))
    assert clock_skews(nodes) == {}
    assert nodes.hlen(SKEWS) == 0


def test_doctor_reports_a_wrong_clock(own_settings: Settings, wrong: float, nodes: Redis) -> None:
    result = call("server", "doctor", env=dict(own_settings.environment()))
    assert result.exit_code == 1
    side = "ahead" if wrong > 0 else "behind"
    assert f"problem  clocks: Clocks differ from PostgreSQL's: this machine is 3600 s {side}" in result.output


def test_doctor_reports_the_wrong_clock_of_a_worker(own_settings: Settings, nodes: Redis) -> None:
    nodes.hset(SKEWS, "far-away", f"{time.time() + 600} -1800.0")
    result = call("server", "doctor", env=dict(own_settings.environment()))
    assert "problem  clocks: Clocks differ from PostgreSQL's: far-away is 1800 s behind." in result.output
    nodes.delete(SKEWS)
    result = call("server", "doctor", env=dict(own_settings.environment()))
    assert "ok       clocks: agree with PostgreSQL's" in result.output
