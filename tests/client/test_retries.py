"""What is sent again and how, when a server is busy, away or silent; on real connections."""

import asyncio
import json
from itertools import islice
from types import SimpleNamespace

import pytest

import kontor
from kontor import AsyncClient, Client, merchants
from kontor.client import exchange, streams, sync_client
from kontor.client.problems import Unreachable
from tests.client.misbehaving import hangs_up, misbehaving, says

OUTCOME = (
    '{"version":3,"events":[],"awaiting":[2],"checkpoint_href":"/c","receipt":{"format":"f","game":"g","version":3,'
    '"hash":"h","at":"a","command":"c","key":"k","signature":"s"}}'
)
PROBLEM = '{"type":"/problems/%s","status":%d,"detail":"Not now."}'
COMMAND = {"type": "end_turn"}


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait a tenth of what a client waits by itself."""
    for module in (exchange, streams):
        monkeypatch.setattr(module, "FIRST_WAIT", exchange.FIRST_WAIT / 10)


def test_a_command_is_sent_again_with_the_same_key_until_it_is_answered() -> None:
    busy = says(503, PROBLEM % ("unavailable", 503))
    with misbehaving(hangs_up, busy, says(502, "a proxy"), says(201, OUTCOME)) as server, Client(server.url) as client:
        assert client.play("g", COMMAND).version == 3
    keys = {headers["idempotency-key"] for _, headers, _ in server.got}
    assert (len(server.got), len(keys)) == (4, 1)
    assert {body for _, _, body in server.got} == {b'{"type": "end_turn"}'}


def test_the_asynchronous_client_does_the_same() -> None:
    async def play(url: str) -> int:
        async with AsyncClient(url) as client:
            return (await client.play("g", COMMAND)).version

    with misbehaving(hangs_up, says(503), says(201, OUTCOME)) as server:
        assert asyncio.run(play(server.url)) == 3
    assert len({headers["idempotency-key"] for _, headers, _ in server.got}) == 1


def test_it_waits_as_long_as_retry_after_says(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = says(429, PROBLEM % ("too-many-requests", 429), Retry_After="7")
    slept: list[float] = []
    # not time.sleep itself: threads of other tests in this process sleep too, and would never pause
    monkeypatch.setattr(sync_client, "time", SimpleNamespace(sleep=slept.append))
    with misbehaving(busy, says(201, OUTCOME)) as server, Client(server.url) as client:
        client.play("g", COMMAND)
        assert len(server.got) == 2
    assert slept == [7.0]


def test_the_error_names_a_wait_that_is_longer_than_the_patience() -> None:
    busy = says(429, PROBLEM % ("too-many-requests", 429), Retry_After="3600")
    with misbehaving(busy) as server, Client(server.url, patience=5) as client:
        with pytest.raises(kontor.Problem) as refusal:
            client.play("g", COMMAND)
        assert len(server.got) == 1
    assert (refusal.value.name, refusal.value.retry_after) == ("too-many-requests", 3600.0)


@pytest.mark.parametrize("kind", [Client, kontor.AsyncClient])
@pytest.mark.parametrize("url", ["127.0.0.1:8080", "localhost", "ftp://127.0.0.1", "http://", "http://[nowhere", ""])
def test_an_invalid_address_is_refused_at_once(url: str, kind: type) -> None:
    with pytest.raises(Unreachable, match="is not the address"):
        kind(url)


@pytest.mark.parametrize("game", ["../me", "a/../../me", ".", ""])
def test_an_id_that_leads_to_another_address_is_not_sent(game: str) -> None:
    with pytest.raises(ValueError, match="is not an id"):
        Client("http://127.0.0.1:9").game(game)


def test_an_invalid_key_is_refused_at_once() -> None:
    for key in ("schlüssel", "two\nlines"):
        with pytest.raises(kontor.KontorError, match="no key"):
            Client("http://127.0.0.1:1", key)


def test_an_unreachable_server_is_reported_in_a_sentence() -> None:
    with Client("http://127.0.0.1:1", patience=0) as client, pytest.raises(Unreachable) as told:
        client.me()
    assert str(told.value) == "GET /v1/me at http://127.0.0.1:1: Connection refused"


def test_patience_ends() -> None:
    with misbehaving(hangs_up) as server, Client(server.url, patience=0.5) as client:
        with pytest.raises(Unreachable, match=f"POST /v1/games/g/commands at {server.url}: "):
            client.play("g", COMMAND)
        assert len(server.got) > 1


@pytest.mark.parametrize("answer", [hangs_up, says(503)], ids=["hangs up", "away"])
def test_a_request_that_is_not_idempotent_is_sent_once(answer: object) -> None:
    with misbehaving(answer) as server, Client(server.url) as client:  # type: ignore[arg-type]
        with pytest.raises(kontor.KontorError):
            client.open_account("Anna")
        assert len(server.got) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 422, 500])
def test_a_refusal_is_final(status: int) -> None:
    with misbehaving(says(status, PROBLEM % ("x", status))) as server, Client(server.url) as client:
        with pytest.raises(kontor.Problem, match=f"Not now. \\({status}\\)"):
            client.play("g", COMMAND)
        assert len(server.got) == 1


def test_an_answer_of_a_proxy_is_shown_unchanged() -> None:
    with misbehaving(says(500, "<html>oops</html>")) as server, Client(server.url) as client:
        with pytest.raises(kontor.Problem, match="not from Kontor: <html>oops") as refusal:
            client.me()
        assert refusal.value.name == "about:blank"


# ---------------------------------------------------------------- streams


def event(version: int) -> str:
    return f'id: {version}\nevent: x\ndata: {{"version":{version},"hash":"h","envelope":{{}},"parts":[]}}\n\n'


def half(*versions: int) -> object:
    """A stream that breaks off in the middle of an event."""
    text = "retry: 10\n\n" + "".join(map(event, versions)) + "id: 99\nevent: x\ndata: {"
    return says(200, text, Content_Type="text/event-stream", Content_Length=str(len(text) + 50))


def test_a_stream_resumes_after_the_last_complete_event() -> None:
    answers = (half(1, 2), hangs_up, says(503, Retry_After="0"), half(3), says(204))
    with misbehaving(*answers) as server, Client(server.url) as client:  # type: ignore[arg-type]
        assert [line.version for line in client.watch("g")] == [1, 2, 3]
    assert [headers.get("last-event-id") for _, headers, _ in server.got] == [None, "2", "2", "2", "3"]


def test_so_does_one_that_is_awaited() -> None:
    async def watch(url: str) -> list[int]:
        async with AsyncClient(url) as client:
            return [line.version async for line in client.watch("g")]

    with misbehaving(half(1, 2), hangs_up, half(3), says(204)) as server:  # type: ignore[arg-type]
        assert asyncio.run(watch(server.url)) == [1, 2, 3]


def test_a_damaged_log_is_reported_and_not_followed() -> None:
    text = 'event: log_damaged\ndata: {"version":3,"detail":"It is not as it was written."}\n\n'
    with misbehaving(says(200, text, Content_Type="text/event-stream")) as server, Client(server.url) as client:
        with pytest.raises(kontor.Problem, match="not as it was written") as damage:
            list(islice(client.watch("g"), 1))
        assert (damage.value.name, damage.value.body["version"]) == ("log-damaged", 3)


def test_a_stream_begins_again_if_the_log_was_replaced() -> None:
    gone = says(200, 'id: \nevent: log_replaced\ndata: {"version":7}\n\n', Content_Type="text/event-stream")
    with misbehaving(half(8), gone, half(1, 2), says(204)) as server, Client(server.url) as client:  # type: ignore[arg-type]
        assert [line.version for line in client.watch("g", after="7-0123456789ab")] == [8, 1, 2]
    asked = [path.rpartition("/")[2] for path, _, _ in server.got]
    assert asked == ["stream?after=7-0123456789ab"] * 2 + ["stream"] * 2
    assert [headers.get("last-event-id") for _, headers, _ in server.got] == [None, "8", None, "2"]


def test_a_stream_that_is_refused_says_so() -> None:
    with misbehaving(says(404, PROBLEM % ("not-found", 404))) as server, Client(server.url) as client:
        with pytest.raises(kontor.Problem, match="Not now"):
            list(islice(client.watch("g"), 1))
        assert len(server.got) == 1


def test_the_seat_of_the_sender_is_sent_next_to_a_command_with_a_field_seat() -> None:
    with misbehaving(says(201, OUTCOME)) as server, Client(server.url) as client:
        client.play("g", merchants.ConcludeTrade(2, 3), seat=1)
        client.play("g", COMMAND, seat=1)
    sent = [json.loads(body) for _, _, body in server.got]
    assert sent[0] == {"seat": 1, "commands": [{"type": "conclude_trade", "offer": 2, "seat": 3}]}
    assert sent[1] == {"type": "end_turn", "seat": 1}
