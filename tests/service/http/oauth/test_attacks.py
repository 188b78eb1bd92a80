"""The attacks of RFC 9700, "Best Current Practice for OAuth 2.0 Security". Each test tries one."""

import logging
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask

from kontor.service.http.oauth.clients import is_address
from tests.support.callers import Caller, a_game, expire, problem
from tests.support.signing_in import (
    CALLBACK,
    FORM,
    ThirdParty,
    challenge_of,
    oauth_error,
    posted,
    registered,
)


@pytest.fixture
def third(app: Flask) -> ThirdParty:
    return registered(app)


def page_of(third: ThirdParty) -> tuple[int, str]:
    answer = Caller(third.app).get(f"/authorize?{third.query()}", Accept="text/html")
    return answer.status_code, unescape(answer.text)


# ---------------------------------------------------------------- codes


def test_a_code_that_is_used_twice_ends_the_tokens_of_its_first_use(third: ThirdParty, anna: Caller) -> None:
    """Code replay: RFC 9700, 4.2.4"""
    code = third.code(anna)
    its = third.signed_in(third.exchange(code).json, anna)
    assert its.get("/v1/me").status_code == 200
    oauth_error(third.exchange(code), "invalid_grant")
    problem(its.get("/v1/me"), 401, "unauthenticated")
    oauth_error(third.refresh(its.refresh), "invalid_grant")


def test_an_intercepted_code_is_worthless(app: Flask, third: ThirdParty, anna: Caller) -> None:
    """Code interception and injection: RFC 9700, 4.5. Without the verifier, for another app, or at another address."""
    code, other = third.code(anna), registered(app, name="Another app")
    oauth_error(third.exchange(code, code_verifier=""), "invalid_request")
    oauth_error(third.exchange(code, code_verifier="w" * 43), "invalid_grant")
    oauth_error(other.exchange(code), "invalid_grant")
    oauth_error(third.exchange(code, redirect_uri="https://app.example/other"), "invalid_grant")
    assert third.exchange(code).status_code == 200


def test_a_code_expires(app: Flask, third: ThirdParty, anna: Caller) -> None:
    code = third.code(anna)
    with app.extensions["kontor"].pool.connection() as conn:
        conn.execute("UPDATE app_codes SET expires_at = now() WHERE account_id = %s", (anna.account,))
    oauth_error(third.exchange(code), "invalid_grant")


@pytest.mark.parametrize(
    "asked",
    [
        {"code_challenge": ""},
        {"code_challenge": "", "code_challenge_method": ""},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": ""},
        {"code_challenge": "short"},
    ],
    ids=["no challenge", "no PKCE", "plain", "no method", "short"],
)
def test_an_app_cannot_leave_out_pkce(third: ThirdParty, anna: Caller, asked: dict[str, str]) -> None:
    """PKCE downgrade: RFC 9700, 4.8"""
    refused = problem(third.asking(**asked).consent(anna), 400, "unreadable")
    assert "invalid_request" in refused["detail"]
    assert page_of(third.asking(**asked))[0] == 400


# ---------------------------------------------------------------- redirects


def test_the_answer_names_the_server_that_gave_it(third: ThirdParty, anna: Caller, nobody: Caller) -> None:
    """Mix-up: RFC 9700, 4.4; RFC 9207. An app that uses several servers compares `iss`, also of a refusal."""
    metadata = nobody.get("/.well-known/oauth-authorization-server").json
    assert metadata["authorization_response_iss_parameter_supported"] is True
    assert third.returned(anna)["iss"] == metadata["issuer"]
    _, text = page_of(third)
    deny = dict(parse_qsl(urlsplit(text.partition('id="deny" href="')[2].partition('"')[0]).query))
    assert (deny["error"], deny["state"], deny["iss"]) == ("access_denied", "s-1", metadata["issuer"])


def test_state_comes_back_as_it_was_sent(third: ThirdParty, anna: Caller) -> None:
    """CSRF: RFC 9700, 4.7. An app recognises an answer that it did not ask for."""
    state = 'a b&c="d"\\%2F'
    assert third.asking(state=state).returned(anna)["state"] == state
    assert "state" not in third.asking(state="").returned(anna)


@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example/back",
        "https://app.example.evil.example/back",
        "https://app.example/back/../other",
        "https://app.example/back?x=1",
        "https://app.example:444/back",
        "https://app.example@evil.example/back",
        "http://app.example/back",
        "HTTPS://app.example/back",
        "https://app.example/back#fragment",
        "https://app.example/back\n",
        "",
    ],
)
def test_a_code_goes_only_to_a_registered_address(third: ThirdParty, anna: Caller, uri: str) -> None:
    """Redirect URI validation: RFC 9700, 4.1. The page does not even link to another address."""
    asking = third.asking(redirect_uri=uri)
    problem(asking.consent(anna), 400, "unreadable")
    status, text = page_of(asking)
    assert status == 400
    assert 'rel="noreferrer"' not in text


def test_the_page_redirects_no_one_by_itself(third: ThirdParty, nobody: Caller) -> None:
    """Open redirect: RFC 9700, 4.11.2. Anyone can register an app, so an error waits for a click, too."""
    for asked in ({}, {"scope": "admin"}, {"response_type": "token"}, {"code_challenge": ""}):
        answer = nobody.get(f"/authorize?{third.asking(**asked).query()}")
        assert "Location" not in answer.headers
        assert "http-equiv" not in answer.text
        assert f'href="{CALLBACK}?' in answer.text


@pytest.mark.parametrize(
    ("uri", "is_allowed"),
    [
        ("http://127.0.0.1/back", True),
        ("http://[::1]:4000/", True),
        ("http://localhost:9/back", True),
        ("org.example.app:/back", True),
        ("https://app.example", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("app:/back", False),
        ("http://127.0.0.1.evil.example/", False),
        ("http://localhost@evil.example/", False),
        ("http://10.0.0.1/", False),
        ("https://app.example\\@evil.example/", False),
        ("https://-/", False),
        ("//app.example/", False),
    ],
)
def test_an_app_registers_only_addresses_that_no_browser_runs(nobody: Caller, uri: str, is_allowed: bool) -> None:
    assert is_address(uri) == is_allowed
    answer = nobody.post("/v1/oauth/register", {"client_name": "x", "redirect_uris": [uri]})
    assert answer.status_code == (201 if is_allowed else 400)
    if not is_allowed:
        oauth_error(answer, "invalid_redirect_uri")


def test_a_program_may_listen_on_any_port(app: Flask, anna: Caller) -> None:
    """RFC 8252, 7.3"""
    third = registered(app, "http://127.0.0.1/back", name="A program")
    code = third.asking(redirect_uri="http://127.0.0.1:41234/back").consent(anna)
    assert code.status_code == 201
    assert code.json["redirect_to"].startswith("http://127.0.0.1:41234/back?code=")
    for uri in ("http://127.0.0.1:41234/other", "http://localhost:41234/back", "http://127.0.0.2:41234/back"):
        problem(third.asking(redirect_uri=uri).consent(anna), 400, "unreadable")


# ---------------------------------------------------------------- tokens


def test_a_stolen_refresh_token_ends_the_whole_family(third: ThirdParty, anna: Caller) -> None:
    """Refresh token replay: RFC 9700, 4.14"""
    first = third.sign_in(anna)
    second = third.signed_in(third.refresh(first.refresh).json, anna)
    assert second.get("/v1/me").status_code == 200
    oauth_error(third.refresh(first.refresh), "invalid_grant")
    for each in (first, second):
        problem(each.get("/v1/me"), 401, "unauthenticated")
    oauth_error(third.refresh(second.refresh), "invalid_grant")


def test_a_restored_backup_ends_an_app_that_has_renewed_its_tokens(app: Flask, third: ThirdParty, anna: Caller) -> None:
    """The database has an earlier refresh token than the app, and cannot tell whether the app's token was stolen."""
    first = third.sign_in(anna)
    with app.extensions["kontor"].pool.connection() as conn:
        select = "SELECT refresh FROM app_grants WHERE account_id = %s"
        [(before,)] = conn.execute(select, (anna.account,)).fetchall()
        second = third.signed_in(third.refresh(first.refresh).json, anna)
        conn.execute("UPDATE app_grants SET refresh = %s WHERE account_id = %s", (before, anna.account))
    oauth_error(third.refresh(second.refresh), "invalid_grant")
    oauth_error(third.refresh(first.refresh), "invalid_grant")
    assert anna.get("/v1/me/apps").json["items"] == []


def test_a_guessed_refresh_token_ends_nothing(app: Flask, third: ThirdParty, anna: Caller) -> None:
    its = third.sign_in(anna)
    oauth_error(third.refresh("ktr_" + "x" * 43 + ".y"), "invalid_grant")
    oauth_error(registered(app, name="Another app").refresh(its.refresh), "invalid_grant")
    assert third.refresh(its.refresh).status_code == 200


def test_a_refresh_never_widens_the_scope(third: ThirdParty, anna: Caller) -> None:
    its = third.asking(scope="game:read").sign_in(anna)
    oauth_error(third.refresh(its.refresh, scope="game:read game:play"), "invalid_scope")
    assert third.refresh(its.refresh).json["scope"] == "game:read"


@pytest.mark.parametrize("scope", ["admin", "audit:read", "webhook:write", "game:read game:everything"])
def test_no_app_gets_more_than_people_are_told(third: ThirdParty, anna: Caller, scope: str) -> None:
    refused = problem(third.asking(scope=scope).consent(anna), 400, "unreadable")
    assert "invalid_scope" in refused["detail"]


def test_an_app_plays_only_within_its_scopes(third: ThirdParty, anna: Caller) -> None:
    its = third.asking(scope="").sign_in(anna)
    assert its.get("/v1/me").json["scopes"] == ["game:read"]
    refused = its.post("/v1/games", {})
    problem(refused, 403, "forbidden")
    assert 'error="insufficient_scope", scope="game:create"' in refused.headers["WWW-Authenticate"]


def test_an_app_reaches_nothing_that_outlives_it(third: ThirdParty, anna: Caller) -> None:
    """Privilege escalation: keys, other apps, seat tokens and the account itself need a key of the person."""
    its = third.sign_in(anna)
    game = a_game(anna)
    refused = [
        its.get("/v1/me/keys"),
        its.post("/v1/me/keys", {"scopes": ["game:read"]}),
        its.get("/v1/me/apps"),
        third.consent(its),
        its.delete("/v1/me/apps/00000000-0000-7000-8000-000000000000"),
        its.call("PATCH", "/v1/me", {"name": "Eve"}),
        its.delete("/v1/me"),
        its.post(f"{game}/seats/1/token"),
        its.post(f"{game}/seats/1/invitations"),
        its.get("/v1/webhooks"),
    ]
    assert [each.status_code for each in refused] == [403] * len(refused)


def test_access_tokens_expire(app: Flask, third: ThirdParty, anna: Caller) -> None:
    answer = third.exchange(third.code(anna))
    assert answer.json["expires_in"] == 3600
    its = third.signed_in(answer.json, anna)
    with app.extensions["kontor"].pool.connection() as conn:
        late = "UPDATE api_keys SET expires_at = now() WHERE account_id = %s AND grant_id IS NOT NULL"
        conn.execute(late, (anna.account,))
    assert "expired at" in problem(its.get("/v1/me"), 401, "unauthenticated")["detail"]
    again = third.signed_in(third.refresh(its.refresh).json, anna)
    assert again.get("/v1/me").status_code == 200


def test_either_token_signs_out(app: Flask, third: ThirdParty, anna: Caller) -> None:
    """RFC 7009"""
    for name in ("key", "refresh"):
        its = third.sign_in(anna)
        token = str(getattr(its, name))
        wrong = {"token": token, "client_id": registered(app, name="Another app").client_id}
        oauth_error(posted(app, "/v1/oauth/revoke", wrong), "invalid_grant")
        assert posted(app, "/v1/oauth/revoke", {"token": token, "client_id": third.client_id}).status_code == 200
        problem(its.get("/v1/me"), 401, "unauthenticated")
        oauth_error(third.refresh(its.refresh), "invalid_grant")
    unknown = {"token": "kto_unknown", "client_id": third.client_id, "token_type_hint": "other"}
    assert posted(app, "/v1/oauth/revoke", unknown).status_code == 200


# ---------------------------------------------------------------- what ends a key ends its tokens


def test_tokens_end_with_the_key_that_allowed_them(app: Flask, third: ThirdParty, anna: Caller) -> None:
    for end in ("revoke", "expire"):
        added = anna.post("/v1/me/keys", {"label": "this browser"}).json
        its = third.sign_in(anna.with_key(added["api_key"]))
        assert its.get("/v1/me").status_code == 200
        if end == "revoke":
            anna.delete(f"/v1/me/keys/{added['id']}")
        else:
            expire(app, added["id"])
        problem(its.get("/v1/me"), 401, "unauthenticated")
        oauth_error(third.refresh(its.refresh), "invalid_grant")
    assert anna.get("/v1/me/apps").json["items"] == []


def test_a_code_ends_with_the_key_that_allowed_it(third: ThirdParty, anna: Caller) -> None:
    added = anna.post("/v1/me/keys", {"label": "this browser"}).json
    code = third.code(anna.with_key(added["api_key"]))
    anna.delete(f"/v1/me/keys/{added['id']}")
    answer = third.exchange(code)
    if answer.status_code == 200:
        problem(third.signed_in(answer.json, anna).get("/v1/me"), 401, "unauthenticated")


def test_tokens_end_with_the_account_and_while_it_is_blocked(app: Flask, third: ThirdParty, anna: Caller) -> None:
    its, accounts = third.sign_in(anna), app.extensions["kontor"].store.accounts
    accounts.block(anna.account, True)
    assert "blocked" in problem(its.get("/v1/me"), 401, "unauthenticated")["detail"]
    accounts.block(anna.account, False)
    assert its.get("/v1/me").status_code == 200
    assert anna.delete("/v1/me").status_code == 204
    problem(its.get("/v1/me"), 401, "unauthenticated")
    oauth_error(third.refresh(its.refresh), "invalid_grant")


# ---------------------------------------------------------------- consent


def test_no_code_without_a_person(third: ThirdParty, anna: Caller, nobody: Caller) -> None:
    """Skipped consent and CSRF on the page: the only way to a code is a request with a key in a header."""
    problem(third.consent(nobody), 401, "unauthenticated")
    small = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:play", "game:create"]}).json["api_key"]
    problem(third.consent(anna.with_key(small)), 403, "forbidden")
    for asked in ({}, {"prompt": "none"}, {"approve": "true"}):
        answer = nobody.get(f"/authorize?{third.asking(**asked).query()}")
        assert "Set-Cookie" not in answer.headers
        assert "ktc_" not in answer.text


def test_no_frame_shows_the_page(third: ThirdParty, nobody: Caller) -> None:
    """Clickjacking: RFC 9700, 4.16"""
    for address in (f"/authorize?{third.query()}", "/authorize", "/apps"):
        headers = nobody.get(address).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"].split("; ")
        assert headers["Referrer-Policy"] == "no-referrer"


def test_the_page_says_what_an_app_asks_for_and_where_the_answer_goes(third: ThirdParty, app: Flask) -> None:
    _, text = page_of(third.asking(scope="game:read game:play"))
    assert "Trade Table" in text
    assert "Your answer goes to app.example." in text
    assert "take seats and play for you" in text
    assert "create games for you" not in text
    program = registered(app, "http://127.0.0.1/back", name="<b>Bold</b>")
    answer = Caller(app).get(f"/authorize?{program.query()}")
    assert "a program on this device" in answer.text
    assert "<b>" not in answer.text


# ---------------------------------------------------------------- addresses and logs


def test_no_token_is_in_an_address_or_a_log(
    app: Flask, third: ThirdParty, anna: Caller, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """RFC 9700, 4.3. Authlib would log tokens at the level DEBUG."""
    caplog.set_level(logging.DEBUG)
    code = third.code(anna)
    its = third.signed_in(third.exchange(code).json, anna)
    again = third.refresh(its.refresh).json
    written = caplog.text + "".join(capfd.readouterr())
    secrets = [code, its.key, its.refresh, again["access_token"], again["refresh_token"], anna.key]
    assert [each for each in secrets if str(each) in written] == []
    query = urlencode({"grant_type": "refresh_token", "refresh_token": again["refresh_token"]})
    assert posted(app, f"/v1/oauth/token?{query}", {"client_id": third.client_id}).status_code == 400
    problem(Caller(app).get(f"/v1/me?access_token={again['access_token']}"), 401, "unauthenticated")


def test_only_hashes_of_secrets_are_stored(app: Flask, third: ThirdParty, anna: Caller) -> None:
    code = third.code(anna)
    its = third.signed_in(third.exchange(code).json, anna)
    rows = ""
    with app.extensions["kontor"].pool.connection() as conn:
        for table in ("app_codes", "app_grants", "api_keys"):
            rows += str(conn.execute(f"SELECT t::text FROM {table} AS t").fetchall())
    for secret in (code, str(its.key), its.refresh, its.refresh.partition(".")[0]):
        assert secret not in rows
        assert secret.encode().hex() not in rows


# ---------------------------------------------------------------- the protocol


def test_a_malformed_request_gets_an_error_of_oauth(app: Flask, third: ThirdParty) -> None:
    oauth_error(third.token(), "unsupported_grant_type")
    oauth_error(third.token(grant_type="password"), "unsupported_grant_type")
    oauth_error(third.token(grant_type="authorization_code"), "invalid_request")
    oauth_error(third.token(grant_type='"\\'), "invalid_request")
    unknown = {"grant_type": "refresh_token", "client_id": "app_x", "refresh_token": "x"}
    oauth_error(posted(app, "/v1/oauth/token", unknown), "invalid_client")
    oauth_error(third.token(grant_type="authorization_code", resource="https://other.example/"), "invalid_target")
    twice = app.test_client().post("/v1/oauth/token", data="client_id=a&client_id=b", content_type=f"{FORM}")
    oauth_error(twice, "invalid_request")
    problem(Caller(app).post("/v1/oauth/token", {}), 415, "unsupported-media-type")
    assert page_of(third.asking(state="ä"))[0] == 400
    assert Caller(app).get("/authorize?" + "x=1&" * 2000).status_code == 400


def test_metadata_leads_from_a_refusal_to_every_endpoint(nobody: Caller) -> None:
    """RFC 9728, RFC 8414"""
    challenge = nobody.get("/v1/me").headers["WWW-Authenticate"]
    assert "error=" not in challenge  # RFC 6750, 3.1: no key was sent
    address = challenge.partition('resource_metadata="')[2].rstrip('"')
    resource = nobody.get(urlsplit(address).path).json
    [issuer] = resource["authorization_servers"]
    found = nobody.get("/.well-known/oauth-authorization-server").json
    assert (found["issuer"], resource["resource"]) == (issuer, issuer)
    assert nobody.get("/.well-known/oauth-protected-resource/mcp").json["resource"] == f"{issuer}/mcp"
    problem(nobody.get("/.well-known/oauth-protected-resource/other"), 404, "not-found")
    assert found["code_challenge_methods_supported"] == ["S256"]
    for name in ("token", "registration", "revocation"):
        address = urlsplit(found[f"{name}_endpoint"]).path
        assert nobody.post(address).status_code in (400, 415)


def test_a_challenge_is_the_hash_of_its_verifier() -> None:
    """RFC 7636, appendix B"""
    assert challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
