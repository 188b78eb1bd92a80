"""A bot that listens on one connection to all its games: openapi/examples/stream-bot/."""

from collections.abc import Callable

import httpx
import pytest
from httpx_sse import connect_sse

from tests.support.examples import example, run
from tests.support.integration_games import ME, RANDOM, key_of, new_game, play_out, status
from tests.support.running_up import Up

BOT = "stream-bot/bot.py"
stream_bot = example(BOT)

pytestmark = pytest.mark.xdist_group("up")


def test_my_bot_plays_three_games_on_one_connection(kontor: Up, anna: httpx.Client) -> None:
    games = [new_game(anna) for _ in range(3)]
    done = run(BOT, kontor.url, "--key", key_of(anna), "--games", "3")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()[::2]) == sorted(f"{game.rpartition('/')[2]}:" for game in games)
    assert {status(anna, game) for game in games} == {"finished"}


def test_my_bot_sits_down_where_it_is_invited_and_plays(anna: httpx.Client, ben: httpx.Client) -> None:
    game = new_game(ben, {"kind": "invited"}, RANDOM, visibility="private")
    invited = ben.post(f"{game}/seats/1/invitations", json={"account": anna.get("/v1/me").json()["id"]})
    assert invited.status_code == 201, invited.text
    assert list(stream_bot.play(anna, 1)) == [f"{game.rpartition('/')[2]}: finished"]
    assert ben.get(game).json()["result"]


def test_a_late_stream_reports_my_pending_decisions(anna: httpx.Client) -> None:
    games = {new_game(anna, ME, ME).rpartition("/")[2] for _ in range(5)}
    waiting = stream_bot.notices(anna)
    told = [next(waiting) for _ in range(5)]
    waiting.close()
    assert {each.json()["game"] for each in told} == games
    assert {each.event for each in told} == {"decision"}


def test_after_a_broken_connection_i_miss_no_end_of_a_game(anna: httpx.Client) -> None:
    first, second = new_game(anna), new_game(anna)
    notices = stream_bot.notices(anna)
    last = next(notices).id
    notices.close()  # the line breaks, and meanwhile both games end
    play_out(first, seat_1=anna)
    play_out(second, seat_1=anna)
    ended = set()
    for notice in stream_bot.notices(anna, last):
        if notice.event == "game.ended":
            ended.add(notice.json()["game"])
        if len(ended) == 2:
            break
    assert ended == {game.rpartition("/")[2] for game in (first, second)}


def test_anybody_can_watch_a_public_game_and_sees_every_version_once(anna: httpx.Client, nobody: httpx.Client) -> None:
    game = new_game(anna)
    play_out(game, seat_1=anna)
    with connect_sse(nobody, "GET", f"{game}/stream") as stream:
        ids = [each.id for each in stream.iter_sse() if each.data]
    assert [int(each.partition("-")[0]) for each in ids] == list(range(1, anna.get(game).json()["version"] + 1))
    for last in (ids[-1], ids[-1].partition("-")[0]):
        assert nobody.get(f"{game}/stream", headers={"Last-Event-ID": last}).status_code == 204


def test_the_stream_of_a_revoked_key_ends_in_words(person: Callable[[str], httpx.Client], kontor: Up) -> None:
    carla = person("Carla")
    made = carla.post("/v1/me/keys", json={"scopes": ["game:play"]})
    assert made.status_code == 201, made.text
    assert carla.delete(f"/v1/me/keys/{made.json()['id']}").status_code == 204
    done = run(BOT, kontor.url, "--key", made.json()["api_key"])
    assert done.returncode == 1
    assert "The key is not valid any more." in done.stderr
