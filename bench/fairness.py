"""Does one account slow down the bots of another one? Measure the time of bots, alone and next to 60 other games.

    python -m bench.fairness [turns] [bot]        (default: 10 turns against `expert`)

On a fresh `kontor up` with its default settings a person plays Hansa against two bots of a kind. The time counts from
the command that ends the person's turn until the person's next turn, per decision of a bot. After so many turns
alone, another account creates 60 games of five experts, as many as the default limits allow in a minute, and the
person continues. Before each turn the person thinks for THINKS seconds.
"""

import statistics
import sys
import time
from collections.abc import Mapping
from typing import Any

import httpx

from kontor.service.store import debts
from tests.faults.running import Running, running

GREEDY_GAMES = 60
THINKS = 3.0  # seconds
POLL = 0.02  # seconds


class Person:
    """A person on seat 1, in game after game."""

    def __init__(self, server: Running, bot: str) -> None:
        self._bot = bot
        self._api = httpx.Client(base_url=server.url, headers=_new_account(server), timeout=60)
        self._game = self._new_game()

    def turn(self) -> float:
        """Play a turn. Return the seconds that each of the following decisions of bots took."""
        if not self._is_my_move():
            self._game = self._new_game()
            self._is_my_move()
        time.sleep(THINKS)
        while 1 in (at := self._shown())["awaiting"]:
            self._act()
        begun = time.perf_counter()
        self._is_my_move()
        seconds, decisions = time.perf_counter() - begun, self._bot_decisions(at["version"])
        return seconds / decisions if decisions else self.turn()

    def _is_my_move(self) -> bool:
        """Wait for the person's move. Return False if the game is over."""
        while (at := self._shown())["status"] == "running":
            if 1 in at["awaiting"]:
                return True
            time.sleep(POLL)
        return False

    def _new_game(self) -> str:
        return _new_game(self._api, {"kind": "me"}, *[{"kind": "bot", "bot": self._bot}] * 2)

    def _shown(self) -> dict[str, Any]:
        return dict(self._api.get(self._game).json())

    def _act(self) -> None:
        legal = self._api.get(f"{self._game}/legal-commands", params={"seat": 1, "expand": 1}).json()
        self._api.post(f"{self._game}/commands", json={**legal["commands"][0], "seat": 1}).raise_for_status()

    def _bot_decisions(self, after: int) -> int:
        items = self._api.get(f"{self._game}/events", params={"after": after, "limit": 200}).json()["items"]
        return len({each["envelope"]["command"]["id"] for each in items if each["envelope"]["actor"] != "system"})


def _new_account(server: Running) -> Mapping[str, str]:
    account = httpx.post(f"{server.url}/v1/accounts", json={"name": "Ben"}, timeout=30).json()
    return {"Authorization": f"Bearer {account['api_key']}"}


def _new_game(api: httpx.Client, *seats: Mapping[str, str]) -> str:
    answer = api.post("/v1/games", json={"ruleset": "hansa", "seats": seats}).raise_for_status()
    return str(answer.json()["href"])


def main(turns: str = "10", bot: str = "expert") -> None:
    with running(("kontor.domain.hansa:RULESET",), {}) as server:
        person = Person(server, bot)
        person.turn()  # warm up
        alone = [person.turn() for _ in range(int(turns))]
        with httpx.Client(base_url=server.url, headers=_new_account(server), timeout=60) as greedy:
            for _ in range(GREEDY_GAMES):
                _new_game(greedy, *[{"kind": "bot", "bot": "expert"}] * 5)
        beside = [person.turn() for _ in range(int(turns))]
        with server.store.pool.connection() as conn:
            waiting, _ = debts.outstanding(conn)
    for name, each in (("alone", alone), ("beside", beside)):
        print(f"{name:<8} median {statistics.median(each):6.2f} s   longest {max(each):6.2f} s   a decision of {bot}")
    ratios = statistics.median(beside) / statistics.median(alone), max(beside) / max(alone)
    print(
        f"ratio    median {ratios[0]:6.2f}     longest {ratios[1]:6.2f}     ({waiting} games wait for bots at the end)"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
