"""`kontor server migrate`."""

from kontor.service.settings import Settings
from tests.support.commands import call


def test_migrate_needs_the_owner(settings: Settings) -> None:
    assert "set KONTOR_MIGRATE_URL" in call("server", "migrate", env={"KONTOR_MIGRATE_URL": ""}).output
    result = call("server", "migrate", env=dict(settings.environment()))
    assert result.exit_code == 0, result.output
    assert "The database is at migration 0" in result.output
