"""Apps to which a person signs in, in a real browser: a static page of another origin and a program, both of
openapi/examples/, and a terminal."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.support.browsing import PATIENCE, take
from tests.support.examples import started

FRAMED = """url => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.onload = () => done("loaded");
    frame.src = url;
    document.body.append(frame);
})"""
FAILED = "Failed to load resource"


def test_a_person_signs_in_to_a_page_that_plays_until_it_is_revoked(
    kontor: str, site: str, page: Page, console: list[str]
) -> None:
    key = httpx.post(f"{kontor}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
    page.goto(f"{kontor}/apps")
    page.evaluate("key => localStorage.setItem('kontor.key', key)", key)
    page.goto(f"{site}/sign-in/?server={kontor}&ruleset=tiny&board=square")
    status = page.get_by_role("status")

    page.get_by_role("button", name="Sign in with Kontor").click()
    expect(page.get_by_role("heading", name="Allow an app?")).to_be_visible()
    expect(page.get_by_text("Your answer goes to a program on this device.")).to_be_visible()
    consent = page.url
    page.get_by_role("link", name="Do not allow").click()
    expect(status).to_have_text("refused: access_denied")

    page.get_by_role("button", name="Sign in with Kontor").click()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(status).to_have_text("signed in")
    assert "code=" not in page.url
    assert key not in str(page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])"))
    page.get_by_role("button", name="Play a game").click()
    expect(status).to_have_text(re.compile(r"^Anna's game is (scoring|finished)$"), timeout=2 * PATIENCE)

    page.goto(f"{kontor}/apps")
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No app may use your account.")).to_be_visible()
    page.goto(f"{site}/sign-in/")
    page.get_by_role("button", name="Play a game").click()
    expect(status).to_have_text("refused: you have revoked this page")
    take(console, FAILED)

    page.goto(f"{site}/empty.html")
    page.evaluate(FRAMED, consent)
    assert page.frames[1].url.startswith("chrome-error:")  # clickjacking
    assert take(console, "frame-ancestors")


def test_a_person_lets_a_program_play_until_it_is_revoked(kontor: str, page: Page) -> None:
    key = httpx.post(f"{kontor}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
    page.goto(f"{kontor}/apps")
    page.evaluate("key => localStorage.setItem('kontor.key', key)", key)
    tiny = ("--ruleset", "tiny", "--board", "square", "--seats", "2", "--games", "1000")
    with started("sign-in-program/play.py", kontor, *tiny) as program:
        assert program.stdout is not None
        page.goto(program.stdout.readline().removeprefix("Open ").strip())
        expect(page.get_by_text("The app “Example program” asks to use your Kontor account.")).to_be_visible()
        page.get_by_role("button", name="Allow", exact=True).click()
        expect(page.get_by_text("You can close this page.")).to_be_visible()
        assert program.stdout.readline() == "signed in as Anna\n"
        assert program.stdout.readline().endswith(" is over\n")
        page.goto(f"{kontor}/apps")
        page.get_by_role("button", name="Revoke").click()
        expect(page.get_by_text("No app may use your account.")).to_be_visible()
        program.communicate(timeout=60)
        assert program.returncode == 1


def test_a_person_types_the_code_of_a_device(kontor: str, page: Page) -> None:
    key = httpx.post(f"{kontor}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
    app = httpx.post(f"{kontor}/v1/oauth/register", json={"client_name": "A terminal"}).json()["client_id"]
    codes = httpx.post(f"{kontor}/v1/oauth/device", data={"client_id": app}).json()
    page.goto(f"{kontor}/device")
    page.evaluate("key => localStorage.setItem('kontor.key', key)", key)
    page.goto(codes["verification_uri_complete"])
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("The app “A terminal” asks to use your Kontor account.")).to_be_visible()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.get_by_text("The program can use your account now.")).to_be_visible()
    grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": codes["device_code"]}
    tokens = httpx.post(f"{kontor}/v1/oauth/token", data={"client_id": app, **grant}).json()
    assert tokens["scope"] == "game:read"
