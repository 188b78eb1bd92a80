"""Headers that HAProxy sets: since when a request waits."""

import time

import pytest
from flask import Flask

from kontor.service.http.internal_headers import SINCE
from tests.support.callers import Caller


@pytest.mark.parametrize(("waited", "status"), [(0, 200), (4, 200), (6, 503), (30, 503), (3600, 200), (-3600, 200)])
def test_a_request_that_waited_too_long_is_refused_unless_the_clock_was_set(
    app: Flask, waited: int, status: int
) -> None:
    """Those behind would wait for an answer that nobody waits for any more."""
    since = str(round((time.time() - waited) * 1000))
    assert Caller(app).get("/v1/rulesets", **{SINCE: since}).status_code == status


def test_an_invalid_time_is_ignored(app: Flask) -> None:
    assert Caller(app).get("/v1/rulesets", **{SINCE: "soon"}).status_code == 200
