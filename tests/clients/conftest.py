"""One server for all generated clients."""

from collections.abc import Iterator

import pytest

from tests.support.running_up import running_up


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with running_up() as address:
        yield address
