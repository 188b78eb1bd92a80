"""One attempt to deliver: what a receiver gets, and what a hostile one cannot do. The receiver is a real server."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from itertools import repeat

import httpcore
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from kontor.service.store.webhooks import Attempt
from kontor.service.webhooks import sender
from kontor.service.webhooks.deadline import BoundedStream, Deadline
from kontor.service.webhooks.sender import new_secret, send
from tests.support.webhook_receiver import Receiver, plain

BODY = json.dumps({"specversion": "1.0", "type": "turn.started"})


def test_a_message_arrives_signed_with_every_live_secret(receiver: Receiver) -> None:
    old, new = new_secret(), new_secret()
    attempt = send(receiver.url, "msg_1", BODY, [new, old], loopback=True)
    assert attempt.delivered
    headers, body = receiver.got[0]
    assert headers["content-type"] == "application/cloudevents+json"
    for key in (old, new):
        assert Webhook(key).verify(body, headers) == json.loads(BODY)
    with pytest.raises(WebhookVerificationError):
        Webhook(new_secret()).verify(body, headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(new).verify(body + b" ", headers)


@pytest.mark.parametrize(("status", "gone"), [(500, False), (404, False), (410, True)])
def test_any_other_status_is_no_delivery(receiver: Receiver, status: int, gone: bool) -> None:
    receiver.answer = lambda handler: plain(handler, status)
    attempt = send(receiver.url, "msg_1", BODY, [new_secret()], loopback=True)
    assert (attempt.delivered, attempt.status, attempt.gone) == (False, status, gone)


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answer = lambda handler: plain(handler, 307, location=receiver.url)
    assert send(receiver.url, "msg_1", BODY, [new_secret()], loopback=True).status == 307
    assert len(receiver.got) == 1


def test_an_endless_answer_is_left_at_its_limit(receiver: Receiver) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * 4096)
        except OSError:
            handler.close_connection = True

    receiver.answer = endless
    assert send(receiver.url, "msg_1", BODY, [new_secret()], loopback=True).delivered


def test_a_silent_receiver_is_given_up(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "SECONDS", 0.2)
    silence = threading.Event()
    receiver.answer = lambda handler: silence.wait(60) and None
    attempt = send(receiver.url, "msg_1", BODY, [new_secret()], loopback=True)
    silence.set()
    assert (attempt.status, attempt.error) == (None, "no answer within 0 seconds")


def _drips(handler: BaseHTTPRequestHandler) -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\nX: "
    yield from repeat(b"a")


def _hints(handler: BaseHTTPRequestHandler) -> Iterator[bytes]:
    yield from repeat(b"HTTP/1.1 103 Early Hints\r\n\r\n")


def _drips_the_body(handler: BaseHTTPRequestHandler) -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n\r\n"
    yield from repeat(b"a")


@pytest.mark.parametrize("pieces", [_drips, _hints, _drips_the_body], ids=["head", "103s", "body"])
def test_a_receiver_that_answers_byte_by_byte_is_given_up(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, pieces: Callable[[BaseHTTPRequestHandler], Iterator[bytes]]
) -> None:
    """Each letter comes in time, the answer does not."""
    monkeypatch.setattr(sender, "SECONDS", 0.3)
    over = threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        with suppress(OSError):
            for piece in pieces(handler):
                handler.wfile.write(piece)
                if over.wait(0.1):
                    return

    receiver.answer = answer
    found: list[Attempt] = []
    sending = threading.Thread(
        target=lambda: found.append(send(receiver.url, "msg_1", BODY, [new_secret()], loopback=True)), daemon=True
    )
    sending.start()
    sending.join(60)
    over.set()
    assert [each.error for each in found] == ["no answer within 0 seconds"]


def test_a_handshake_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        assert send(url, "msg_1", BODY, [new_secret()], loopback=True).error == "no answer within 0 seconds"


class Connected(httpcore.NetworkStream):
    is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_a_connection_is_closed_if_no_time_is_left_for_its_handshake() -> None:
    stream = Connected()
    with pytest.raises(TimeoutError):
        BoundedStream(stream, Deadline(0.0)).start_tls(ssl.create_default_context())
    assert stream.is_closed


def test_a_name_that_does_not_resolve_in_time_is_refused_like_an_unknown_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that took is not told either."""
    monkeypatch.setattr(sender, "SECONDS", 0.3)
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(60) and [])
    attempt = send("https://tarpit.example/", "msg_1", BODY, [new_secret()])
    answered.set()
    assert (attempt.error, attempt.milliseconds) == ("The host of the URL has no public address.", 0)


def test_unreachable_and_forbidden_addresses_are_attempts_with_a_reason(receiver: Receiver) -> None:
    key = new_secret()
    assert "ConnectError" in str(send("http://127.0.0.1:9/", "m", BODY, [key], loopback=True).error)
    assert "must use https" in str(send(receiver.url, "m", BODY, [key]).error)
    assert "not a public address" in str(send("https://127.0.0.1:9/", "m", BODY, [key]).error)
    assert receiver.got == []
