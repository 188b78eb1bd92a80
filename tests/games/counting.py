"""Counted positions: how many sequences of legal complete commands there are, one, two and three deep."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.domain.kernel.game import follow, require_state
from kontor.domain.kernel.legality import fillings
from tests.games.recording import FOLDER, Recording
from tests.worlds.world import AnyGame, AnyRuleset

COUNTS = FOLDER / "counts.json"
DEEPEST = 3
MOST = 8_000  # fillings tried; a depth that takes more is not counted


class Position(TypedDict):
    """A recorded game after some of its commands, and the counts from there, depth by depth."""

    game: str
    after: int
    counts: list[int]


class TooMany(Exception):
    """More fillings than a test has time for."""


@dataclass(slots=True)
class Counter:
    """Counts with a bound on its work, so that every machine counts the same positions as deep."""

    rules: AnyRuleset
    tried: int = 0

    def count(self, game: AnyGame, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return sum(1 for _ in self.commands(game))
        return sum(self.count(after(self.rules, game, *each), depth - 1) for each in self.commands(game))

    def divided(self, game: AnyGame, depth: int) -> Mapping[str, int]:
        """The count behind each first command."""
        return {
            f"{seat} {canonical_text(body)}": self.count(after(self.rules, game, seat, body), depth - 1)
            for seat, body in self.commands(game)
        }

    def commands(self, game: AnyGame) -> Iterator[tuple[int, JsonObject]]:
        """Every command that is accepted now, each once."""
        if game.status != "running":
            return
        state = require_state(game)
        for seat in self.rules.may_act(state):
            known: set[str] = set()
            for option in self.rules.legal(state, seat):
                for body in fillings(option):
                    self.tried += 1
                    if self.tried > MOST:
                        raise TooMany
                    text = canonical_text(body)
                    if isinstance(body, dict) and text not in known and play.is_accepted(self.rules, game, seat, body):
                        known.add(text)
                        yield seat, body


def after(rules: AnyRuleset, game: AnyGame, seat: int, body: JsonObject) -> AnyGame:
    return follow(rules, game, play.act(rules, game, seat, play.read_command(rules, body)))


def counts(rules: AnyRuleset, game: AnyGame) -> list[int]:
    """As deep as the bound allows."""
    found: list[int] = []
    for depth in range(1, DEEPEST + 1):
        try:
            found.append(Counter(rules).count(game, depth))
        except TooMany:
            break
    return found


def position(name: str, commands: int) -> tuple[AnyRuleset, AnyGame]:
    recording = Recording.load(FOLDER / f"{name}.json")
    return recording.world.rules, recording.replayed(commands).game


def load() -> Sequence[Position]:
    found: list[Position] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return found


def save(positions: Sequence[Position]) -> None:
    COUNTS.write_text("[\n " + ",\n ".join(map(json.dumps, positions)) + "\n]\n", encoding="utf-8")
