"""Views leak nothing: all that a viewer cannot know is dealt anew, and the viewer does not notice."""

import random
from collections.abc import Mapping

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, follow, table_of
from tests.support.playing import stored_events
from tests.support.playouts import Playout
from tests.support.secrets_dealt_anew import exchanged
from tests.worlds.world import AnyGame, seen

EVERY = 30  # versions between two looks


def looked_at(playout: Playout) -> list[AnyGame]:
    """Return the running game at every EVERY-th version or just after."""
    found: list[AnyGame] = []
    for game in playout.games:
        if game.status == "running" and game.version >= EVERY * len(found):
            found.append(game)
    return found


def test_a_state_dealt_again_from_a_view_has_the_same_view(playout: Playout) -> None:
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


def test_a_viewer_cannot_distinguish_hidden_values_of_other_seats(playout: Playout) -> None:
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
