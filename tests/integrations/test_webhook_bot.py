"""A bot that the server calls: openapi/examples/webhook-bot/."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook

from tests.support.bot_games import wait_until
from tests.support.examples import example, started
from tests.support.integration_games import key_of, new_game, status
from tests.support.running_up import Up
from tests.support.webhook_receiver import listening, plain

BOT = "webhook-bot/bot.py"
webhook_bot = example(BOT)

pytestmark = pytest.mark.xdist_group("up")


@contextmanager
def running_bot(kontor: Up, api: httpx.Client) -> Iterator[Any]:
    """The program, and the line it says first."""
    process = started(BOT, kontor.url, "--key", key_of(api))
    assert process.stdout is not None
    assert "listening at" in process.stdout.readline()
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture
def deaf(nobody: httpx.Client) -> Iterator[Any]:
    """The bot's server without its worker: what it takes, waits."""
    bot = webhook_bot.Bot(0, nobody)
    bot.secret = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw=="
    thread = threading.Thread(target=bot.serve_forever)
    thread.start()
    yield bot
    bot.shutdown()
    bot.server_close()
    thread.join()


def posted(bot: Any, body: bytes, name: str = "msg_1", secret: str | None = None) -> int:
    now = datetime.now(UTC)
    signature = Webhook(secret or bot.secret).sign(name, now, body.decode())
    signed = {"webhook-id": name, "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}
    return httpx.post(f"http://127.0.0.1:{bot.server_port}/", content=body, headers=signed).status_code


def test_one_command_for_each_message_plays_a_whole_game(kontor: Up, anna: httpx.Client) -> None:
    with running_bot(kontor, anna) as bot:
        game = new_game(anna)
        assert bot.stdout is not None
        said = bot.stdout.readline()
    assert said.startswith(f"{game.rpartition('/')[2]}: finished, ")
    assert status(anna, game) == "finished"


def test_a_game_that_waited_for_my_bot_continues(kontor: Up, anna: httpx.Client) -> None:
    game = new_game(anna)
    with running_bot(kontor, anna) as bot:
        assert bot.stdout is not None
        assert "finished" in bot.stdout.readline()
    assert status(anna, game) == "finished"


def test_my_webhook_is_gone_when_my_bot_has_been_stopped(kontor: Up, anna: httpx.Client) -> None:
    with running_bot(kontor, anna):
        assert len(anna.get("/v1/webhooks").json()["items"]) == 1
    assert anna.get("/v1/webhooks").json()["items"] == []


def test_a_message_signed_by_another_sender_is_refused(deaf: Any) -> None:
    assert posted(deaf, b"{}", secret="whsec_c29tZWJvZHkgZWxzZQ==") == 401
    assert deaf.work.empty()


def test_a_message_that_arrives_twice_is_worked_off_once(deaf: Any) -> None:
    body = json.dumps({"type": "game.ended", "data": {}}).encode()
    assert [posted(deaf, body), posted(deaf, body), posted(deaf, body, "msg_2")] == [204, 204, 204]
    assert deaf.work.qsize() == 2


def test_messages_that_a_broken_receiver_missed_can_be_sent_again(anna: httpx.Client) -> None:
    with listening() as receiver:
        receiver.answer = lambda handler: plain(handler, 500)
        hook = anna.post("/v1/webhooks", json={"url": receiver.url}).json()["id"]
        assert anna.post(f"/v1/webhooks/{hook}/ping").is_success
        wait_until(lambda: len(receiver.got) == 1)
        receiver.answer = lambda handler: plain(handler, 204)
        wait_until(lambda: delivery(anna, hook)["attempts"] == 1)
        missed = delivery(anna, hook)
        assert anna.post(f"/v1/webhooks/{hook}/deliveries/{missed['id']}/redeliver").is_success
        wait_until(lambda: len(receiver.got) >= 2)
        assert receiver.got[0][1] == receiver.got[1][1]
    assert anna.delete(f"/v1/webhooks/{hook}").status_code == 204


def delivery(api: httpx.Client, hook: str) -> dict[str, Any]:
    """The only one there is."""
    [one] = api.get(f"/v1/webhooks/{hook}/deliveries").json()["items"]
    return dict(one)
