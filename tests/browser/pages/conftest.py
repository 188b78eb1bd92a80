"""People who play in the browser, and the games they play."""

import os
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.support.clicking import sent_by


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
        seats = [{"kind": "bot", "bot": "random"} if kind == "bot" else {"kind": kind} for kind in kinds]
        asked = {"ruleset": ruleset, "board": board, "seats": seats, **more}
        return str(self.call("POST", "/v1/games", asked)["id"])

    def summary(self, game: str) -> Any:
        return self.call("GET", f"/v1/games/{game}")

    def sampled(self, game: str, seat: int, seed: int = 0) -> list[dict[str, Any]]:
        """Complete commands that the seat may send, drawn by lot, as bodies of requests."""
        path = f"/v1/games/{game}/legal-commands?seat={seat}&sample=20&seed={seed}"
        return [sent_by(seat, each) for each in self.call("GET", path)["commands"]]


def person(server: str, name: str) -> Person:
    answer = httpx.post(f"{server}/v1/accounts", json={"name": name})
    return Person(server, answer.json()["api_key"])


@pytest.fixture
def anna(kontor: str) -> Person:
    return person(kontor, "Anna")


@pytest.fixture
def ben(kontor: str) -> Person:
    return person(kontor, "Ben")
