"""What a game shows of itself in lists and summaries, and what the system owes it: both follow from the game alone."""

from collections.abc import Collection

from kontor.domain.kernel import model
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.clocks import deadlines
from kontor.domain.kernel.game import Place
from kontor.service.clock import stamp
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import Debt, Projection


def shown(rules: AnyRuleset, game: AnyGame) -> Projection:
    return Projection(game.status, awaiting(rules, game), summary(game))


def awaiting(rules: AnyRuleset, game: AnyGame) -> tuple[int, ...]:
    """The seats without which the game cannot go on."""
    return rules.awaiting(game.state) if game.status == "running" else ()


def owed(rules: AnyRuleset, before: AnyGame | None, game: AnyGame) -> Debt | None:
    """Bots that must decide or are newly invited to answer, the scoring, and the next deadline."""
    if game.status == "scoring":
        return Debt(score=True)
    if game.status != "running":
        return None
    must = _bots(game, rules.awaiting(game.state))
    asked = _bots(game, rules.invited(game.state)) - must
    new = {seat for seat in asked if _is_new(rules, before, game, seat)}
    deadline = min(deadlines(game).values(), default=None)
    return Debt(tuple(sorted(must | new)), deadline=deadline, invited=tuple(sorted(asked - new)))


def _bots(game: AnyGame, seats: Collection[int]) -> set[int]:
    return {place.seat for place in game.places if place.bot is not None and place.seat in seats}


def _is_new(rules: AnyRuleset, before: AnyGame | None, game: AnyGame, seat: int) -> bool:
    """Whether an invited bot has something new to look at: it has one look, not one after every commit."""
    if before is None or before.status != "running" or seat not in _bots(before, rules.invited(before.state)):
        return True
    return rules.legal(before.state, seat) != rules.legal(game.state, seat)  # e.g. another offer beside the first


def summary(game: AnyGame) -> JsonObject:
    """The seats and the result. No account is named: the log knows participants only."""
    created = game.created
    assert created is not None  # every stored game begins with game_created
    found: dict[str, Json] = {
        "seats": [_seat(place) for place in game.places],
        "options": dict(created.options),
        "order": created.order,
        "turn_order": list(game.turn_order),
        "commitment": created.commitment,
    }
    if created.clock is not None:
        found["clock"] = model.write(created.clock)
        found["deadlines"] = [{"seat": seat, "at": stamp(at)} for seat, at in sorted(deadlines(game).items())]
    if game.ranking:
        found["result"] = [{"seat": each.seat, "rank": each.rank, "total": each.total} for each in game.ranking]
    return found


def _seat(place: Place) -> Json:
    kind = "bot" if place.bot is not None else "open" if place.participant is None else "participant"
    found: dict[str, Json] = {"seat": place.seat, "kind": kind}
    for name, value in (("bot", place.bot), ("participant", place.participant), ("colour", place.colour)):
        if value is not None:
            found[name] = value
    return found
