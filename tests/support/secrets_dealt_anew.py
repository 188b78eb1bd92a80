"""The same game as far as a viewer can tell, but with different hidden values.

Sealed values that the viewer never sees are exchanged within their event, hidden draws differ, and commands that the
viewer may not read differ. The rules then decide everything again, and the result must look the same.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, Commit
from kontor.domain.kernel.dice import Dice, Draw, Item, Shuffle
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.model import write
from kontor.domain.kernel.secrets import Ref, Secret, Shown, draws_in, opened_by, sealed_in
from kontor.domain.kernel.violation import Violation
from tests.support.playing import stored_events
from tests.support.retelling import Log, said
from tests.worlds.world import AnyGame, AnyRuleset

TRIES = 12  # attempts to deal a hidden draw again, until one changes nothing visible


def exchanged(events: Sequence[object], viewer: frozenset[int], luck: random.Random) -> list[object]:
    """Return the events with exchanged secrets: values that the viewer does not know are exchanged among the parts of
    one event."""
    known = shown_to(events, viewer)
    found: list[object] = []
    for version, event in enumerate(events, 1):
        parts = sealed_in(event)
        hidden = [n for n, part in enumerate(parts) if isinstance(part, Secret) and Ref(version, n) not in known]
        if len(hidden) > 1:
            event = replace(cast(Any, event), sealed=with_exchanged(parts, hidden, luck))
        found.append(event)
    return found


def with_exchanged(
    parts: Sequence[Secret[object] | Shown], hidden: Sequence[int], luck: random.Random
) -> tuple[Secret[object] | Shown, ...]:
    """Exchange values among the parts of one kind. A value that names its seat stays with this seat."""
    groups: dict[object, list[int]] = {}
    for n in hidden:
        part = cast("Secret[object]", parts[n])
        names_seat = hasattr(part.value, "seat")
        groups.setdefault((part.seats if names_seat else None, type(part.value)), []).append(n)
    new = list(parts)
    for group in groups.values():
        values = [cast("Secret[object]", parts[n]).value for n in group]
        luck.shuffle(values)
        for n, value in zip(group, values, strict=True):
            new[n] = Secret(parts[n].seats, value)
    return tuple(new)


def shown_to(events: Sequence[object], viewer: frozenset[int]) -> set[Ref]:
    """Return the sealed parts whose value the viewer has seen, or all readers have seen."""
    known: set[Ref] = set()
    for version, event in enumerate(events, 1):
        known.update(opened_by(event))
        for n, part in enumerate(sealed_in(event)):
            if viewer & set(part.seats):
                known.add(part.ref if isinstance(part, Shown) else Ref(version, n))
    return known


# ---------------------------------------------------------------- another world, decided again


def other_world(rules: AnyRuleset, log: Log, viewer: frozenset[int], game: AnyGame, luck: random.Random) -> Log:
    """Replay the log in another, empty game, as far as the viewer cannot notice the difference. The replay may end
    early, because at some point a hidden value may have to become visible."""
    events = [event for made in log for event in stored_events(rules, made)]
    telling = _Telling(rules, viewer, shown_to(events, viewer), exchanged(events, viewer, luck), luck)
    found: list[Commit[Any]] = []
    for made in log:
        new = telling.told(game, made)
        if new is None:
            break
        found.append(new)
        game = new.after
    return found


class _Telling:
    def __init__(
        self, rules: AnyRuleset, viewer: frozenset[int], known: set[Ref], dealt: Sequence[object], luck: random.Random
    ) -> None:
        self.rules = rules
        self.viewer = viewer
        self.known = known
        self.dealt = dealt  # the events with exchanged secrets
        self.luck = luck

    def told(self, game: AnyGame, made: Commit[Any]) -> Commit[Any] | None:
        """Return the commit that happens in the other world instead of `made`, or None if the viewer would notice the
        difference."""
        facts = self.dealt[made.first - 1 : made.last]
        if made.command.actor == SYSTEM or str(made.command.body["type"]) not in self.rules.commands:
            return said(self.rules, game, made, facts)  # taking seats, and the set-up that follows
        seat = int(made.command.actor.removeprefix("seat:"))
        for command in self._commands(game, seat, made.command):
            for fed in (*(_Fed(facts, self._hidden(made, facts), self.luck) for _ in range(TRIES)), _Fed(facts)):
                events = self._decided(game, seat, command.body, fed)
                if events is not None and self._looks_like(made.first, events, facts):
                    shown = facts if fed.is_faithful and command is made.command else events
                    return said(self.rules, game, replace(made, command=command), shown)
        return None

    def _commands(self, game: AnyGame, seat: int, command: Command) -> list[Command]:
        """Return other commands that the seat may have sent, if the viewer cannot read the command."""
        if command.readers is None or self.viewer & set(command.readers):
            return [command]
        others = [
            body
            for body in expand(self.rules, game, seat, 50)[0]
            if body["type"] == command.body["type"] and body != command.body
        ]
        return [*(replace(command, body=body) for body in others), command]

    def _hidden(self, made: Commit[Any], facts: Sequence[object]) -> set[tuple[str, int]]:
        """Return the draws of a commit that the viewer does not see."""
        return {
            (draw.purpose, draw.counter)
            for version, event in enumerate(facts, made.first)
            for n, part in enumerate(sealed_in(event))
            if isinstance(part, Secret) and Ref(version, n) not in self.known
            for draw in getattr(part.value, "draws", None) or ()
        }

    def _decided(self, game: AnyGame, seat: int, body: JsonObject, dice: Dice) -> Sequence[object] | None:
        command = play.read_command(self.rules, body)
        if seat not in self.rules.may_act(require_state(game)):
            return None
        try:
            return self.rules.decide(require_state(game), seat, command, dice)
        except Violation:
            return None

    def _looks_like(self, first: int, new: Sequence[object], old: Sequence[object]) -> bool:
        return len(new) == len(old) and all(
            self._look_alike(version, *both) for version, both in enumerate(zip(new, old, strict=True), first)
        )

    def _look_alike(self, version: int, new: object, old: object) -> bool:
        if type(new) is not type(old) or write(new) != write(old) or opened_by(new) != opened_by(old):
            return False
        mine, theirs = sealed_in(new), sealed_in(old)
        return [part.seats for part in mine] == [part.seats for part in theirs] and all(
            one == other
            for n, (one, other) in enumerate(zip(mine, theirs, strict=True))
            if Ref(version, n) in self.known or isinstance(other, Shown)
        )


class _Fed(Dice):
    """Dice that repeat the draws of some events. Hidden draws are drawn again."""

    def __init__(
        self, events: Sequence[object], hidden: set[tuple[str, int]] | None = None, luck: random.Random | None = None
    ) -> None:
        fallen = [draw for event in events for draw in draws_in(event)]
        super().__init__(b"", {draw.purpose: draw.counter for draw in reversed(fallen)})
        self._fallen = {(draw.purpose, draw.counter): draw for draw in fallen}
        self._hidden = hidden or set()
        self._luck = luck
        self.is_faithful = not self._hidden

    def below(self, purpose: str, bound: int) -> Draw:
        address = purpose, self._next(purpose)
        draw = self._fallen.get(address)
        if self._luck is not None and address in self._hidden:
            return Draw(*address, bound, self._luck.randrange(bound))
        if not isinstance(draw, Draw) or draw.below != bound:
            raise Violation("", "another_draw", "In this world something else is drawn.")
        return draw

    def shuffle(self, purpose: str, items: Sequence[Item]) -> Shuffle:
        address = purpose, self._next(purpose)
        draw = self._fallen.get(address)
        if self._luck is not None and address in self._hidden:
            return Shuffle(*address, tuple(items), tuple(self._luck.sample(items, len(items))))
        if not isinstance(draw, Shuffle) or draw.shuffle != tuple(items):
            raise Violation("", "another_draw", "In this world something else is drawn.")
        return draw
