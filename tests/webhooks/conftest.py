from collections.abc import Iterator

import pytest

from tests.webhooks.receiver import Receiver, listening


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with listening() as server:
        yield server
