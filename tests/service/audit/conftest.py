"""Keys to sign with, and a game of each shipped ruleset."""

import pytest

from kontor.service.signing.keys import SigningKey
from kontor.service.signing.receipts import Signer
from tests.support.bundles import key


@pytest.fixture(scope="session")
def signer() -> Signer:
    return Signer([key(1)])


@pytest.fixture(scope="session")
def old_key() -> SigningKey:
    return key(2)
