"""A bot that listens: one connection notifies it of every decision in all its games. It accepts invitations.

python bot.py http://127.0.0.1:8080 --key KEY --games 3      ends after three games
"""

import argparse
import sys
import time
from collections.abc import Iterator

import httpx
from httpx_sse import ServerSentEvent, connect_sse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--key", required=True)
    parser.add_argument("--games", type=int, default=1, help="how many games to play to their ends")
    asked = parser.parse_args()
    headers = {"Authorization": f"Bearer {asked.key}"}
    with httpx.Client(base_url=asked.server, headers=headers, timeout=40) as api:
        for result in play(api, asked.games):
            print(result, flush=True)


def play(api: httpx.Client, games: int) -> Iterator[str]:
    """Answer notices until so many games have ended."""
    ended: set[str] = set()
    for notice in notices(api):
        told = notice.json()
        if notice.event == "decision":
            decide(api, told)
        elif notice.event == "seat.invited":
            api.post(f"/v1/games/{told['game']}/seats/{told['seat']}/join", json={})
        elif notice.event == "game.ended" and told["game"] not in ended:  # sent at least once
            ended.add(told["game"])
            yield f"{told['game']}: {told['status']}"
            if len(ended) == games:
                return


def notices(api: httpx.Client, last: str | None = None) -> Iterator[ServerSentEvent]:
    """Yield all notices for this key. A broken connection is opened again, and no notice is lost."""
    while True:
        headers = {"Last-Event-ID": last} if last else {}
        try:
            with connect_sse(api, "GET", "/v1/me/stream", headers=headers) as stream:
                if stream.response.status_code in (401, 403):
                    sys.exit("The key is no longer valid.")
                stream.response.raise_for_status()
                for notice in stream.iter_sse():
                    last = notice.id or last
                    if notice.data:  # the first message only sets the retry delay
                        yield notice
        except httpx.HTTPError:
            time.sleep(0.5)


def decide(api: httpx.Client, told: dict) -> None:
    """Send one command for a notice. The decision may be over already: then do nothing."""
    answer = api.get(told["legal_href"], params={"seat": told["seat"], "sample": 1})
    if answer.is_success and answer.json()["commands"]:
        command = {**answer.json()["commands"][0], "seat": told["seat"]}
        once = f'"{told["seat"]}-{told["version"]}"'  # a notice that arrives twice is answered once
        sent = api.post(f"/v1/games/{told['game']}/commands", json=command, headers={"Idempotency-Key": once})
        if sent.is_error and sent.status_code != 409:
            sys.exit(f"{sent.status_code}: {sent.json()['detail']}")


if __name__ == "__main__":
    main()
