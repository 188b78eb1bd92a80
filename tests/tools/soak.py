"""`make schema-soak R=hansa N=100000`: send so many commands per board, generated from their schema, to running games.

Each one that the rules accept must be covered by an option, none may end in anything but events or a refusal, and
every type of command must be accepted at least once.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.progress import Progress

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.domain.kernel.game import follow, require_state
from kontor.domain.kernel.legality import Option, covers
from tests.support.playouts import begun, choice
from tests.support.schema_made import Maker
from tests.worlds import of
from tests.worlds.policies import by_chance
from tests.worlds.world import AnyGame, World, spelt

AT_ONCE = 24  # commands per position
RARE = 10  # a type accepted less often should be checked longer
LONGEST = 600  # commands played before a new game begins


@dataclass(slots=True)
class Soak:
    """The games on one board: its worlds in turn."""

    worlds: Sequence[World]
    luck: random.Random
    made: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    flaws: list[str] = field(default_factory=list)

    def run(self, commands: int, progress: Progress) -> None:
        maker = Maker(self.worlds[0], self.luck)
        bar = progress.add_task(self.worlds[0].board, total=commands)
        number = 0
        while self.made.total() < commands:
            world = self.worlds[number % len(self.worlds)]
            share = min(commands - self.made.total(), commands // (2 * len(self.worlds)) + AT_ONCE)
            self._play(world, number, maker, self.made.total() + share)
            number += 1
            progress.update(bar, completed=self.made.total())

    def _play(self, world: World, number: int, maker: Maker, until: int) -> None:
        """Play one game, first by its policy, then with generated commands until so many are made."""
        game = begun(world, number).game
        unwatched = self.luck.randrange(LONGEST) if number >= len(self.worlds) else 0
        for step in range(LONGEST):
            if game.status != "running" or self.made.total() >= until:
                return
            if step < unwatched:
                game = _after(world, game, *choice(world, game, self.luck, world.policy or by_chance))
                continue
            seat = self._seat(world, game)
            maker.words.gather(world.rules.view(game.state, world.everybody))
            found = self._make(world, game, seat, maker, f"{world.name} {number} {step}")
            if found and self.luck.random() < 0.3:
                game = _after(world, game, seat, self.luck.choice(found))
            else:
                policy = world.policy if world.policy and self.luck.random() < 0.8 else by_chance
                seat, body = choice(world, game, self.luck, policy)
                maker.accepted(body)  # a model for later positions
                game = _after(world, game, seat, body)

    def _make(self, world: World, game: AnyGame, seat: int, maker: Maker, where: str) -> list[JsonObject]:
        options: Sequence[Option] = world.rules.legal(game.state, seat)
        found: list[JsonObject] = []
        tried: set[str] = set()
        for _ in range(self._effort(options)):
            body = maker.make(self._kind(maker, options))
            if (text := canonical_text(body)) in tried:
                continue
            tried.add(text)
            self.made[str(body["type"])] += 1
            if not self._is_accepted(world, game, seat, body, where):
                continue
            self.accepted[str(body["type"])] += 1
            maker.accepted(body)
            found.append(body)
            plain = spelt(world, body)
            if not any(covers(option, plain) for option in options):
                self._note(f"not covered: {where} seat {seat} {canonical_text(body)}")
        return found

    def _is_accepted(self, world: World, game: AnyGame, seat: int, body: JsonObject, where: str) -> bool:
        try:
            return play.is_accepted(world.rules, game, seat, body)
        except Exception as error:  # anything but a refusal is a bug to report
            self._note(f"{type(error).__name__} {error}: {where} seat {seat} {canonical_text(body)}")
            return False

    def _seat(self, world: World, game: AnyGame) -> int:
        """Return any seat that may act; mostly the one that can do the rarest thing."""
        seats = world.rules.may_act(require_state(game))
        if self.luck.random() < 0.3:
            return self.luck.choice(seats)
        return min(seats, key=lambda seat: self._rarest(world.rules.legal(game.state, seat)))

    def _rarest(self, options: Sequence[Option]) -> int:
        return min(self.accepted[str(option["type"])] for option in options)

    def _effort(self, options: Sequence[Option]) -> int:
        """Return the number of attempts: more where something rarely accepted is possible, less where nothing is
        new."""
        rarest = self._rarest(options)
        return AT_ONCE * 8 if rarest < RARE else AT_ONCE if rarest < 10 * RARE else AT_ONCE // 3

    def _kind(self, maker: Maker, options: Sequence[Option]) -> str:
        """Return mostly a listed type, rare ones more often; sometimes any other."""
        if self.luck.random() < 0.2:
            return self.luck.choice(maker.kinds)
        listed = list(dict.fromkeys(str(option["type"]) for option in options))
        if self.luck.random() < 0.5:
            return min(listed, key=lambda kind: (self.accepted[kind], self.made[kind]))
        return self.luck.choice(listed)

    def _note(self, flaw: str) -> None:
        self.flaws.append(flaw)
        if len(self.flaws) <= 20:
            print(flaw, flush=True)


def _after(world: World, game: AnyGame, seat: int, body: JsonObject) -> AnyGame:
    """Play without writing a log."""
    return follow(world.rules, game, play.act(world.rules, game, seat, play.read_command(world.rules, body)))


def main() -> int:
    asked = _arguments()
    boards = dict.fromkeys(world.board for world in of(asked.ruleset) if asked.board in ("", world.board))
    accepted: Counter[str] = Counter()
    flaws = 0
    with Progress(transient=True) as progress:
        for board in boards:
            started = time.monotonic()
            soak = Soak([world for world in of(asked.ruleset) if world.board == board], random.Random(asked.seed))
            soak.run(asked.commands, progress)
            accepted += soak.accepted
            flaws += len(soak.flaws)
            print(
                f"{board}: {soak.made.total()} made, {soak.accepted.total()} accepted, {len(soak.flaws)} flaws,"
                f" {time.monotonic() - started:.0f} s"
            )
    kinds = of(asked.ruleset)[0].rules.commands
    for kind in kinds:
        print(f"{accepted[kind]:8} {kind}")
    never = [kind for kind in kinds if not accepted[kind] and not asked.board]  # a single board need not have all
    if never:
        print(f"never accepted: {', '.join(never)}")
    return int(bool(flaws or never))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make schema-soak", description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("commands", type=int)
    parser.add_argument("--board", default="")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
