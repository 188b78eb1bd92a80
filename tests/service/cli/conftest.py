"""A server for commands that read its transparency log."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import Settings


@pytest.fixture
def app(own_settings: Settings) -> Iterator[Flask]:
    app = create_app(replace(own_settings, limit_accounts=0))
    yield app
    context: Context = app.extensions[NAME]
    context.pool.close()
