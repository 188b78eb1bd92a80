"""Webhooks over HTTP: add, look, rotate, ping, redeliver, remove; nobody meddles with another's."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook

from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import Settings
from tests.support.webhook_listener import deliver
from tests.support.webhook_receiver import Receiver


@pytest.fixture
def context_and_client(own_settings: Settings) -> Iterator[tuple[Context, FlaskClient]]:
    app = create_app(replace(own_settings, webhooks_loopback=True))
    context: Context = app.extensions[NAME]
    yield context, app.test_client()
    context.pool.close()


@pytest.fixture
def client(context_and_client: tuple[Context, FlaskClient]) -> FlaskClient:
    return context_and_client[1]


def a_key(client: FlaskClient) -> dict[str, str]:
    opened = client.post("/v1/accounts", json={"name": "Anna"}).get_json()
    return {"Authorization": f"Bearer {opened['api_key']}"}


def added(client: FlaskClient, key: dict[str, str], url: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/webhooks", json={"url": url, **more}, headers=key)
    assert answer.status_code == 201, answer.get_json()
    return dict(answer.get_json())


def test_a_ping_arrives_signed_with_the_secret_shown_once(
    context_and_client: tuple[Context, FlaskClient], receiver: Receiver
) -> None:
    context, client = context_and_client
    key = a_key(client)
    webhook = added(client, key, receiver.url)
    assert "secret" not in client.get("/v1/webhooks", headers=key).get_json()["items"][0]
    path = f"/v1/webhooks/{webhook['id']}"
    sent = client.post(f"{path}/ping", headers=key)
    assert (sent.status_code, sent.get_json()["status"]) == (202, "pending")
    assert deliver(context.store.webhooks, loopback=True) == 1
    headers, body = receiver.got[0]
    assert Webhook(webhook["secret"]).verify(body, headers)["type"] == "ping"
    shown = client.get(f"{path}/deliveries/{sent.get_json()['id']}", headers=key).get_json()
    assert (shown["status"], shown["next_at"], shown["tried"][0]["status"]) == ("delivered", None, 204)
    assert json.loads(shown["body"]) == json.loads(body)


def test_a_message_can_be_sent_once_more(context_and_client: tuple[Context, FlaskClient], receiver: Receiver) -> None:
    context, client = context_and_client
    key = a_key(client)
    path = f"/v1/webhooks/{added(client, key, receiver.url)['id']}"
    delivery = client.post(f"{path}/ping", headers=key).get_json()["id"]
    deliver(context.store.webhooks, loopback=True)
    assert client.post(f"{path}/deliveries/{delivery}/redeliver", headers=key).status_code == 202
    deliver(context.store.webhooks, loopback=True)
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 1  # the same message: receivers can tell
    assert len(receiver.got) == 2


def test_deliveries_come_in_pages(client: FlaskClient, receiver: Receiver) -> None:
    key = a_key(client)
    path = f"/v1/webhooks/{added(client, key, receiver.url)['id']}"
    sent = [client.post(f"{path}/ping", headers=key).get_json()["id"] for _ in range(3)]
    first = client.get(f"{path}/deliveries?limit=2", headers=key).get_json()
    rest = client.get(first["next"], headers=key).get_json()
    assert [each["id"] for each in first["items"] + rest["items"]] == sent[::-1]
    assert rest["next"] is None


def test_a_new_secret_is_another_one(client: FlaskClient, receiver: Receiver) -> None:
    key = a_key(client)
    webhook = added(client, key, receiver.url)
    rotated = client.post(f"/v1/webhooks/{webhook['id']}/rotate", headers=key).get_json()
    assert rotated["secret"] != webhook["secret"]


@pytest.mark.parametrize(
    ("url", "pointer"),
    [
        ("ftp://example.org/", "/url"),
        ("https://user:pass@example.org/", "/url"),
        ("https://", "/url"),
        ("https://10.0.0.1", "/url"),
        ("https://[::ffff:10.0.0.1]/", "/url"),
        ("https://[v1.x:y]/", "/url"),
        ("https://[fe80::1%25eth0]/", "/url"),
        ("https://012.1/", "/url"),
        ("https://256.1.1.1/", "/url"),
        (7, "/url"),
    ],
)
def test_a_url_that_is_not_called_is_refused(client: FlaskClient, url: object, pointer: str) -> None:
    answer = client.post("/v1/webhooks", json={"url": url}, headers=a_key(client))
    assert answer.status_code == 400
    assert answer.get_json()["errors"][0]["pointer"] == pointer


def test_unknown_types_and_games_are_refused(client: FlaskClient) -> None:
    key, url = a_key(client), "https://example.org/"
    for body in ({"url": url, "types": ["game.exploded"]}, {"url": url, "types": []}, {"url": url, "game": "mine"}):
        assert client.post("/v1/webhooks", json=body, headers=key).status_code == 400


def test_another_account_sees_and_touches_nothing(client: FlaskClient, receiver: Receiver) -> None:
    webhook = added(client, a_key(client), receiver.url)["id"]
    other, path = a_key(client), f"/v1/webhooks/{webhook}"
    assert client.get("/v1/webhooks", headers=other).get_json() == {"items": []}
    for method, address in (
        ("GET", path),
        ("DELETE", path),
        ("POST", f"{path}/rotate"),
        ("POST", f"{path}/enable"),
        ("POST", f"{path}/ping"),
        ("GET", f"{path}/deliveries"),
        ("GET", f"{path}/deliveries/{webhook}"),
        ("POST", f"{path}/deliveries/{webhook}/redeliver"),
    ):
        assert client.open(address, method=method, headers=other).status_code == 404, address


def test_a_removed_webhook_is_gone(client: FlaskClient, receiver: Receiver) -> None:
    key = a_key(client)
    path = f"/v1/webhooks/{added(client, key, receiver.url)['id']}"
    assert client.delete(path, headers=key).status_code == 204
    assert client.get(path, headers=key).status_code == 404


def test_words_for_people_arrive_as_their_service_takes_them(
    context_and_client: tuple[Context, FlaskClient], receiver: Receiver
) -> None:
    context, client = context_and_client
    key = a_key(client)
    for format_ in ("discord", "slack", "ntfy"):
        webhook = added(client, key, receiver.url, format=format_)
        assert webhook["format"] == format_
        client.post(f"/v1/webhooks/{webhook['id']}/ping", headers=key)
    assert deliver(context.store.webhooks, loopback=True) == 3
    bodies = [json.loads(body) for _, body in receiver.got]
    assert {headers["content-type"] for headers, _ in receiver.got} == {"application/json"}
    assert {frozenset(each) for each in bodies} == {
        frozenset({"content", "allowed_mentions"}),
        frozenset({"text", "unfurl_links", "unfurl_media"}),
        frozenset({"topic", "title", "message"}),
    }


def test_an_unknown_format_and_a_topic_that_is_none_are_refused(client: FlaskClient) -> None:
    key = a_key(client)
    for body in ({"url": "https://example.org/", "format": "fax"}, {"url": "https://ntfy.sh/", "format": "ntfy"}):
        assert client.post("/v1/webhooks", json=body, headers=key).status_code == 400
