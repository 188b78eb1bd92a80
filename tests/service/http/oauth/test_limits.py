"""What apps can make the server store."""

import pytest
from flask import Flask

from kontor.service.http.oauth.clients import App, read_client
from kontor.service.store import apps
from kontor.service.store.maintenance import delete_expired
from kontor.service.store.pool import connection
from tests.support.callers import Caller, opened, problem
from tests.support.signing_in import oauth_error, registered


def count(app: Flask, table: str, account: str | None) -> int:
    with connection(app.extensions["kontor"].pool) as conn:
        found = conn.execute(f"SELECT count(*) FROM {table} WHERE account_id = %s", (account,)).fetchall()  # type: ignore[arg-type]
    return int(found[0][0])


def test_an_account_allows_so_many_apps(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "MOST_GRANTS", 2)
    its = [registered(app, name=f"App {n}") for n in range(3)]
    for each in its[:2]:
        each.sign_in(anna)
    refused = problem(its[2].consent(anna), 403, "forbidden")
    assert "Revoke one first" in refused["detail"]
    anna.delete(f"/v1/me/apps/{anna.get('/v1/me/apps').json['items'][0]['id']}")
    its[2].sign_in(anna)


def test_the_oldest_permission_of_the_same_app_ends(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "MOST_OF_APP", 2)
    third = registered(app)
    first, *others = [third.sign_in(anna) for _ in range(3)]
    assert [each.get("/v1/me").status_code for each in (first, *others)] == [401, 200, 200]
    assert len(anna.get("/v1/me/apps").json["items"]) == 2


def test_ended_permissions_are_forgotten_beyond_a_number(
    app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apps, "MOST_GRANTS", 1)
    third = registered(app)
    for _ in range(3):
        third.sign_in(anna)
        anna.delete(f"/v1/me/apps/{anna.get('/v1/me/apps').json['items'][0]['id']}")
    third.sign_in(anna)
    assert count(app, "app_grants", anna.account) == 2


def test_a_permission_has_so_many_access_tokens(app: Flask, anna: Caller) -> None:
    third = registered(app)
    its = third.sign_in(anna)
    tokens = [its]
    for _ in range(3):
        tokens.append(third.signed_in(third.refresh(tokens[-1].refresh).json, anna))
    assert [each.get("/v1/me").status_code for each in tokens] == [401, 200, 200, 200]
    assert len(anna.get("/v1/me/keys").json["items"]) == 1


def test_an_account_has_so_many_codes(app: Flask, anna: Caller) -> None:
    third = registered(app)
    first, *_ = [third.code(anna) for _ in range(apps.MOST_CODES + 1)]
    assert count(app, "app_codes", anna.account) == apps.MOST_CODES
    oauth_error(third.exchange(first), "invalid_grant")


def test_old_codes_and_access_tokens_are_deleted(app: Flask) -> None:
    anna = opened(app)
    registered(app).sign_in(anna)
    pool = app.extensions["kontor"].pool
    with connection(pool) as conn:
        for table in ("app_codes", "api_keys"):
            late = f"UPDATE {table} SET expires_at = now() - interval '2 days' WHERE account_id = %s"
            conn.execute(f"{late}{' AND grant_id IS NOT NULL'}", (anna.account,))  # type: ignore[arg-type]
    delete_expired(pool)
    assert [count(app, table, anna.account) for table in ("app_codes", "api_keys", "app_grants")] == [0, 1, 1]


def test_a_client_id_has_a_limit_and_one_form() -> None:
    longest = App("n" * 80, tuple(f"https://{n}.example/{'a' * 220}" for n in range(5)))
    assert read_client(longest.client_id) == longest
    assert read_client(f"{longest.client_id}=") is None
    assert read_client(App("n", ("javascript:alert(1)",)).client_id) is None
    assert read_client(App("", ()).client_id) is None
    assert read_client("app_W1tbW1tb") is None
