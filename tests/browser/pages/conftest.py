"""People who play in the browser, and the games they play."""

import os
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.support.clicking import sent_by
from tests.support.playing import nonce_of, seed_of


@pytest.fixture(scope="session")
def long_form() -> bool:
    """A whole game of two people, for whoever has the time: `make test-browser LONG=1`."""
    return bool(os.environ.get("LONG"))


@dataclass(frozen=True)
class Person:
    """Somebody with an account."""

    server: str
    key: str

    def call(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = httpx.request(method, self.server + path, json=body, headers=headers, timeout=30)
        assert answer.is_success, answer.text
        return answer.json()

    def a_game(self, ruleset: str, board: str, *kinds: str, **more: Any) -> str:
        """Open a game that is the same in every run. Only a practice game may be given its dice; of a game with
        `practice=False` nothing that the dice decide may be expected."""
        seats = [_seat(kind, n) for n, kind in enumerate(kinds, 1)]
        dice = {"practice": True, "dice_seed": seed_of(1).hex()} if more.get("practice", True) else {}
        asked = {"ruleset": ruleset, "board": board, "seats": seats, **dice, **more}
        return str(self.call("POST", "/v1/games", asked)["id"])

    def join(self, game: str, seat: int) -> None:
        self.call("POST", f"/v1/games/{game}/seats/{seat}/join", {"nonce": nonce_of(seat)})

    def summary(self, game: str) -> Any:
        return self.call("GET", f"/v1/games/{game}")

    def sampled(self, game: str, seat: int, seed: int = 0) -> list[dict[str, Any]]:
        """Complete commands that the seat may send, drawn by lot, as bodies of requests."""
        path = f"/v1/games/{game}/legal-commands?seat={seat}&sample=20&seed={seed}"
        return [sent_by(seat, each) for each in self.call("GET", path)["commands"]]


def _seat(kind: str, number: int) -> dict[str, str]:
    more = {"bot": {"bot": "random"}, "me": {"nonce": nonce_of(number)}}
    return {"kind": kind, **more.get(kind, {})}


def person(server: str, name: str) -> Person:
    answer = httpx.post(f"{server}/v1/accounts", json={"name": name})
    return Person(server, answer.json()["api_key"])


@pytest.fixture
def anna(kontor: str) -> Person:
    return person(kontor, "Anna")


@pytest.fixture
def ben(kontor: str) -> Person:
    return person(kontor, "Ben")
