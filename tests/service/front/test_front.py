"""The front of a real `kontor server serve`: what idle and clumsy clients cost, what is believed of a request, which
clients are counted, and that a process that dies comes back."""

import json
import os
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

from kontor.service.settings import Settings
from tests.support.api_processes import Serve, children, is_gone, serve
from tests.support.bot_games import wait_until
from tests.support.callers import Caller, asked
from tests.support.listening import listening, version_in
from tests.support.lone_front import LoneFront, lone_front
from tests.support.plain_http import NO_TLS

HALF = b"GET /healthz HTTP/1.1\r\nHost: kontor\r\nX-Half: "
HALF_BODY = b"POST /v1/games HTTP/1.1\r\nHost: kontor\r\nOrigin: https://page.example\r\nContent-Length: 9\r\n\r\n{"
MOST_CONNECTIONS = 20  # of an address
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: kontor\r\n\r\n"


@pytest.fixture(scope="module")
def running(roomy: Settings) -> Iterator[Serve]:
    """A `kontor server serve` that lets clients take as long as the settings allow."""
    with serve(replace(roomy, header_seconds=30.0, body_seconds=30.0)) as found:
        yield found


@pytest.fixture(scope="module")
def strict(settings: Settings) -> Iterator[Serve]:
    """A `kontor server serve` that lets nobody have much."""
    few = replace(settings, limit_accounts=1, limit_reads=10, streams_per_caller=2, streams_per_address=3)
    with serve(few) as found:
        yield found


@pytest.fixture
def hasty(settings: Settings, tmp_path: Path) -> Iterator[LoneFront]:
    """HAProxy alone, which gives clients little time. That for the head must be enough to send one."""
    brief = replace(settings, header_seconds=1.0, body_seconds=0.5, connections_per_address=MOST_CONNECTIONS)
    with lone_front(brief, tmp_path) as found:
        yield found


def connected(running: Serve | LoneFront, said: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", running.port), 30, (source, 0))
    found.sendall(said)
    return found


def answer_of(connection: socket.socket) -> tuple[str, str]:
    """Head and body of what comes until the end, or until there is a whole answer."""
    found = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            found += piece
            head, there, body = found.partition(b"\r\n\r\n")
            sizes = [line.split(b":")[1] for line in head.lower().splitlines() if line.startswith(b"content-length")]
            if there and sizes and len(body) >= int(sizes[0]):
                break
    head, _, body = found.partition(b"\r\n\r\n")
    return head.decode(), body.decode()


@contextmanager
def calling(url: str, source: str = "127.0.0.1") -> Iterator[httpx.Client]:
    transport = httpx.HTTPTransport(verify=NO_TLS, local_address=source)
    with httpx.Client(base_url=url, transport=transport, timeout=30, verify=NO_TLS) as client:
        yield client


def an_account(client: httpx.Client) -> None:
    key = client.post("/v1/accounts", json={"name": "Anna"}).json()["api_key"]
    client.headers["Authorization"] = f"Bearer {key}"


def a_game_of(client: httpx.Client) -> dict[str, Any]:
    made = client.post("/v1/games", json=asked("me", "me", options={"rounds": 9}))
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def is_open(connection: socket.socket) -> bool:
    """Whether nothing has been answered on it, and it has not been closed."""
    return not select.select([connection], [], [], 0)[0]


def test_connections_that_say_nothing_or_half_cost_nothing(running: Serve) -> None:
    """More of them than the server has threads or connections behind its front. Requests are answered meanwhile, not
    only when the server closes the others."""
    with ExitStack() as stack, calling(running.url) as client:
        for said in (b"",) * 300 + (WHOLE,) * 100:
            stack.enter_context(connected(running, said))
        halves = [stack.enter_context(connected(running, said)) for said in (*[HALF] * 200, HALF_BODY)]
        an_account(client)
        game = a_game_of(client)
        for command in (
            {"type": "offer", "points": 1, "seat": 1},
            {"type": "answer_offer", "accept": False, "seat": 2},
        ):
            assert client.post(f"{game['href']}/commands", json=command).status_code == 201
        assert all(is_open(half) for half in halves)


def test_a_request_that_does_not_come_is_refused_in_a_sentence(hasty: LoneFront, running: Serve) -> None:
    with connected(hasty, HALF) as half_head, connected(hasty, HALF_BODY) as half_body:
        assert answer_of(half_head)[0].startswith("HTTP/1.1 408 ")
        head, body = answer_of(half_body)
    assert head.startswith("HTTP/1.1 408 ")
    assert "access-control-allow-origin: *" in head  # a page can read that it was too slow
    assert "content-type: application/problem+json" in head.lower()
    assert body.endswith("}\n")
    assert "within 1 seconds, and its body within 0.5." in json.loads(body)["detail"]
    assert httpx.get(f"{running.url}{json.loads(body)['type']}").status_code == 200


HOSTS = {
    "none": "",
    "two that differ": "Host: a\r\nHost: b\r\n",
    "twice the same": "Host: a\r\nHost: a\r\n",
    "the name in capitals": "Host: a\r\nHOST: a\r\n",
    "far apart": "host:a\r\nX-A: b\r\n  Host: c\r\nX-Host: a\r\nHost:  a\r\nX-B: c\r\n",
}


@pytest.mark.parametrize("newline", ["\r\n", "\n"], ids=["CRLF", "LF"])
@pytest.mark.parametrize("hosts", HOSTS.values(), ids=HOSTS)
def test_a_request_names_one_host(running: Serve, hosts: str, newline: str) -> None:
    request = f"GET /healthz HTTP/1.1\r\n{hosts}\r\n".replace("\r\n", newline)
    with connected(running, request.encode()) as connection:
        assert answer_of(connection)[0].startswith("HTTP/1.1 400 ")


TWICE = b"Host: a\r\nHost: a\r\n"


@pytest.mark.parametrize("cut", [1, 40, -1], ids=["after a byte", "in a Host", "before the last byte"])
def test_a_host_said_twice_is_refused_also_when_the_head_comes_in_pieces(running: Serve, cut: int) -> None:
    request = b"\r\nGET /v1/rulesets HTTP/1.1\r\n" + TWICE + b"\r\n"
    with connected(running, request[:cut]) as connection, calling(running.url) as client:
        assert client.get("/healthz").status_code == 200  # so HAProxy has read the first piece by now
        connection.sendall(request[cut:])
        head, body = answer_of(connection)
    assert head.startswith("HTTP/1.1 400 ")
    assert "access-control-allow-origin: *" in head
    assert json.loads(body)["type"] == "/problems/unreadable"


def test_a_preflight_names_one_host_too(running: Serve) -> None:
    asks = b"OPTIONS /v1/me HTTP/1.1\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n"
    for hosts, status in ((TWICE, "400"), (b"Host: a\r\n", "204")):
        with connected(running, asks + hosts + b"Connection: close\r\n\r\n") as connection:
            assert answer_of(connection)[0].startswith(f"HTTP/1.1 {status} ")


def test_each_of_two_pipelined_requests_needs_a_host(running: Serve) -> None:
    last = WHOLE.replace(b"Host", b"Connection: close\r\nHost")
    with connected(running, WHOLE + last) as connection:
        found = b"".join(iter(lambda: connection.recv(65536), b""))
    assert found.count(b"HTTP/1.1 200 ") == 2


def test_a_body_may_speak_of_hosts(running: Serve) -> None:
    with calling(running.url) as client:
        said = {"name": "Host: a", "nickname": "\nHost: a\nHost: a\n"}
        assert client.post("/v1/accounts", json=said).json()["errors"][0]["pointer"] == "/nickname"
    lines = b"\nHost: a\nHost: a\n\n"
    length = b"Content-Length: %d\r\nHost" % len(lines)
    with connected(running, WHOLE.replace(b"Host", length) + lines) as connection:
        assert answer_of(connection)[0].startswith("HTTP/1.1 200 ")


SLOW_READER = b"GET /openapi.json HTTP/1.1\r\nHost: kontor\r\n\r\n"


def slow_reader(running: Serve, said: bytes, source: str = "127.0.0.1") -> socket.socket:
    """Somebody who asks and hardly reads: what the machine's own buffers would take off the server is kept small."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    found.bind((source, 0))
    found.connect(("127.0.0.1", running.port))
    found.sendall(said)
    return found


@pytest.mark.parametrize("asked_for", ["the document", "a game"])
def test_a_client_that_does_not_read_its_answer_holds_no_thread(running: Serve, asked_for: str) -> None:
    """Also by asking again and again at once, so that no buffer takes it all."""
    with ExitStack() as stack, calling(running.url) as client:
        an_account(client)
        game = a_game_of(client)
        one = (
            SLOW_READER
            if asked_for == "the document"
            else f"GET {game['href']}/events HTTP/1.1\r\nHost: k\r\n\r\n".encode()
        )
        readers = [slow_reader(running, one * 600, f"127.0.1.{nth % 3 + 1}") for nth in range(60)]
        for reader in readers:
            stack.enter_context(reader)
        for command in (
            {"type": "offer", "points": 1, "seat": 1},
            {"type": "answer_offer", "accept": False, "seat": 2},
        ):
            assert client.post(f"{game['href']}/commands", json=command).status_code == 201
            assert client.get("/v1/rulesets").status_code == 200


def test_an_address_that_reads_nothing_is_refused_more(running: Serve) -> None:
    with (
        ExitStack() as stack,
        calling(running.url, "127.0.2.1") as theirs,
        calling(running.url, "127.0.2.2") as another,
    ):
        for _ in range(60):
            stack.enter_context(slow_reader(running, SLOW_READER * 20, "127.0.2.1"))
        wait_until(lambda: theirs.get("/v1/rulesets").status_code == 429)
        refusal = theirs.get("/v1/rulesets")
        assert refusal.json()["type"] == "/problems/too-many-requests"
        assert another.get("/v1/rulesets").status_code == 200
    with calling(running.url, "127.0.2.1") as theirs:
        wait_until(lambda: theirs.get("/v1/rulesets").status_code == 200)


def test_internal_headers_from_outside_are_ignored(strict: Serve) -> None:
    """A client that says it was counted is counted; a client that says where it comes from is not believed. Limits
    are counted by the minute: twice as many requests as one minute allows are too many, whenever a minute ends."""
    with calling(strict.url, "127.0.4.1") as client:
        an_account(client)
        said = {"Kontor-Front": "asks-again", "X-Forwarded-For": "192.0.2.7"}
        found = [client.get("/v1/me", headers=said).status_code for _ in range(21)]
        assert (found[0], set(found)) == (200, {200, 429})
        forged = ({"X-Forwarded-For": f"192.0.2.{nth}"} for nth in range(3))
        found = [client.post("/v1/accounts", json={"name": "A"}, headers=each).status_code for each in forged]
        assert 429 in found
    with calling(strict.url, "127.0.4.2") as other:
        assert other.post("/v1/accounts", json={"name": "A"}).status_code == 201


def test_waiting_clients_are_counted_by_caller_and_by_address(strict: Serve) -> None:
    with ExitStack() as stack:

        def status(source: str, headers: httpx.Headers, path: str) -> int:
            client = stack.enter_context(calling(strict.url, source))
            return stack.enter_context(client.stream("GET", path, headers=headers)).status_code

        client = stack.enter_context(calling(strict.url, "127.0.5.1"))
        an_account(client)
        game, key = a_game_of(client), client.headers
        stream, poll = f"{game['href']}/stream", f"{game['href']}/events?after={game['version']}&wait=5"
        assert [status("127.0.5.1", key, stream) for _ in range(3)] == [200, 200, 429]
        assert status("127.0.5.2", key, poll) == 429  # the same caller from elsewhere; a long poll counts as a stream
        nobody = httpx.Headers()
        assert [status("127.0.5.1", nobody, stream) for _ in range(2)] == [200, 429]
        assert status("127.0.5.3", nobody, stream) == 200


def test_an_address_has_so_many_connections(settings: Settings, tmp_path: Path) -> None:
    patient = replace(settings, header_seconds=30.0, connections_per_address=MOST_CONNECTIONS)
    with lone_front(patient, tmp_path) as lone, ExitStack() as stack:
        for _ in range(MOST_CONNECTIONS):
            stack.enter_context(connected(lone, source="127.0.0.5"))
        with suppress(ConnectionError):  # it is reset, perhaps as early as this
            late = stack.enter_context(connected(lone, WHOLE, source="127.0.0.5"))
            assert answer_of(late) == ("", "")
        with connected(lone, WHOLE) as other:
            assert answer_of(other)[0].startswith("HTTP/1.1 ")


def test_a_client_that_was_too_slow_holds_no_connection(hasty: LoneFront) -> None:
    """Also without hanging up."""
    with ExitStack() as stack:
        halves = [connected(hasty, HALF, source="127.0.0.5") for _ in range(MOST_CONNECTIONS)]
        for half in halves:
            stack.enter_context(half)
            assert answer_of(half)[0].startswith("HTTP/1.1 408 ")
        with calling(hasty.url, "127.0.0.5") as client:
            wait_until(lambda: is_answered(client))


def is_answered(client: httpx.Client) -> bool:
    try:
        return bool(client.get("/healthz").status_code)
    except httpx.TransportError:
        return False


def test_a_stream_survives_the_request_processes(running: Serve) -> None:
    with calling(running.url) as client:
        an_account(client)
        game = a_game_of(client)
        anna = Caller(Flask("elsewhere"), client.headers["Authorization"].removeprefix("Bearer "))
        with listening(running.url, anna, f"{game['href']}/stream?after={game['version']}") as messages:
            for pid in running.children("kontor requests"):
                os.kill(pid, signal.SIGKILL)
            running.wait_until_well()
            with calling(running.url) as again:  # a connection on which an answer was lost is closed
                command = {"type": "offer", "points": 1, "seat": 1}
                sent = again.post(f"{game['href']}/commands", json=command, headers=client.headers)
            assert sent.status_code == 201, sent.text
            assert version_in(next(messages)) == game["version"] + 1


def test_games_of_a_frozen_process_are_answered_by_another(roomy: Settings) -> None:
    """Its socket for requests still accepts connections. Requests that it has taken are cut off, not kept waiting."""
    with serve(roomy, request_processes=2) as running, calling(running.url) as client:
        an_account(client)
        games = [a_game_of(client)["href"] for _ in range(8)]  # HAProxy spreads them over both processes
        worker = next(pid for pid in running.children("kontor requests") if not children(pid))
        os.kill(worker, signal.SIGSTOP)
        try:
            for game in games:
                wait_until(lambda game=game: answers(f"{running.url}{game}"))
        finally:
            os.kill(worker, signal.SIGCONT)


def answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=10, verify=NO_TLS).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize("which", ["haproxy", "kontor streams"])
def test_killed_processes_are_restarted_and_streams_resume(running: Serve, which: str) -> None:
    with calling(running.url) as client:
        an_account(client)
        game = a_game_of(client)
        anna = Caller(Flask("elsewhere"), client.headers["Authorization"].removeprefix("Bearer "))
        with listening(running.url, anna, f"{game['href']}/stream") as messages:
            told = version_in(next(messages))
            [pid] = running.children(which)
            os.kill(pid, signal.SIGKILL)
            with suppress(httpx.HTTPError):
                told = max([told, *(version_in(each) for each in messages if each)])
        wait_until(lambda: running.children(which) not in ([], [pid]))
        wait_until(lambda: answers(f"{running.url}{game['href']}/events?wait=1"))
        with listening(running.url, anna, f"{game['href']}/stream", Last_Event_ID=str(told - 1)) as messages:
            assert version_in(next(messages)) == told


@pytest.mark.parametrize("also", ["", "kontor requests", "haproxy"], ids=["serve", "and granian", "and HAProxy"])
def test_nothing_is_left_when_serve_is_killed(roomy: Settings, also: str) -> None:
    with serve(roomy) as running:
        family = running.children("")
        assert len(family) >= 4
        killed = [running.process.pid, *(running.children(also)[:1] if also else [])]
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        running.process.wait()
        wait_until(lambda: all(is_gone(pid) for pid in family))


def test_a_stop_ends_every_stream(roomy: Settings) -> None:
    """Streams end by a stop, not by a kill after a timeout: then they would break off."""
    with serve(roomy) as running:
        with calling(running.url) as client:
            an_account(client)
            path = a_game_of(client)["href"] + "/stream"
        anna = Caller(Flask("elsewhere"))
        with ExitStack() as stack:
            streams = [stack.enter_context(listening(running.url, anna, path)) for _ in range(30)]
            for each in streams:
                next(each)
            running.process.terminate()
            for each in streams:
                list(each)  # ends as it should, not with an error
            running.process.wait(30)
        assert running.process.returncode == 0


@pytest.mark.parametrize("form", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_is_the_last_answer_on_its_connection(running: Serve, form: str) -> None:
    with calling(running.url) as client:
        an_account(client)
        path = a_game_of(client)["href"] + "/stream"
        with client.stream("GET", path, headers={"Accept": form}) as stream:
            assert stream.headers["Connection"] == "close"
        assert "Connection" not in client.get(path.replace("stream", "events?wait=1")).headers


HEAD = ("POST /v1/accounts HTTP/1.1", "Host: kontor", "Content-Type: application/json", "Content-Length: 60000", "", "")
TRICKLING = "\r\n".join(HEAD).encode() + b"{" + b" " * 20_000


def test_a_slow_body_holds_no_thread_of_other_requests(running: Serve) -> None:
    with ExitStack() as stack, calling(running.url) as client:
        trickling = [stack.enter_context(connected(running, TRICKLING)) for _ in range(40)]
        an_account(client)
        for _ in range(20):
            assert client.get("/v1/me").status_code == 200
        assert any(is_open(each) for each in trickling)  # an address may send one at a time


def test_slow_bodies_leave_threads_for_other_bodies(running: Serve) -> None:
    with ExitStack() as stack, calling(running.url) as client:
        an_account(client)
        for _ in range(10):
            stack.enter_context(connected(running, TRICKLING, "127.0.3.1"))
        with calling(running.url, "127.0.3.1") as theirs:
            wait_until(lambda: theirs.post("/v1/games", content=b"{" + b" " * 20_000).status_code == 429)
        answer = client.post("/v1/rulesets/tiny/boards", json={"x": "y" * 20_000})
        assert answer.status_code == 422, answer.text
