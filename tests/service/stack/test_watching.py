"""`kontor up` notices a PostgreSQL that says nothing, and tells when it is back."""

import pytest

from kontor.service.settings import Settings
from kontor.service.stack import watching
from tests.support.bot_games import wait_until
from tests.support.freezing import frozen
from tests.support.servers import Servers


def test_a_frozen_postgres_is_noticed_and_so_is_its_return(
    servers: Servers, own_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.1)
    monkeypatch.setattr(watching, "PATIENCE", 0.5)
    monkeypatch.setattr(watching, "TIMEOUT", 2)  # the least that libpq takes
    said: list[str] = []
    with watching.watched(own_settings.database_url, said.append):
        with frozen(servers):
            wait_until(lambda: bool(said))
        wait_until(lambda: len(said) == 2)
    assert said == [
        "PostgreSQL does not answer; requests are refused (503) until it does.",
        "PostgreSQL answers again.",
    ]
