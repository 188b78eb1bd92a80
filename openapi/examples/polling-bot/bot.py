"""A bot that waits for its turn with long polls. It needs no public address and no stream.

python bot.py http://127.0.0.1:8080 --ruleset hansa --opponents greedy,greedy
python bot.py http://127.0.0.1:8080 --key KEY --game GAME --seat 1      continues a game
"""

import argparse
import sys
import time
import uuid

import httpx

BUSY = (429, 502, 503, 504)  # send again with the same Idempotency-Key: the command happens once


def main() -> None:
    asked = arguments()
    with httpx.Client(base_url=asked.server, timeout=40) as api:
        key = asked.key or read_answer(api.post("/v1/accounts", json={"name": "Polling bot"}))["api_key"]
        api.headers["Authorization"] = f"Bearer {key}"
        game = f"/v1/games/{asked.game}" if asked.game else new_game(api, asked)
        print(f"key {key}\ngame {game}", flush=True)  # needed to continue later
        sent = play(api, game, asked.seat)
        score = read_answer(api.get(f"{game}/score"))
        print(f"sent {sent} commands")
        for each in score["seats"]:
            print(f"seat {each['seat']}: rank {each['rank']}, {each['total']} points")


def play(api: httpx.Client, game: str, seat: int) -> int:
    """Play to the end, and return the number of commands."""
    sent = 0
    while (now := read_answer(api.get(game)))["status"] not in ("finished", "aborted"):
        if seat in now["awaiting"]:
            sent += decide(api, game, seat)
        else:  # returns when something happens
            api.get(f"{game}/events", params={"after": now["version"], "limit": 1, "wait": 20})
    return sent


def decide(api: httpx.Client, game: str, seat: int) -> bool:
    """Send one command, if the game has not changed. Return whether it was accepted."""
    legal = read_answer(api.get(f"{game}/legal-commands", params={"seat": seat, "sample": 1}))
    if not legal["commands"]:
        return False
    command = {**legal["commands"][0], "seat": seat}
    answer = send(api, game, command, {"If-Match": f'"{legal["version"]}"'})
    if answer.status_code in (409, 412):  # the game has changed: decide again
        return False
    read_answer(answer)
    return True


def send(api: httpx.Client, game: str, command: dict, headers: dict) -> httpx.Response:
    """Send a command until the server answers. It happens once."""
    headers = {"Idempotency-Key": f'"{uuid.uuid4()}"', **headers}
    while True:
        try:
            answer = api.post(f"{game}/commands", json=command, headers=headers)
        except httpx.TransportError:
            time.sleep(1)
            continue
        if answer.status_code not in BUSY:
            return answer
        time.sleep(float(answer.headers.get("Retry-After", 1)))


def new_game(api: httpx.Client, asked: argparse.Namespace) -> str:
    bots = [{"kind": "bot", "bot": bot} for bot in asked.opponents.split(",")]
    body = {"ruleset": asked.ruleset, "board": asked.board or asked.ruleset, "seats": [{"kind": "me"}, *bots]}
    return read_answer(api.post("/v1/games", json={**body, "bot_milliseconds": 10}))["href"]


def read_answer(answer: httpx.Response) -> dict:
    """Return the JSON of an answer. End the program if the server refused."""
    if answer.is_error:
        sys.exit(f"{answer.status_code}: {answer.json()['detail']}")
    return answer.json()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--key", help="the key of your account (default: open an account)")
    parser.add_argument("--game", help="the id of a game (default: create one)")
    parser.add_argument("--seat", type=int, default=1)
    parser.add_argument("--ruleset", default="hansa")
    parser.add_argument("--board")
    parser.add_argument("--opponents", default="greedy,greedy", help="bots of the server")
    return parser.parse_args()


if __name__ == "__main__":
    main()
