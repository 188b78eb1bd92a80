"""`kontor server serve` and `kontor server worker`: what is in the way of them is said before they start."""

import pytest

from kontor.service.cli.main import sentence_for
from kontor.service.settings import Settings
from tests.support.commands import call


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ("", "KONTOR_SIGNING_KEYS must name a file of signing keys"),
        ("/nowhere/keys.json", "The signing keys cannot be read: No such file or directory (/nowhere/keys.json)."),
    ],
)
def test_serving_without_signing_keys_is_refused_before_anything_starts(
    settings: Settings, keys: str, sentence: str
) -> None:
    error = call("server", "serve", env={**settings.environment(), "KONTOR_SIGNING_KEYS": keys}).exception
    assert isinstance(error, Exception)
    assert sentence in str(sentence_for(error))


def test_serving_as_the_owner_of_the_log_is_refused(settings: Settings) -> None:
    for command in ("serve", "worker"):
        given = {**settings.environment(), "KONTOR_DATABASE_URL": settings.migrate_url}
        error = call("server", command, env=given).exception
        assert isinstance(error, Exception)
        assert "Run the service as kontor_app only" in str(sentence_for(error))
