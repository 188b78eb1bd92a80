"""Recorded games: what was asked for, in a JSON file; what came of it, in words, in a text file beside it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.commits import SYSTEM
from tests.games.transcript import transcript
from tests.support.playing import stored_events
from tests.support.playouts import Playout, begun
from tests.worlds import WORLDS, of
from tests.worlds.world import World, seen

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole game: where, from which number, and every command with its seat. `expected`: how it ends."""

    world: World
    number: int
    commands: Sequence[tuple[int, JsonObject]]
    expected: JsonObject

    @classmethod
    def load(cls, path: Path) -> "Recording":
        told = json.loads(path.read_text(encoding="utf-8"))
        known = of(told["ruleset"])[0]
        rules = replace(known.rules, version=told.get("rules", 0))  # the version that the game keeps for ever
        world = World(rules, told["board"], told["seats"], told["options"], told["order"], end_of=known.end_of)
        commands = [(each["seat"], each["command"]) for each in told["commands"]]
        return cls(world, told["number"], commands, told["expected"])

    @classmethod
    def of(cls, playout: Playout) -> "Recording":
        """What was played."""
        asked = [
            (int(made.command.actor.removeprefix("seat:")), made.command.body)
            for made in playout.commits
            if made.command.actor != SYSTEM and made.command.body["type"] != "take_seat"
        ]
        return cls(playout.world, playout.number, asked, outcome(playout))

    def save(self, path: Path) -> None:
        head: Mapping[str, Json] = {
            "ruleset": self.world.rules.name,
            "board": self.world.board,
            "seats": self.world.seats,
            "options": dict(self.world.options),
            "order": self.world.order,
            "number": self.number,
            **({"rules": self.world.rules.version} if self.world.rules.version else {}),
            "expected": self.expected,
        }
        lines = [json.dumps({"seat": seat, "command": body}, ensure_ascii=False) for seat, body in self.commands]
        text = json.dumps({**head, "commands": "@"}, ensure_ascii=False, indent=1)
        body = ",\n  ".join(lines)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace('"@"', f"[\n  {body}\n ]") + "\n", encoding="utf-8")

    def replayed(self, commands: int | None = None) -> Playout:
        """The game played again from its commands, or from the first of them."""
        playout = begun(self.world, self.number)
        for seat, body in self.commands[:commands]:
            playout.played.do(seat, body)
        if playout.game.status == "scoring":
            playout.played.score()
        return playout


def ends_of(playout: Playout) -> Sequence[str]:
    events = [event for made in playout.commits for event in stored_events(playout.rules, made)]
    return list(playout.world.end_of(events))


def outcome(playout: Playout) -> JsonObject:
    """What must not change: the end, the ranking, the last hash of the log (so every event), and what each sees."""
    game, world = playout.game, playout.world
    viewers = {"spectators": frozenset[int](), **{f"seat_{n}": frozenset({n}) for n in sorted(world.everybody)}}
    return {
        "ends": ends_of(playout),
        "ranking": [{"seat": each.seat, "rank": each.rank, "total": each.total} for each in game.ranking],
        "version": game.version,
        "head": game.head.hex(),
        "score": hashlib.sha256(canonical(_score(playout))).hexdigest(),
        "views": {name: hashlib.sha256(seen(world, game, viewer)).hexdigest() for name, viewer in viewers.items()},
    }


def _score(playout: Playout) -> Json:
    score = playout.rules.score(playout.game.state)
    seats = [[row.seat, row.total, row.rank, dict(row.breakdown)] for row in score.seats]
    ledger = [[each.seat, each.points, each.category, each.rule, each.version, each.about] for each in score.ledger]
    return cast(Json, [seats, ledger])


def written(playout: Playout, path: Path) -> str:
    """The transcript; where the scoring was worked by hand (`.hand.txt` beside the game), that stands at its end."""
    text, by_hand = transcript(playout, ends_of(playout)), path.with_suffix(".hand.txt")
    if not by_hand.exists():
        return text
    return f"{text}\nworked by hand\n\n{by_hand.read_text(encoding='utf-8')}"


def recordings() -> Sequence[Path]:
    known = {world.rules.name for world in WORLDS}
    return [path for name in sorted(known) for path in sorted((FOLDER / name).glob("*.json"))]


def one_per_variant() -> Sequence[Path]:
    """Return the shortest recording of each board with each combination of options. A file's name ends with its end."""
    by_length = sorted(recordings(), key=lambda path: path.stat().st_size, reverse=True)
    return sorted({path.stem.rpartition("-")[0]: path for path in by_length}.values())


def one_per_board() -> Sequence[Path]:
    """Return a recording of each board: the one with the longest list of options."""
    by_options = sorted(one_per_variant(), key=lambda path: len(path.stem))
    return sorted({path.stem.partition("-seats")[0].rpartition("-")[0]: path for path in by_options}.values())
