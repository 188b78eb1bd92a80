"""`kontor serve` and `kontor worker`: what is in the way of them is said before they start."""

from kontor.service.cli.main import sentence_for
from kontor.service.settings import Settings
from tests.support.commands import call


def test_serving_as_the_owner_of_the_log_is_refused(settings: Settings) -> None:
    for command in ("serve", "worker"):
        given = {**settings.environment(), "KONTOR_DATABASE_URL": settings.migrate_url}
        error = call(command, env=given).exception
        assert isinstance(error, Exception)
        assert "the service runs as kontor_app only" in str(sentence_for(error))
