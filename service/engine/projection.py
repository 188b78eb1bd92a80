"""The columns of a game's row for lists and summaries, and the pending work of a game. Both follow from the game
alone."""

from collections.abc import Collection
from datetime import datetime

from kontor.domain.kernel import model
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.clocks import deadlines, moment
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.game import Place, require_created
from kontor.service.clock import stamp
from kontor.service.engine.game_at import GameAt
from kontor.service.registry import AnyGame
from kontor.service.store.append_values import Projection
from kontor.service.store.debts import Debt
from kontor.service.store.games import GameRow


def project(before: GameAt | None, at: GameAt, actor: str = SYSTEM) -> Projection:
    """Return the columns of a game's row for lists and summaries, after a change by `actor`."""
    is_new, awaiting = before is None or _is_shown(before.game) != _is_shown(at.game), at.awaiting
    standing = () if before is None else _standing(before, at, actor)
    return Projection(at.game.status, awaiting, summary(at.game) if is_new else None, at.decisions, standing)


def row(at: GameAt) -> GameRow:
    """Return the row that this game must have in the database."""
    created = require_created(at.game)
    return GameRow(
        id=at.game.id,
        ruleset=created.ruleset,
        ruleset_version=created.ruleset_version,
        board=created.board,
        settings=at.settings,
        creator=at.creator,
        imported=at.imported,
        created_at=datetime.fromisoformat(at.created_at),
        changed_at=datetime.fromisoformat(at.game.at),
        head=at.head,
        status=at.game.status,
        awaiting=at.awaiting,
        summary=summary(at.game),
        decisions=at.decisions,
    )


def _standing(before: GameAt, at: GameAt, actor: str) -> tuple[int, ...]:
    """Return the awaited seats whose decision is unchanged, so that they need no new notification. There are such seats
    if several seats must decide at the same time and one of them has just decided. After any other change, all awaited
    seats have a new position."""
    was, now = before.game, at.game
    if len(before.awaiting) < 2 or (was.places, was.undone, was.paused) != (now.places, now.undone, now.paused):
        return ()
    owed = dict(zip(before.awaiting, before.decisions, strict=True))
    if actor not in map(seat_actor, owed):
        return ()
    owing = zip(at.awaiting, at.decisions, strict=True)
    return tuple(seat for seat, kind in owing if seat_actor(seat) != actor and owed.get(seat) == kind)


def _is_shown(game: AnyGame) -> object:
    """Return the parts of a summary that a move can change."""
    created = require_created(game)
    return game.places, game.turn_order, game.ranking, game.paused, None if created.clock is None else deadlines(game)


def pending_work(before: GameAt | None, at: GameAt) -> Debt | None:
    """Return the pending work of a game: bots that must decide or may now react, the scoring, and the next deadline.
    Return None if there was no pending work before, and there is none now."""
    game = at.game
    if game.status == "scoring":
        return Debt(score=True)
    if not (_may_owe(game) or (before is not None and (_may_owe(before.game) or before.game.status == "scoring"))):
        return None
    if game.status != "running":
        return Debt()
    must = _bots(game, at.awaiting)
    asked = _bots(game, at.rules.invited(game.state)) - must
    new = {seat for seat in asked if _is_new(before, at, seat)}
    ends = [moment(until) for until in game.paused.values() if until is not None]
    deadline = min([*deadlines(game).values(), *ends], default=None)
    return Debt(tuple(sorted(must | new)), deadline=deadline, invited=tuple(sorted(asked - new)))


def _may_owe(game: AnyGame) -> bool:
    return any(place.bot is not None for place in game.places) or require_created(game).clock is not None


def _bots(game: AnyGame, seats: Collection[int]) -> set[int]:
    return {place.seat for place in game.places if place.bot is not None and place.seat in seats}


def _is_new(before: GameAt | None, at: GameAt, seat: int) -> bool:
    """Return whether a bot that may react has new options. Without this check, the bot would be asked after every
    commit."""
    if before is None or before.game.status != "running":
        return True
    rules, was, now = at.rules, before.game, at.game
    if seat not in _bots(was, rules.invited(was.state)):
        return True
    return rules.legal(was.state, seat) != rules.legal(now.state, seat)  # for example a second offer


def summary(game: AnyGame) -> JsonObject:
    """Return the summary of a game: its seats, settings and result. Like the log, it names participants, never
    accounts."""
    created = require_created(game)
    found: dict[str, Json] = {
        "seats": [_seat(place) for place in game.places],
        "options": dict(created.options),
        "order": created.order,
        "turn_order": list(game.turn_order),
        "commitment": created.commitment,
    }
    if created.stand_in is not None:
        found["stand_in"] = created.stand_in
    if created.open_until is not None:
        found["open_until"] = created.open_until
    if created.idle_days is not None:
        found["idle_days"] = created.idle_days
    if created.clock is not None:
        found["clock"] = model.write(created.clock)
        found["deadlines"] = [{"seat": seat, "at": stamp(at)} for seat, at in sorted(deadlines(game).items())]
    if game.paused:
        found["paused"] = [_pause(seat, until) for seat, until in game.paused.items()]
    if game.ranking:
        found["result"] = [{"seat": each.seat, "rank": each.rank, "total": each.total} for each in game.ranking]
    return found


def _pause(seat: int | None, until: str | None) -> Json:
    told: dict[str, Json] = {"seat": seat, "until": until}
    return {name: value for name, value in told.items() if value is not None}


def _seat(place: Place) -> Json:
    kind = "bot" if place.bot is not None else "open" if place.participant is None else "participant"
    found: dict[str, Json] = {"seat": place.seat, "kind": kind}
    for name, value in (("bot", place.bot), ("participant", place.participant), ("colour", place.colour)):
        if value is not None:
            found[name] = value
    return found
