"""Short games over HTTP, for tests of clients."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.support.examples import example

polling = example("polling-bot/bot.py")

ME = {"kind": "me"}
RANDOM = {"kind": "bot", "bot": "random"}


def key_of(api: httpx.Client) -> str:
    return api.headers["Authorization"].removeprefix("Bearer ")


def new_game(api: httpx.Client, *seats: dict[str, Any], **more: Any) -> str:
    """Return the address of a short game of the smallest ruleset."""
    body = {"ruleset": "tiny", "board": "square", "options": {"rounds": 1}, "seats": seats or (ME, RANDOM), **more}
    made = api.post("/v1/games", json=body)
    assert made.status_code == 201, made.text
    return str(made.json()["href"])


def play_out(game: str, **seats: httpx.Client) -> None:
    """Let all players play a game to its end by long polls. `seats`: the client of each player, such as
    `seat_1=anna, seat_2=ben`."""
    with ThreadPoolExecutor(len(seats)) as pool:
        for done in [pool.submit(polling.play, api, game, int(name[5:])) for name, api in seats.items()]:
            done.result()


def status(api: httpx.Client, game: str) -> str:
    return str(api.get(game).json()["status"])
