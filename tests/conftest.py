"""Fixtures for all: the servers, a database of one's own, and the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.nodeid import NodeId

from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.store import Store, open_pool
from tests.support.running_up import Up, an_up
from tests.support.servers import Servers, running


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of a group go to one process, so that they share its server; and the tests of a file, unless they are many
    small ones without any. xdist tells groups by a name behind a test's id, and writes it where pytest does not look
    any more since 9.2."""
    if not config.getoption("loadgroup", False):
        return
    for item in items:
        mark = item.get_closest_marker("xdist_group")
        is_small = item.nodeid.startswith("tests/domain/")
        if mark is not None or not is_small:
            group = item.location[0] if mark is None else mark.args[0]
            item._id = NodeId.parse(f"{item.nodeid}@{group}")


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Real PostgreSQL and Redis, from their wheels, once a test process."""
    with running() as servers:
        yield servers


@pytest.fixture(scope="session")
def settings(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A service on a database that the tests of this process share; games do not meet."""
    keys = tmp_path_factory.mktemp("keys") / "signing-keys.json"
    make_keys(keys)
    return _settings(servers, servers.database(), keys)


@pytest.fixture
def own_settings(servers: Servers, settings: Settings) -> Settings:
    """The same on a fresh database, for a test that counts or lists."""
    return _settings(servers, servers.database(), Path(settings.signing_keys))


@pytest.fixture(scope="session")
def store(settings: Settings) -> Iterator[Store]:
    with open_pool(settings.database_url, 16) as pool:
        yield Store(pool)


@pytest.fixture(scope="session")
def shared_up() -> Iterator[Up]:
    """One whole `kontor up` for all who only play on it, once a test process: they are the group `up`."""
    unbound = {f"limit_{kind}": "0" for kind in ("commands", "creates", "reads", "accounts", "jobs")}
    rulesets = ",".join(("tests.tiny:RULESET", *Settings().rulesets))
    with an_up(rulesets=rulesets, webhooks_loopback="true", max_streams="100", **unbound) as up:
        yield up


@pytest.fixture
def own_store(own_settings: Settings) -> Iterator[Store]:
    """A store on a fresh database."""
    with open_pool(own_settings.database_url, 16) as pool:
        yield Store(pool, debt_grace_seconds=0.0)


def _settings(servers: Servers, database: str, keys: Path) -> Settings:
    return Settings(
        database_url=servers.app_url(database),
        migrate_url=servers.owner_url(database),
        redis_url=servers.redis_url,
        data=servers.directory.path,
        rulesets=("tests.tiny:RULESET",),
        signing_keys=str(keys),
        request_threads=4,
        max_streams=100,
        pool_size=4,
    )
