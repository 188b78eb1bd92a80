"""A program that signs a person in and plays for them: openapi/examples/sign-in-program/."""

from urllib.parse import urlsplit

import httpx
import pytest

from tests.support.examples import started
from tests.support.running_up import Up

pytestmark = pytest.mark.xdist_group("up")


def test_a_program_signs_in_plays_and_is_refused_once_the_person_revokes_it(kontor: Up, anna: httpx.Client) -> None:
    tiny = ("--ruleset", "tiny", "--board", "square", "--seats", "2", "--games", "1000")
    program = started("sign-in-program/play.py", kontor.url, *tiny)
    assert program.stdout is not None
    address = program.stdout.readline().removeprefix("Open ").strip()
    assert "a program on this device" in httpx.get(address).text
    returned = anna.post("/v1/me/apps", json={"request": urlsplit(address).query}).json()["redirect_to"]
    assert httpx.get(returned).status_code == 200
    assert program.stdout.readline() == "signed in as Anna\n"
    assert program.stdout.readline().endswith(" is over\n")
    [allowed] = anna.get("/v1/me/apps").json()["items"]
    assert allowed["app"] == "Example program"
    assert anna.delete(f"/v1/me/apps/{allowed['id']}").status_code == 204
    program.communicate()
    assert program.returncode == 1  # it ends with a sentence on standard error
