"""A log on a server that tests replace while a monitor follows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx
import pytest

from kontor.service.tlog.remote_log import RemoteLog
from tests.support.grown_logs import GrownLog
from tests.support.served_logs import served_log

L = TypeVar("L", bound=GrownLog)


@dataclass
class Shown(Generic[L]):
    """The log that the server shows at the moment."""

    log: L


@pytest.fixture
def remote(shown: Shown[GrownLog]) -> Iterator[RemoteLog]:
    with served_log(lambda: shown.log) as url, httpx.Client(base_url=url) as client:
        yield RemoteLog(client)
