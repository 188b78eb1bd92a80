"""Branches: a branch is a practice game that starts from a version of another game, with the same dice from there on.

A branch copies no events. It is a new game with the same seed and the same nonces, in which the rules decide the same
commands again. So the result is the same, and the new log can be verified like the log of any other game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.lifecycle import SeatTaken
from kontor.domain.kernel.undo import undo
from kontor.domain.kernel.violation import NotStarted
from kontor.service.clock import new_id, new_participant, now
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.moves import Move
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store.commits import NewGame
from kontor.service.store.events import Logged
from kontor.service.store.participants import Seated


def new_branch(source: GameAt, account: UUID) -> NewGame:
    """Return the row of a new branch of this game. Only the account that creates the branch can see it."""
    created = require_created(source.game)
    return NewGame(
        id=new_id(),
        seed=source.game.seed,
        ruleset=created.ruleset,
        ruleset_version=created.ruleset_version,
        board=created.board,
        settings=replace(source.settings, visibility="private", practice=True, bots_welcome=True, by_invitation=()),
        creator=account,
    )


def branch(source: GameAt, log: Sequence[Logged], game: AnyGame, account: UUID) -> Move:
    """Return the move that leads from an empty game to the end of `log`. The account gets all seats that people had.
    Bots keep their seats."""
    created = require_created(source.game)
    rules = replace(source.rules, version=created.ruleset_version)
    takers = [
        SeatTaken(place.seat, new_participant(), place.nonce, place.nonce is not None, place.colour)
        for place, plan in zip(source.game.places, created.seats, strict=True)
        if plan.kind != "bot"
    ]
    plan = play.Plan(
        created.board,
        created.options,
        created.seats,
        created.order,
        stand_in=created.stand_in,
        practice=True,
        idle_days=created.idle_days,
    )
    events = play.create(rules, game, plan, takers)
    first = commit(rules, game, Command(new_id(), SYSTEM, {"type": "create"}), events, now())
    commits = (first, *_decided_again(rules, first.after, log))
    return Move(commits, tuple(Seated(each.participant, each.seat, account) for each in takers))


def _decided_again(rules: AnyRuleset, game: AnyGame, log: Sequence[Logged]) -> Iterator[Commit[Any]]:
    """Decide the commands in a log again, and yield the new commits. Only commands of the ruleset and undos are
    repeated. Commands that take or leave a seat, or pause the game, are left out, because they do not change the
    position."""
    start = next((n for n, each in enumerate(log) if envelope_of(each.record)["type"] == "game_started"), None)
    if start is None:
        raise NotStarted("The game had not started at this version: choose a later version to branch from.")
    past: dict[int, AnyGame] = {}  # version of the other game → the branch at that point
    for each in log[start:]:
        if each.cause is not None:
            made = _again(rules, game, each.cause[0], envelope_of(each.record), past)
            if made is not None:
                yield made
                game = made.after
        past[each.record.version] = game


def _again(
    rules: AnyRuleset, game: AnyGame, command: Command, envelope: Mapping[str, Any], past: Mapping[int, AnyGame]
) -> Commit[Any] | None:
    if command.body["type"] == "undo":
        back = past[envelope["data"]["to"]]
        events = undo(game, back, envelope["data"]["why"])
        return commit(rules, game, replace(command, id=new_id()), events, now(), {back.version: back})
    if command.body["type"] not in rules.commands:
        return None
    seat = int(command.actor.removeprefix("seat:"))
    events = play.act(rules, game, seat, play.read_command(rules, command.body))
    return commit(rules, game, replace(command, id=new_id(), bot=game.place(seat).bot), events, now())
