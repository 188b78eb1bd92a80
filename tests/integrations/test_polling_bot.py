"""A bot that asks for its turn by long polls: openapi/examples/polling-bot/."""

import json
import re
import signal

import httpx
import pytest

from tests.support.examples import run, started
from tests.support.integration_games import ME, RANDOM, new_game, polling, status
from tests.support.running_up import Up

BOT = "polling-bot/bot.py"
TINY = ("--ruleset", "tiny", "--board", "square", "--opponents", "random")

pytestmark = pytest.mark.xdist_group("up")


def test_my_bot_plays_a_whole_game_of_hansa_against_the_servers_bot(kontor: Up) -> None:
    done = run(BOT, kontor.url, "--ruleset", "hansa", "--board", "hansa-3", "--opponents", "greedy,greedy")
    assert done.returncode == 0, done.stderr
    assert re.search(r"sent \d{2,} commands\n(seat \d: rank \d, \d+ points\n){3}", done.stdout)


def test_my_bot_continues_where_it_was_killed(kontor: Up, nobody: httpx.Client) -> None:
    bot = started(BOT, kontor.url, *TINY)
    assert bot.stdout is not None
    key, game = (bot.stdout.readline().split()[1] for _ in range(2))
    bot.send_signal(signal.SIGKILL)
    bot.communicate()
    done = run(BOT, kontor.url, "--key", key, "--game", game.rpartition("/")[2])
    assert done.returncode == 0, done.stderr
    assert status(nobody, game) == "finished"


def test_a_command_that_i_send_twice_happens_once(anna: httpx.Client) -> None:
    game = new_game(anna)
    command = anna.get(f"{game}/legal-commands", params={"sample": 1}).json()["commands"][0]
    headers = {"Idempotency-Key": '"my first"'}
    first, again = (polling.send(anna, game, command, headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()


def test_my_bot_reads_again_if_another_program_was_faster(anna: httpx.Client) -> None:
    game = new_game(anna, ME, ME, ME)
    before = anna.get(game).json()
    seat = before["awaiting"][0]
    stale = polling.send(anna, game, {"type": "roll", "seat": seat}, {"If-Match": f'"{before["version"] - 1}"'})
    assert stale.status_code == 412
    assert stale.json()["current_version"] == before["version"]
    assert polling.decide(anna, game, seat)


def test_waiting_costs_me_one_request_until_something_happens(anna: httpx.Client, nobody: httpx.Client) -> None:
    game = new_game(anna, ME, {"kind": "open"})
    now = anna.get(game).json()["version"]
    news = nobody.build_request("GET", f"{game}/events", params={"after": now, "wait": 20})
    quiet = nobody.get(f"{game}/events", params={"after": now, "wait": 1}).json()
    assert quiet["items"] == []
    assert anna.post(f"{game}/seats/2/leave").status_code in (403, 409)  # nothing happens: it is not hers
    assert anna.post(f"{game}/abort", json={}).status_code in (200, 201)
    assert nobody.send(news).json()["items"][0]["envelope"]["type"] == "game_aborted"


def test_a_refusal_names_the_rule_and_can_be_read_later(anna: httpx.Client) -> None:
    game = new_game(anna, ME, RANDOM)
    refused = anna.post(f"{game}/commands", json={"type": "bid", "amount": 1})
    assert refused.status_code in (409, 422), refused.text
    assert refused.json()["detail"]
    [kept] = anna.get(f"{game}/refusals").json()["items"]
    assert kept["problem"]["detail"] == refused.json()["detail"]
    assert json.loads(kept["sent"])["type"] == "bid"
