"""Keys to sign with; and the application on a database of each module's own, since others expect theirs to be whole."""

from collections.abc import Iterator

import pytest
from flask import Flask

from kontor.service.settings import Settings
from kontor.service.signing.keys import SigningKey
from kontor.service.signing.receipts import Signer
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.support.bundles import key
from tests.support.callers import Caller, a_game
from tests.support.stored_audits import moved


@pytest.fixture(scope="session")
def signer() -> Signer:
    return Signer([key(1)])


@pytest.fixture(scope="session")
def old_key() -> SigningKey:
    return key(2)


@pytest.fixture(scope="module")
def roomy(module_roomy: Settings) -> Settings:
    return module_roomy


@pytest.fixture(scope="module")
def app(module_app: Flask) -> Flask:
    return module_app


@pytest.fixture(scope="module")
def kept(roomy: Settings) -> Iterator[Store]:
    with open_pool(roomy.database_url, 2) as pool:
        yield Store(pool)


@pytest.fixture
def game(anna: Caller) -> str:
    found = a_game(anna)
    moved(anna, found)
    return found
