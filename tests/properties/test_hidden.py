"""Views leak nothing: all that a viewer cannot know is dealt anew, and the viewer does not notice."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, follow, table_of
from kontor.domain.kernel.secrets import Ref, Secret, Shown, opened_by, sealed_in
from tests.support.playing import stored_events
from tests.support.playouts import Playout
from tests.worlds.world import AnyGame, seen

EVERY = 10  # versions between two looks


def looked_at(playout: Playout) -> list[AnyGame]:
    """The running game at every tenth version or just after."""
    found: list[AnyGame] = []
    for game in playout.games:
        if game.status == "running" and game.version >= EVERY * len(found):
            found.append(game)
    return found


def test_a_view_can_be_dealt_anew_and_looks_the_same(playout: Playout) -> None:
    """View and options of a determinized state are, byte by byte, those of the true one."""
    rules, world = playout.rules, playout.world
    for nth, game in enumerate(looked_at(playout)):
        for viewer in {frozenset[int](), world.viewers[nth % len(world.viewers)]}:
            dice = Dice(b"dealt anew".ljust(32) + bytes([game.version % 256]), {})
            other = rules.determinize(table_of(game), rules.view(game.state, viewer), dice)
            assert canonical(rules.view(other, viewer)) == seen(world, game, viewer), (game.version, viewer)
            assert rules.may_act(other) == rules.may_act(game.state)
            assert rules.awaiting(other) == rules.awaiting(game.state)
            for seat in viewer:
                assert rules.legal(other, seat) == rules.legal(game.state, seat), (game.version, seat)


def test_a_viewer_cannot_tell_what_others_hide(playout: Playout) -> None:
    """Sealed values that a viewer has not been shown are exchanged with each other, from the log on: the same bytes."""
    world, luck = playout.world, random.Random(playout.number)
    events = [event for made in playout.commits for event in stored_events(playout.rules, made)]
    for game in looked_at(playout)[::2]:
        for viewer in (frozenset[int](), frozenset({luck.randint(1, world.seats)})):
            other = exchanged(events[: game.version], viewer, luck)
            start: AnyGame = Game(game.id, game.seed, game.board)
            dealt = follow(playout.rules, start, other)
            assert seen(world, dealt, viewer) == seen(world, game, viewer), (game.version, viewer)
            for seat in viewer:
                assert playout.rules.legal(dealt.state, seat) == playout.rules.legal(game.state, seat)


def exchanged(events: Sequence[object], viewer: frozenset[int], luck: random.Random) -> list[object]:
    """The events with the values of all parts that the viewer does not know exchanged among parts of their event."""
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
    """Values change places among parts of one kind for the same seats; a part that names its seat keeps to it."""
    groups: dict[object, list[int]] = {}
    for n in hidden:
        part = cast("Secret[object]", parts[n])
        groups.setdefault((part.seats, type(part.value)), []).append(n)
    new = list(parts)
    for group in groups.values():
        values = [cast("Secret[object]", parts[n]).value for n in group]
        luck.shuffle(values)
        for n, value in zip(group, values, strict=True):
            new[n] = Secret(parts[n].seats, value)
    return tuple(new)


def shown_to(events: Sequence[object], viewer: frozenset[int]) -> set[Ref]:
    """The parts whose value the viewer has been shown, or everybody has."""
    known: set[Ref] = set()
    for version, event in enumerate(events, 1):
        known.update(opened_by(event))
        for n, part in enumerate(sealed_in(event)):
            if viewer & set(part.seats):
                known.add(part.ref if isinstance(part, Shown) else Ref(version, n))
    return known


def test_no_redeal_keeps_a_secret(playout: Playout) -> None:
    """Where the log has secrets, spectators' deals differ from the truth somewhere: a view does not carry them."""
    rules, world = playout.rules, playout.world
    if not any(secrets_of(playout).values()):
        return
    kept = True
    for game in looked_at(playout):
        other = rules.determinize(table_of(game), rules.view(game.state, frozenset()), Dice(b"another deal", {}))
        kept = kept and canonical(rules.view(other, world.everybody)) == seen(world, game, world.everybody)
    assert not kept


def secrets_of(playout: Playout) -> Mapping[int, int]:
    """How many parts each seat has been shown alone, over the whole playout."""
    found: dict[int, int] = {}
    for each in playout.commits:
        for record in each.records:
            for part in record.parts:
                for seat in part.seats:
                    found[seat] = found.get(seat, 0) + 1
    return found
