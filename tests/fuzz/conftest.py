"""One house for all that is thrown at it: front, a request process, streams; all rulesets, no limits."""

from collections.abc import Iterator

import httpx
import pytest

from kontor.service.settings import Settings
from tests.fuzz.house import open_to_all
from tests.support.api_processes import Serve, serve


@pytest.fixture(scope="session")
def open_settings(settings: Settings) -> Settings:
    return open_to_all(settings)


@pytest.fixture(scope="session")
def house(open_settings: Settings) -> Iterator[Serve]:
    with serve(open_settings) as found:
        yield found


@pytest.fixture(scope="session")
def key(house: Serve) -> str:
    """Of somebody who has an account there."""
    return key_of(house, "Anna")


@pytest.fixture(scope="session")
def other_key(house: Serve) -> str:
    return key_of(house, "Ben")


def key_of(house: Serve, name: str) -> str:
    answer = httpx.post(f"{house.url}/v1/accounts", json={"name": name}, timeout=60)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["api_key"])
