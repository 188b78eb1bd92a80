"""The application on the real servers of the test run, people to call it, and a server for its webhooks to call."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.api_processes import serving
from tests.support.callers import Caller, opened
from tests.support.servers import Servers
from tests.support.traced_up import TracedUp, traced_up
from tests.support.webhook_receiver import Receiver, listening

LIMITS = (
    "limit_accounts",
    "limit_commands",
    "limit_creates",
    "limit_reads",
    "limit_jobs",
    "limit_refusals",
    "games_per_account",
)


@pytest.fixture(scope="session")
def roomy(settings: Settings) -> Settings:
    """Without limits: a test opens more accounts in a minute than people do."""
    return replace(settings, **dict.fromkeys(LIMITS, 0))


@pytest.fixture(scope="session")
def app(roomy: Settings) -> Flask:
    return create_app(roomy)


@pytest.fixture(scope="module")
def module_roomy(servers: Servers, settings: Settings) -> Settings:
    """The same on a database of this file, for tests that list games or sign the log: other tests damage games."""
    name = servers.database()
    own = replace(settings, database_url=servers.app_url(name), migrate_url=servers.owner_url(name))
    return replace(own, **dict.fromkeys(LIMITS, 0))


@pytest.fixture(scope="module")
def module_app(module_roomy: Settings) -> Iterator[Flask]:
    made = create_app(module_roomy)
    yield made
    made.extensions["kontor"].pool.close()


@pytest.fixture(scope="session")
def other_app(roomy: Settings) -> Flask:
    """Another process: the same database, a cache of its own."""
    return create_app(roomy)


@pytest.fixture(scope="session")
def front(roomy: Settings) -> Iterator[str]:
    """The address of a real `kontor server serve`: front, request process, streams process. It ends streams soon
    after their key. Nothing else happens by itself within the time of a test: no heartbeat, no look at PostgreSQL."""
    rare = replace(roomy, heartbeat_seconds=600.0, stream_check_seconds=600.0)
    with serving(replace(rare, key_check_seconds=0.1)) as [url]:
        yield url


@pytest.fixture(scope="session")
def traced() -> Iterator[TracedUp]:
    """A `kontor up` that sends traces; its tests are of one group, so that it is started once."""
    with traced_up() as up:
        yield up


@pytest.fixture
def anna(app: Flask) -> Caller:
    return opened(app, "Anna")


@pytest.fixture
def ben(app: Flask) -> Caller:
    return opened(app, "Ben")


@pytest.fixture
def nobody(app: Flask) -> Caller:
    return Caller(app)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with listening() as server:
        yield server
