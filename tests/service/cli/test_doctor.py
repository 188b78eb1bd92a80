"""`kontor doctor`."""

from kontor.service.settings import Settings
from tests.support.commands import call


def test_doctor_finds_everything_in_order(settings: Settings) -> None:
    result = call("doctor", env=dict(settings.environment()))
    assert result.exit_code == 0, result.output
    assert "problem" not in result.output
    assert "our role cannot alter the log" in result.output


def test_doctor_says_what_is_wrong(settings: Settings) -> None:
    wrong = {"KONTOR_DATABASE_URL": settings.migrate_url, "KONTOR_REDIS_URL": "unix:///nonexistent/redis.sock"}
    result = call("doctor", env={**settings.environment(), **wrong})
    assert result.exit_code == 1
    assert "problem  database: The database role kontor_owner is the owner of the log" in result.output
    assert "problem  Redis: " in result.output
