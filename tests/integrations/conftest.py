"""The shared `kontor up`, and people with keys."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.support.running_up import Up


@pytest.fixture(scope="session")
def kontor(shared_up: Up) -> Up:
    return shared_up


@pytest.fixture
def person(kontor: Up) -> Iterator[Callable[[str], httpx.Client]]:
    """Opens an account: a client that sends its key."""
    with ExitStack() as stack:

        def opened(name: str) -> httpx.Client:
            api = stack.enter_context(httpx.Client(base_url=kontor.url, timeout=40))
            api.headers["Authorization"] = f"Bearer {api.post('/v1/accounts', json={'name': name}).json()['api_key']}"
            return api

        yield opened


@pytest.fixture
def anna(person: Callable[[str], httpx.Client]) -> httpx.Client:
    return person("Anna")


@pytest.fixture
def ben(person: Callable[[str], httpx.Client]) -> httpx.Client:
    return person("Ben")


@pytest.fixture
def nobody(kontor: Up) -> Iterator[httpx.Client]:
    """Somebody without a key."""
    with httpx.Client(base_url=kontor.url, timeout=40) as api:
        yield api
