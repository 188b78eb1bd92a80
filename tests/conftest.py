"""Fixtures for all: the servers, a database of one's own, and the store."""

import gc
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import structlog
from _pytest.nodeid import NodeId

from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.support import fixed_seeds, open_pools, own_directories
from tests.support.rings import Rings, ring_of
from tests.support.running_up import Up, an_up
from tests.support.servers import Servers, running

ORDER = ("system", "service", "unit")  # what takes long begins first: no test process is left alone at the end
SMALL = "tests/domain/"  # thousands of quick tests that share nothing

# Without this profile, Hypothesis draws other examples in every run, and fails tests that a busy machine slows down.
TOO_SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile(
    "fixed", derandomize=True, database=None, deadline=None, suppress_health_check=TOO_SLOW
)
hypothesis.settings.load_profile("fixed")


def pytest_configure(config: pytest.Config) -> None:
    # A thread that another test has left may log while a test reads the standard output of a command.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.__stderr__))
    config.pluginmanager.register(Rings())
    open_pools.install()
    own_directories.delete_abandoned()
    directory = own_directories.make()
    fixed_seeds.start(directory)
    config.add_cleanup(lambda: shutil.rmtree(directory))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each test its group: xdist runs the tests of a group in one process, where they share servers.

    xdist reads a group from the end of a test's id, but writes it to a place that pytest 9.2 no longer reads."""
    if not config.getoption("loadgroup", False):
        return
    groups = {item: _group(item) for item in items}
    sizes, ranks = Counter(groups.values()), dict.fromkeys(groups.values(), len(ORDER))
    for item, group in groups.items():
        ranks[group] = min(ranks[group], ORDER.index(ring_of(item)))
        if group is not None:
            item._id = NodeId.parse(f"{item.nodeid}@{group}")
    items.sort(key=lambda item: (ranks[groups[item]], -sizes[groups[item]]))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all tests and modules again and again."""
    gc.collect()
    gc.freeze()


def _group(item: pytest.Item) -> str | None:
    """Return the test's group: the marked one, or its file. None: it may run in any process."""
    mark = item.get_closest_marker("xdist_group")
    if mark is not None:
        return str(mark.args[0])
    return None if item.nodeid.startswith(SMALL) else item.location[0]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Iterator[None]:
    """A shared fixture draws its own seeds: which test needs it first depends on the order."""
    if fixturedef.scope == "function":
        return (yield)
    label = f"{fixturedef.baseid}::{fixturedef.argname}[{getattr(request, 'param_index', 0)}]"
    opened = open_pools.Opened()
    fixturedef.addfinalizer(opened.close)
    with fixed_seeds.labelled(label), opened:
        return (yield)


@pytest.fixture(autouse=True)
def fixed_and_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fix the seeds of this test, and close the pools that it has left open."""
    opened = open_pools.Opened()
    with fixed_seeds.labelled(request.node.nodeid.partition("@")[0]), opened:  # xdist writes the group behind it
        yield
    opened.close()


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
    return _settings(servers, servers.database(), keys, keys.parent)


@pytest.fixture
def own_settings(servers: Servers, settings: Settings, tmp_path: Path) -> Settings:
    """The same on a fresh database, for a test that counts or lists."""
    return _settings(servers, servers.database(), Path(settings.signing_keys), tmp_path / "signer")


@pytest.fixture(scope="session")
def store(settings: Settings) -> Iterator[Store]:
    with open_pool(settings.database_url, 16) as pool:
        yield Store(pool)


@pytest.fixture(scope="session")
def shared_up() -> Iterator[Up]:
    """One whole `kontor up` for all who only play on it, once a test process: they are the group `up`."""
    unbound = {f"limit_{kind}": "0" for kind in ("commands", "creates", "reads", "accounts", "jobs")}
    unbound |= {"games_per_account": "0"}
    rulesets = ",".join(("tests.tiny:RULESET", *Settings().rulesets))
    with an_up(rulesets=rulesets, webhooks_loopback="true", max_streams="100", **unbound) as up:
        yield up


@pytest.fixture
def own_store(own_settings: Settings) -> Iterator[Store]:
    """A store on a fresh database."""
    with open_pool(own_settings.database_url, 16) as pool:
        yield Store(pool, debt_grace_seconds=0.0)


def _settings(servers: Servers, database: str, keys: Path, signer_notes: Path) -> Settings:
    return Settings(
        database_url=servers.app_url(database),
        migrate_url=servers.owner_url(database),
        redis_url=servers.redis_url,
        data=servers.directory.path,
        rulesets=("tests.tiny:RULESET",),
        signing_keys=str(keys),
        signer_notes=str(signer_notes),
        request_threads=4,
        max_streams=100,
        pool_size=4,
    )
