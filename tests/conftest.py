"""Fixtures for all: the servers, a database of one's own, and the store."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from _pytest.nodeid import NodeId

from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.store import Store, open_pool
from tests.support import fixed_seeds
from tests.support.running_up import Up, an_up
from tests.support.servers import Servers, running

# Where single tests take long, since they start servers and processes of their own.
FOLDERS = ("docs", "terminal", "integrations", "faults", "fuzz", "deploy", "workers", "client")
SERVICE = ("stack", "front", "cli", "engine", "audit")
LONG = (*(f"tests/{each}/" for each in FOLDERS), *(f"tests/service/{each}/" for each in SERVICE))
SMALL = "tests/domain/"  # thousands of quick tests without any


def pytest_configure(config: pytest.Config) -> None:
    directory = Path(tempfile.mkdtemp(prefix="kontor-seeds-"))
    fixed_seeds.start(directory)
    config.add_cleanup(lambda: shutil.rmtree(directory))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of a group go to one process, so that they share its server; and the tests of a file, unless they are many
    small ones without any. xdist tells groups by a name behind a test's id, and writes it where pytest does not look
    any more since 9.2. What takes long is begun first, and the small ones last: no process is left alone at the end."""
    if not config.getoption("loadgroup", False):
        return
    groups = {item: _group(item) for item in items}
    sizes, ranks = Counter(groups.values()), dict.fromkeys(groups.values(), _rank(SMALL))
    for item, group in groups.items():
        ranks[group] = min(ranks[group], _rank(item.nodeid))
        if group is not None:
            item._id = NodeId.parse(f"{item.nodeid}@{group}")
    items.sort(key=lambda item: (ranks[groups[item]], -sizes[groups[item]]))


def _group(item: pytest.Item) -> str | None:
    """None: each test by itself."""
    mark = item.get_closest_marker("xdist_group")
    if mark is not None:
        return str(mark.args[0])
    return None if item.nodeid.startswith(SMALL) else item.location[0]


def _rank(nodeid: str) -> int:
    return 0 if nodeid.startswith(LONG) else 2 if nodeid.startswith(SMALL) else 1


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Iterator[None]:
    """A shared fixture draws its own seeds: which test needs it first depends on the order."""
    label = f"{fixturedef.baseid}::{fixturedef.argname}[{getattr(request, 'param_index', 0)}]"
    with nullcontext() if fixturedef.scope == "function" else fixed_seeds.labelled(label):
        return (yield)


@pytest.fixture(autouse=True)
def seeds_of_this_test(request: pytest.FixtureRequest) -> Iterator[None]:
    with fixed_seeds.labelled(request.node.nodeid.partition("@")[0]):  # xdist writes the group behind it
        yield


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
