"""For every kind of command a position in which it can be sent, with one that is accepted: out of recorded games, and
of some beginnings of games (tests/browser/positions/) that come to what none of those has."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.clock import new_id
from kontor.service.store import Store
from tests.games.recording import FOLDER, Recording
from tests.support.archives import put
from tests.support.paths import ROOT
from tests.support.playing import created
from tests.support.playouts import Playout

BEGINNINGS = ROOT / "tests" / "browser" / "positions"


@dataclass(frozen=True)
class Position:
    """After the first `commands` of a recorded game; the next one is of the wanted kind."""

    path: Path
    commands: int
    seat: int
    command: JsonObject


def positions(ruleset: str) -> Mapping[str, Position]:
    """By kind of command, the one that comes soonest."""
    found: dict[str, Position] = {}
    for path in sorted([*(FOLDER / ruleset).glob("*.json"), *(BEGINNINGS / ruleset).glob("*.json")]):
        for n, each in enumerate(json.loads(path.read_text("utf-8"))["commands"]):
            known = found.get(each["command"]["type"])
            if known is None or n < known.commands:
                found[each["command"]["type"]] = Position(path, n, each["seat"], each["command"])
    return found


def stored(store: Store, position: Position) -> tuple[UUID, int]:
    """The game up to there, given up then, so that anybody may branch off; and the version to do it at."""
    recording = Recording.load(position.path)
    world, options = recording.world, dict(recording.world.options)
    played = created(
        world.rules, world.seats, recording.number, world.board_data, options, world.order, game_id=new_id()
    )
    for seat, body in recording.commands[: position.commands]:
        played.do(seat, body)
    playout = Playout(world, recording.number, played)
    return put(store, playout.aborted().played), playout.game.version
