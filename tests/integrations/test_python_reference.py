"""The examples of docs/reference/python-client.md run on a real server, one after the other."""

import doctest
import time

import httpx
import pytest

import kontor as library
from kontor import Client, hansa
from kontor.service.settings import Settings
from tests.support import commands
from tests.support.running_up import Up
from tests.tools.client_operations import operations
from tests.tools.client_types import documents
from tests.tools.reference.python_client import PAGE, examples

pytestmark = pytest.mark.xdist_group("up")


def test_every_operation_has_an_example() -> None:
    shown = {name for methods in examples().values() for name in methods}
    assert {each.name for each in operations(documents())} <= shown


def test_every_example_does_what_the_page_says(kontor: Up, anna: httpx.Client) -> None:
    env = {"KONTOR_DATA": str(kontor.data), "KONTOR_RULESETS": ",".join(("tests.tiny:RULESET", *Settings().rulesets))}
    granted = commands.call("server", "accounts", "grant", anna.get("/v1/me").json()["id"], "audit:read", env=env)
    assert granted.exit_code == 0, granted.stderr
    key = anna.post("/v1/me/keys", json={"scopes": ["audit:read", "game:read"]}).json()["api_key"]
    source = "\n".join(f"{each}\n" for methods in examples().values() for each in methods.values())
    with Client(kontor.url) as visitor, Client(kontor.url, key) as auditor:
        known = {"kontor": library, "Client": Client, "hansa": hansa, "time": time}
        known |= {"visitor": visitor, "auditor": auditor}
        test = doctest.DocTestParser().get_doctest(
            source.replace("http://127.0.0.1:8080", kontor.url), known, PAGE, PAGE, 0
        )
        said: list[str] = []
        results = doctest.DocTestRunner().run(test, out=said.append, clear_globs=False)
        for opened in ("anna", "ben"):
            test.globs[opened].close()
    assert results.failed == 0, "".join(said)
    assert results.attempted > 100
