"""`make record`: play the recorded games of tests/games/ anew, find the missing ones, and count positions.

A recorded game whose commands are still accepted and still end it the same way keeps them; otherwise numbers are
tried until the policy of the world brings about the wanted end.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.progress import track

from domain.kernel.model import Unreadable
from domain.kernel.violation import Refusal, Violation
from tests.games import counting
from tests.games.recording import FOLDER, Recording, ends_of, recordings, written
from tests.playouts import Playout, played
from tests.worlds import of
from tests.worlds.policies import by_chance
from tests.worlds.world import World

NUMBERS = 400  # tried before a way to end counts as out of reach
LONGEST = 4000  # commands


def main() -> int:
    ruleset = sys.argv[1] if len(sys.argv) > 1 else ""
    missing: list[str] = []
    wanted = [(each, end) for each in of(ruleset) for end in each.ends]
    for world, end in track(wanted, "games", transient=True):
        path = FOLDER / world.rules.name / f"{world.name}-{end}.json"
        playout = _replayed(path, end) or _found(world, end)
        if playout is None:
            missing.append(f"{world.name} by {end}")
            continue
        Recording.of(playout).save(path)
        path.with_suffix(".txt").write_text(written(playout), encoding="utf-8")
        print(f"{path.relative_to(FOLDER)}: {len(Recording.of(playout).commands)} commands")
    counting.save(_counted())
    for each in missing:
        print(f"not found: {each}")
    return int(bool(missing))


def _replayed(path: Path, end: str) -> Playout | None:
    """The game as recorded, if it can still be played and still ends so."""
    if not path.exists():
        return None
    try:
        playout = Recording.load(path).replayed()
    except (Violation, Unreadable, Refusal):
        return None
    return playout if playout.game.status == "finished" and end in ends_of(playout) else None


def _found(world: World, end: str) -> Playout | None:
    """The first number whose game ends so, and by nothing else if there is one."""
    fallback: Playout | None = None
    for number in range(1, NUMBERS + 1):
        playout = played(world, number, LONGEST, world.policy or by_chance)
        ends: Sequence[str] = ends_of(playout) if playout.game.status == "finished" else ()
        if list(ends) == [end]:
            return playout
        if end in ends:
            fallback = fallback or playout
    return fallback


def _counted() -> Sequence[counting.Position]:
    """The start and two moments of every recorded game."""
    found: list[counting.Position] = []
    for path in track(recordings(), "counts", transient=True):
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        length = len(Recording.load(path).commands)
        for after in (0, length // 3, length * 2 // 3):
            rules, game = counting.position(name, after)
            if counts := counting.counts(rules, game):
                found.append({"game": name, "after": after, "counts": counts})
    return found


if __name__ == "__main__":
    sys.exit(main())
