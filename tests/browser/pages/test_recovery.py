"""Ways back into an account: the key, shown again; recovery codes; passkeys of Chromium's virtual authenticator."""

import re
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages.conftest import Person
from tests.support.clicking import KEY, window

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def key_of(page: Page) -> Any:
    return page.evaluate(f"localStorage.getItem('{KEY}')")


def my_id(kontor: str, key: str) -> Any:
    return httpx.get(f"{kontor}/v1/me", headers={"Authorization": f"Bearer {key}"}).json()["id"]


def test_the_key_is_shown_again_and_signing_out_offers_codes_that_lead_back(
    browser: Browser, kontor: str, anna: Person
) -> None:
    with window(browser) as hers:
        page = hers.page
        hers.open(kontor)
        page.evaluate(f"localStorage.setItem('{KEY}', '{anna.key}')")
        page.reload()
        page.get_by_role("button", name="Signed in as Anna").click()
        page.get_by_role("button", name="Show the key").click()
        expect(page.get_by_label("Key of your account")).to_have_text(anna.key)
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("dialog").get_by_role("alert").first).to_contain_text("8 recovery codes")
        page.locator(".new-codes").last.click()
        code = page.get_by_label("Recovery codes").inner_text().splitlines()[0]
        assert re.fullmatch(r"KTR(-[0-9A-Z]{5}){4}", code)
        page.get_by_role("button", name="Sign out now").click()
        page.get_by_role("button", name="Sign in").click()
        assert key_of(page) is None
        page.get_by_text("Lost your key?").click()
        page.get_by_label("Recovery code").fill(code.lower())
        page.get_by_role("button", name="Get a new key").click()
        expect(page.get_by_role("button", name="Signed in as Anna")).to_be_visible()
        assert key_of(page) not in (None, anna.key)
        assert my_id(kontor, key_of(page)) == my_id(kontor, anna.key)
        assert hers.said == []


def test_a_passkey_signs_in_without_a_key(browser: Browser, kontor: str, anna: Person) -> None:
    with window(browser) as hers:
        page = hers.page
        device = page.context.new_cdp_session(page)
        device.send("WebAuthn.enable")
        device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        hers.open(kontor.replace("127.0.0.1", "localhost"))
        page.evaluate(f"localStorage.setItem('{KEY}', '{anna.key}')")
        page.reload()
        page.get_by_role("button", name="Signed in as Anna").click()
        page.get_by_role("button", name="Add a passkey").click()
        expect(page.locator(".passkeys li")).to_contain_text("passkey, added")
        page.get_by_role("button", name="Sign out", exact=True).click()
        page.get_by_role("button", name="Sign out now").click()
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_role("button", name="Signed in as Anna")).to_be_visible()
        assert key_of(page) not in (None, anna.key)
        app = httpx.post(f"{kontor}/v1/oauth/register", json={"client_name": "A terminal"}).json()["client_id"]
        codes = httpx.post(f"{kontor}/v1/oauth/device", data={"client_id": app}).json()
        hers_now = {"Authorization": f"Bearer {key_of(page)}"}
        answer = f"{kontor}/v1/me/apps/devices/{codes['user_code']}"
        assert httpx.post(answer, json={"allow": True}, headers=hers_now).status_code == 204
        asked = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": codes["device_code"]}
        assert httpx.post(f"{kontor}/v1/oauth/token", data={"client_id": app, **asked}).status_code == 200
        assert len(anna.call("GET", "/v1/me/apps")["items"]) == 1
        page.get_by_role("button", name="Signed in as Anna").click()
        page.locator(".passkeys").get_by_role("button", name="Remove").click()
        expect(page.locator(".passkeys li")).to_have_count(0)
        assert anna.call("GET", "/v1/me/passkeys")["items"] == []
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_text("Apps that you allowed with it end, too.")).to_be_visible()
        page.get_by_role("button", name="Sign out now").click()
        page.get_by_role("button", name="Sign in").wait_for()
        assert anna.call("GET", "/v1/me/apps")["items"] == []
        assert [each["revoked_at"] is None for each in anna.call("GET", "/v1/me/keys")["items"]] == [True, False]
        assert hers.said == []


def test_at_an_ip_address_the_page_points_to_localhost(browser: Browser, kontor: str, anna: Person) -> None:
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(kontor)
        page.get_by_role("button", name="Signed in as Anna").click()
        expect(page.get_by_role("link", name="localhost")).to_have_attribute(
            "href", f"{kontor.replace('127.0.0.1', 'localhost')}/"
        )
        assert hers.said == []
