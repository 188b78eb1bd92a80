"""A real `kontor server serve` without workers, for everything that a client asks; people decide for all seats."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kontor import Client
from kontor.service.settings import Settings
from tests.support.api_processes import serving


@pytest.fixture(scope="session")
def url(settings: Settings) -> Iterator[str]:
    roomy = replace(
        settings,
        limit_accounts=0,
        limit_commands=0,
        limit_creates=0,
        limit_reads=0,
        games_per_account=0,
        webhooks_loopback=True,
    )
    with serving(replace(roomy, rulesets=("tests.tiny:RULESET", *Settings().rulesets))) as [url]:
        yield url


@pytest.fixture
def key(url: str) -> str:
    with Client(url) as nobody:
        return nobody.open_account("Anna").api_key


@pytest.fixture
def client(url: str, key: str) -> Iterator[Client]:
    with Client(url, key) as client:
        yield client
