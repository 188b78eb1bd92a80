"""What-if: commands on paper, from any position in which somebody can act; tells nothing of the seed (contract §2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, require_state, table_of
from kontor.domain.kernel.secrets import draws_in
from kontor.domain.kernel.violation import NotStarted, NotYourDecision, Refusal, Violation
from kontor.service.engine.game_at import Seen
from kontor.service.http.games.command_requests import Asked, facts, read_all
from kontor.service.http.games.event_lines import eyes_of, position
from kontor.service.http.games.idempotency import problem_of
from kontor.service.http.games.scores import score_body
from kontor.service.http.problems import unreadable
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store.lookup import Caller

LABEL = b"kontor/what-if/1\n"


@dataclass(frozen=True, slots=True)
class Question:
    version: int
    commands: tuple[Asked, ...]
    luck: int = 0


def read_what_if(at: Seen, body: Json) -> Question:
    """`{"version", "commands", "luck"?}`: another `luck` is another deal of what is hidden and other dice."""
    if not isinstance(body, Mapping):
        raise unreadable("", "wrong-type", "must be an object")
    if unknown := [key for key in body if key not in ("version", "commands", "luck")]:
        raise unreadable(f"/{unknown[0]}", "unknown-field", "known are version, commands, luck")
    version, luck = body.get("version", at.game.version), body.get("luck", 0)
    for name, value in (("version", version), ("luck", luck)):
        if type(value) is not int or value < 0:
            raise unreadable(f"/{name}", "wrong-type", "must be an integer, 0 or more")
    if version > at.game.version:  # type: ignore[operator]  # checked above
        raise unreadable("/version", "out-of-range", f"the game stands at version {at.game.version}")
    listed = body.get("commands", [])
    commands = () if listed == [] else read_all(at.rules, listed)
    return Question(version, commands, luck)  # type: ignore[arg-type]  # checked above


def played_on_paper(at: Seen, who: Caller, asked: Question) -> dict[str, Any]:
    """The position after the commands, its events and its score."""
    found = position(at, asked.version)
    if found.game.state is None:  # open, or aborted before it started
        raise problem_of(NotStarted("The game had not started at this version."), at.rules.name)
    if not found.settled:
        raise unreadable("/version", "not-settled", "nobody could act there: it is inside of a commit")
    game = found.game if at.game.is_ended else _imagined(at, who, found.game, asked)
    events: list[Json] = []
    for each in asked.commands:
        try:
            happened = play.act(at.rules, game, _seat(at, game, each), each.command)
        except (Violation, Refusal) as error:
            raise problem_of(error, at.rules.name) from None
        events.extend(facts(at.rules, happened))
        game = _after(at.rules, game, happened)
    eyes = eyes_of(who, at).at(asked.version)
    state = require_state(game)
    return {
        "version": asked.version,
        "determined": at.game.is_ended,
        "events": events,
        "state": at.rules.view(state, eyes),
        "awaiting": list(at.rules.awaiting(state)) if game.status == "running" else [],
        "score": score_body(at.rules.score(state), False, asked.version),
    }


def _imagined(at: Seen, who: Caller, game: AnyGame, asked: Question) -> AnyGame:
    """A game that agrees with what the caller sees, with dice and hidden things of its own."""
    eyes = eyes_of(who, at).at(asked.version)
    public: Json = {"game": str(game.id), "version": asked.version, "seats": sorted(eyes), "luck": asked.luck}
    key = sha256(LABEL + canonical(public)).digest()
    view = at.rules.view(require_state(game), eyes)
    state = at.rules.determinize(table_of(game), view, Dice(key, {}))
    imagined: AnyGame = Game(game.id, key, game.board)
    return replace(
        imagined,
        version=game.version,
        status=game.status,
        created=game.created,
        places=game.places,
        turn_order=game.turn_order,
        joint=sha256(b"dice\n" + key).digest(),
        state=state,
    )


def _after(rules: AnyRuleset, game: AnyGame, events: Sequence[object]) -> AnyGame:
    """The position after events on paper. Nothing is sealed there, so that parts of the log are not looked up."""
    version, state, counters = game.version, game.state, dict(game.counters)
    for event in events:
        version += 1
        state = rules.evolve(state, event, version)
        counters.update({draw.purpose: draw.counter + 1 for draw in draws_in(event)})
    status = "scoring" if rules.is_over(state) else game.status
    return replace(game, version=version, state=state, counters=counters, status=status)


def _seat(at: Seen, game: AnyGame, asked: Asked) -> int:
    """On paper anybody may play any seat."""
    if asked.seat is not None:
        return asked.seat
    acting = at.rules.may_act(require_state(game)) if game.status == "running" else ()
    if len(acting) > 1:
        raise unreadable(f"{asked.at}/seat", "missing-field", f"say for which seat: {', '.join(map(str, acting))}")
    if not acting:
        raise problem_of(NotYourDecision("Nobody can act any more."), at.rules.name)
    return acting[0]
