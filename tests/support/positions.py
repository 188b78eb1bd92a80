"""For every kind of command, a position in which it can be sent, and an example that the rules accept. The positions
are from recorded games. If these lack a kind, they are from beginnings of games in tests/browser/positions/."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.clock import new_id
from kontor.service.store.store import Store
from tests.games.recording import FOLDER, Recording
from tests.support.archives import put
from tests.support.paths import ROOT
from tests.support.playing import created
from tests.support.playouts import Playout

BEGINNINGS = ROOT / "tests" / "browser" / "positions"


@dataclass(frozen=True)
class Position:
    """A position: a recorded game after its first `commands` commands. The next command is of the wanted kind."""

    path: Path
    commands: int
    seat: int
    command: JsonObject


def positions(ruleset: str) -> Mapping[str, Position]:
    """Return the earliest position for each kind of command."""
    found: dict[str, Position] = {}
    for path in sorted([*(FOLDER / ruleset).glob("*.json"), *(BEGINNINGS / ruleset).glob("*.json")]):
        for n, each in enumerate(json.loads(path.read_text("utf-8"))["commands"]):
            known = found.get(each["command"]["type"])
            if known is None or n < known.commands:
                found[each["command"]["type"]] = Position(path, n, each["seat"], each["command"])
    return found


def stored(store: Store, position: Position) -> tuple[UUID, int]:
    """Store a game up to a position and abort it, so that any account may branch it. Return the game's id and the
    version for the branch."""
    recording = Recording.load(position.path)
    world, options = recording.world, dict(recording.world.options)
    played = created(
        world.rules, world.seats, recording.number, world.board_data, options, world.order, game_id=new_id()
    )
    for seat, body in recording.commands[: position.commands]:
        played.do(seat, body)
    playout = Playout(world, recording.number, played)
    return put(store, playout.aborted().played), playout.game.version
