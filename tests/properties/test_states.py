"""States are never altered once they are handed out: not by an event that is folded, a decision, or quick play."""

import copy
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, follow
from kontor.domain.kernel.play import PAPER, move, read_command
from tests.support.playing import stored_events
from tests.support.playouts import Playout
from tests.worlds.world import AnyGame

BY_IDENTITY: object = object.__eq__
EACH = 4  # events and commands of each type that are tried in a world: to copy a state takes long


def test_folding_an_event_leaves_the_state_before_it_as_it_was(playout: Playout) -> None:
    game: AnyGame = Game(playout.game.id, playout.game.seed, playout.game.board)
    times = Counter[type]()
    for made in playout.commits:
        for event in stored_events(playout.rules, made):
            times[type(event)] += 1
            before, kept = game.state, remembered(game.state) if times[type(event)] <= EACH else None
            game = follow(playout.rules, game, [event])
            assert kept is None or fields(before) == kept, event


def test_a_decision_leaves_the_state_as_it_was(playout: Playout) -> None:
    rules, quick, times = playout.rules, playout.world.quick, Counter[str]()
    for game, made in zip(playout.commits, playout.commits[1:], strict=False):
        state, actor = game.after.state, made.command.actor
        if state is None or not actor.startswith("seat:") or made.command.body["type"] not in rules.commands:
            continue
        times[str(made.command.body["type"])] += 1
        if times[str(made.command.body["type"])] > EACH:
            continue
        seat, kept, luck = int(actor.removeprefix("seat:")), remembered(state), random.Random(game.after.version)
        rules.decide(state, seat, read_command(rules, made.command.body), Dice(PAPER, game.after.counters))
        rules.legal(state, seat)
        if quick is not None and seat in rules.awaiting(state):
            quick.advance(state, seat, quick.anything(state, seat, luck), Dice(luck.randbytes(32), {}))
        assert fields(state) == kept, made.command.body


def test_a_move_is_its_events_folded_one_by_one(playout: Playout) -> None:
    """Where a ruleset decides and evolves at once, the state is the same."""
    rules = playout.rules
    for before, made in zip(playout.commits, playout.commits[1:], strict=False):
        game, actor = before.after, made.command.actor
        if game.status == "running" and actor.startswith("seat:") and made.command.body["type"] in rules.commands:
            seat, command = int(actor.removeprefix("seat:")), read_command(rules, made.command.body)
            aside = replace(game, version=game.version + 5)  # events of the kernel came between
            for start in (game, aside):
                events, after = move(rules, start, seat, command)
                folded = follow(rules, start, events)
                assert fields(after.state) == fields(folded.state), command
                # what is sealed and opened is left to the commit
                assert replace(after, state=None) == replace(folded, state=None, parts=game.parts, opened=game.opened)


def fields(state: object) -> Mapping[str, object]:
    return {} if state is None else vars(state)


def remembered(state: object) -> Mapping[str, object]:
    """Every field as it is now, all the way down. Only boards, which compare by identity, are not copied."""
    shared = {id(each): each for each in fields(state).values() if type(each).__eq__ is BY_IDENTITY}
    return copy.deepcopy(fields(state), shared)
