"""An app of a third party that signs people in with OAuth, as its author would write it."""

import hashlib
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask

from tests.support.callers import Caller, TestResponse

CALLBACK = "https://app.example/back"
VERIFIER = "v" * 43
FORM = "application/x-www-form-urlencoded"


def challenge_of(verifier: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


@dataclass(frozen=True)
class SignedIn(Caller):
    """An app with the tokens of a person."""

    refresh: str = ""
    client_id: str = ""


@dataclass(frozen=True)
class ThirdParty:
    """An app that has registered itself."""

    app: Flask
    client_id: str
    redirect_uri: str = CALLBACK
    asked: dict[str, str] = field(default_factory=dict)  # parameters that differ from the usual ones

    def asking(self, **more: str) -> "ThirdParty":
        return replace(self, asked={**self.asked, **more})

    def query(self) -> str:
        usual = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "game:read game:play game:create",
            "state": "s-1",
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
        }
        return urlencode({name: text for name, text in {**usual, **self.asked}.items() if text})

    def consent(self, person: Caller) -> TestResponse:
        return person.post("/v1/me/apps", {"request": self.query()})

    def returned(self, person: Caller) -> dict[str, str]:
        """Return the parameters with which the browser comes back to the app."""
        answer = self.consent(person)
        assert answer.status_code == 201, answer.text
        assert answer.json["redirect_to"].startswith(self.redirect_uri)
        return dict(parse_qsl(urlsplit(answer.json["redirect_to"]).query))

    def code(self, person: Caller) -> str:
        return self.returned(person)["code"]

    def token(self, **fields: str) -> TestResponse:
        return posted(self.app, "/v1/oauth/token", {"client_id": self.client_id, **fields})

    def exchange(self, code: str, **more: str) -> TestResponse:
        usual = {"code": code, "redirect_uri": self.redirect_uri, "code_verifier": VERIFIER}
        return self.token(grant_type="authorization_code", **{**usual, **more})

    def refresh(self, token: str, **more: str) -> TestResponse:
        return self.token(grant_type="refresh_token", refresh_token=token, **more)

    def sign_in(self, person: Caller) -> SignedIn:
        answer = self.exchange(self.code(person))
        assert answer.status_code == 200, answer.text
        return self.signed_in(answer.json, person)

    def sign_in_by_device(self, person: Caller) -> SignedIn:
        asked = {"client_id": self.client_id, "scope": "game:read game:create"}
        codes = posted(self.app, "/v1/oauth/device", asked).json
        assert person.post(f"/v1/me/apps/devices/{codes['user_code']}", {"allow": True}).status_code == 204
        grant = "urn:ietf:params:oauth:grant-type:device_code"
        return self.signed_in(self.token(grant_type=grant, device_code=codes["device_code"]).json, person)

    def signed_in(self, tokens: dict[str, Any], person: Caller) -> SignedIn:
        return SignedIn(self.app, tokens["access_token"], person.account, tokens["refresh_token"], self.client_id)


def posted(app: Flask, path: str, fields: dict[str, str]) -> TestResponse:
    return app.test_client().post(path, data=fields, headers={"Content-Type": FORM})


def registered(app: Flask, *addresses: str, name: str = "Trade Table") -> ThirdParty:
    uris = addresses or (CALLBACK,)
    answer = Caller(app).post("/v1/oauth/register", {"client_name": name, "redirect_uris": list(uris), "logo_uri": "x"})
    assert answer.status_code == 201, answer.text
    return ThirdParty(app, answer.json["client_id"], uris[0])


def oauth_error(answer: TestResponse, error: str) -> None:
    assert answer.status_code == 400, answer.text
    assert answer.content_type == "application/json"
    assert answer.json["error"] == error, answer.json
    assert answer.json["error_description"]
    assert answer.headers["Cache-Control"] == "no-store"
