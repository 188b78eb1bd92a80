"""Replay logs: the same events under another id, with another seed and other participants. Or replay a log in a
service's database, with accounts on its seats, as if the game had been played there."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from flask import Flask

from kontor.domain.kernel.commits import Commit, commit
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.lifecycle import GameCreated, SeatTaken
from kontor.domain.kernel.seals import commitment
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.store.append_values import Alongside
from kontor.service.store.commits import NewGame
from kontor.service.store.participants import Seated
from tests.support.playing import stored_events
from tests.worlds.world import AnyGame, AnyRuleset

Log = Sequence[Commit[Any]]


def participant_in(game_id: UUID, seat: int) -> str:
    """Return the participant on a seat. The name is unique to one game, even with many games in one database."""
    return hashlib.sha256(f"{game_id} {seat}".encode()).hexdigest()[:32]


def here(game: AnyGame, event: object) -> object:
    """Return an event of another game as it happens in this game."""
    if isinstance(event, GameCreated):
        return replace(event, commitment=commitment(game.seed, game.id).hex())
    if isinstance(event, SeatTaken):
        return replace(event, participant=participant_in(game.id, event.seat))
    return event


def said(rules: AnyRuleset, game: AnyGame, made: Commit[Any], events: Sequence[object]) -> Commit[Any]:
    """Return a commit of these events to the game, with the cause and time of the commit `made`."""
    at = str(envelope_of(made.records[0])["at"])
    return commit(rules, game, made.command, [here(game, event) for event in events], at)


def retold(rules: AnyRuleset, log: Log, game: AnyGame) -> list[Commit[Any]]:
    """Replay the whole log in an empty game, and return the commits."""
    found: list[Commit[Any]] = []
    for made in log:
        found.append(said(rules, game, made, stored_events(rules, made)))
        game = found[-1].after
    return found


def empty(log: Log, game_id: UUID, seed: bytes) -> AnyGame:
    return Game(game_id, seed, log[0].after.board)


def put(app: Flask, rules: AnyRuleset, log: Log, accounts: Mapping[int, str]) -> str:
    """Store a game with this log in the app's database, with `accounts` on their seats. Return its address."""
    context, game = app.extensions["kontor"], log[-1].after
    board = context.store.boards.put(rules.name, game.board)
    at = GameAt(rules, game)
    seated = tuple(
        Seated(str(place.participant), place.seat, UUID(accounts[place.seat]))
        for place in game.places
        if place.seat in accounts
    )
    new = NewGame(game.id, game.seed, rules.name, rules.version, board)
    alongside = Alongside(projection.project(None, at), projection.pending_work(None, at), seated=seated)
    assert context.store.commits.create(new, log, alongside)
    return f"/v1/games/{game.id}"
