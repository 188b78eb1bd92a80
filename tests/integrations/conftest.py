"""One `kontor up` for all integrations, and people with keys."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.support.api_processes import free_port
from tests.support.up_at_a_terminal import Up

RULESETS = "tests.tiny:RULESET,kontor.domain.hansa:RULESET"
UNBOUND = {f"limit_{kind}": "0" for kind in ("commands", "creates", "reads", "accounts", "jobs")}


@pytest.fixture(scope="session")
def kontor() -> Iterator[Up]:
    data = Path(tempfile.mkdtemp(prefix="kontor-"))
    up = Up(data, free_port(), rulesets=RULESETS, webhooks_loopback="true", max_streams="100", **UNBOUND)
    try:
        up.said("Ctrl-C stops it")
        yield up
    finally:
        up.stop()
        shutil.rmtree(data, ignore_errors=True)


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
