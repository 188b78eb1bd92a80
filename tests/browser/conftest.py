"""A real Chromium, a real `kontor up`, and pages of other origins. `make test-browser` runs this; CHROMIUM says which
one it is."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kontor.service.cli.servers import database_url
from kontor.service.settings import Settings
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.support.browsing import PATIENCE
from tests.support.paths import ROOT
from tests.support.running_up import Up, an_up

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
CLIENT = ROOT / "service" / "http" / "static" / "client"
EXAMPLE = ROOT / "openapi" / "examples" / "web-page"
SIGN_IN = ROOT / "openapi" / "examples" / "sign-in-page"
RULESETS = "tests.tiny:RULESET,kontor.domain.hansa:RULESET,kontor.domain.merchants:RULESET"
EMPTY = '<!doctype html><title>A page</title><link rel="icon" href="data:,">'


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # no sandbox: tests run as root in containers, and the pages are ours
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def up() -> Iterator[Up]:
    """A real `kontor up` with the rulesets that are published, and the smallest one."""
    with an_up(rulesets=RULESETS, limit_accounts="0") as running:
        yield running


@pytest.fixture(scope="session")
def kontor(up: Up) -> str:
    """Its address."""
    return up.url


@pytest.fixture
def store(up: Up) -> Iterator[Store]:
    """Its games, to put in some that were not played there."""
    with open_pool(database_url(Settings(data=up.home / "data")), 2) as pool:
        yield Store(pool)


@pytest.fixture
def console() -> Iterator[list[str]]:
    """What pages say to the console, errors and failed requests included. A test takes out what it expects
    (`browsing.take`); whatever is left then fails it."""
    said: list[str] = []
    yield said
    assert said == []


@pytest.fixture
def page(browser: Browser, console: list[str]) -> Iterator[Page]:
    """A page in a browser of its own, with nothing remembered."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    found.on("console", lambda message: console.append(f"{message.type}: {message.text}"))
    found.on("pageerror", lambda error: console.append(f"pageerror: {error}"))
    yield found
    context.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Another origin: the example `web-page`, the JavaScript client in /client, `sign-in-page` in /sign-in, and an
    empty page at /empty.html."""
    yield from _served(_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def other_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """And another one with the same pages."""
    yield from _served(_folder(tmp_path_factory))


def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    shutil.copytree(CLIENT, folder / "client")
    shutil.copytree(SIGN_IN, folder / "sign-in")
    (folder / "empty.html").write_text(EMPTY)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def _served(folder: Path) -> Iterator[str]:
    handler: Callable[..., SimpleHTTPRequestHandler] = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
