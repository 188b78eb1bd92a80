"""`make record`: play the recorded games of tests/games/ again, find the missing ones, and count positions.

A recorded game whose commands are still accepted and still end it the same way keeps them; otherwise numbers are
tried until the policy of the world brings about the wanted end.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.progress import track

from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal, Violation
from tests.games import counting
from tests.games.recording import FOLDER, Recording, ends_of, recordings, written
from tests.support.playouts import Playout, played
from tests.worlds import of
from tests.worlds.policies import by_chance
from tests.worlds.world import World

NUMBERS = 60  # numbers tried before a way to end counts as unreachable
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
        path.with_suffix(".txt").write_text(written(playout, path), encoding="utf-8")
        print(f"{path.relative_to(FOLDER)}: {len(Recording.of(playout).commands)} commands")
    counting.save(_counted())
    for each in missing:
        print(f"not found: {each}")
    return int(bool(missing))


def _replayed(path: Path, end: str) -> Playout | None:
    """Replay the recorded game; return it if it is still legal and ends the same way."""
    if not path.exists():
        return None
    try:
        playout = Recording.load(path).replayed()
    except (Violation, Unreadable, Refusal):
        return None
    return playout if playout.game.status == "finished" and end in ends_of(playout) else None


def _found(world: World, end: str) -> Playout | None:
    """Return the first game that ends in this way, and in no other way if there is one."""
    fallback: Playout | None = None
    for number in range(1, NUMBERS + 1):
        playout = played(world, number, LONGEST, world.aims.get(end) or world.policy or by_chance)
        ends: Sequence[str] = ends_of(playout) if playout.game.status == "finished" else ()
        if list(ends) == [end]:
            return playout
        if end in ends:
            fallback = fallback or playout
    return fallback


def _counted() -> Sequence[counting.Position]:
    """Return, for every board, the start of a game and the two later positions that can be counted furthest."""
    boards: dict[tuple[str, str], Path] = {}
    for path in recordings():
        world = Recording.load(path).world
        boards.setdefault((world.rules.name, world.board), path)
    found: list[counting.Position] = []
    for path in track(list(boards.values()), "counts", transient=True):
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        length = len(Recording.load(path).commands)
        start, *later = [_position(name, after) for after in range(0, length, max(1, length // 12))]
        later.sort(key=lambda each: (len(each["counts"]), each["counts"][-1:]))
        found += [each for each in (start, *later[-2:]) if each["counts"]]
    return found


def _position(name: str, after: int) -> counting.Position:
    rules, game = counting.position(name, after)
    return {"game": name, "after": after, "counts": counting.counts(rules, game)}


if __name__ == "__main__":
    sys.exit(main())
