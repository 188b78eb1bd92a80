"""The requests to a game: taking seats, commands, scoring, the end. Each function returns the events of a request, and
`commits.commit` writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import require_named_draws
from kontor.domain.kernel.dice import SCHEME, Dice
from kontor.domain.kernel.game import Game, Place, Status, follow, require_state, table_of
from kontor.domain.kernel.model import Flaw, Unreadable, read, write
from kontor.domain.kernel.nearest import must_be_one_of
from kontor.domain.kernel.ruleset import C, E, Order, Ruleset, S
from kontor.domain.kernel.seals import commitment
from kontor.domain.kernel.secrets import is_turning_point
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import (
    ClockUnchanged,
    DrawNotLast,
    GameOver,
    NotStarted,
    NotYourDecision,
    SeatTaken,
    Violation,
)

PAPER = b"kontor/paper/1: no game is ever played with this key"  # dry runs draw from this key, never from the seed


@dataclass(frozen=True, slots=True)
class Plan:
    """A game as its creator requests it. `options` and `seats` have been read, and the board is checked."""

    board: str
    options: Mapping[str, bool | int | str]
    seats: tuple[life.SeatPlan, ...]
    order: Order = "listed"
    clock: life.Clock | None = None
    stand_in: str | None = None
    practice: Literal[True] | None = None
    open_until: str | None = None
    idle_days: int | None = None


# ---------------------------------------------------------------- seats


def create(
    rules: Ruleset[S, C, E], game: Game[S], plan: Plan, takers: Sequence[life.SeatTaken] = ()
) -> Sequence[object]:
    """Return the events that create the game and seat the given players. Start the game if all seats are taken."""
    if any((seat.kind == "bot") != (seat.bot is not None) for seat in plan.seats):
        raise Unreadable([Flaw("/seats", "wrong-form", "a seat of kind bot must name its bot, an open seat must not")])
    created = life.GameCreated(
        rules.name,
        rules.version,
        plan.board,
        plan.options,
        plan.seats,
        plan.order,
        SCHEME,
        commitment(game.seed, game.id).hex(),
        plan.clock,
        plan.stand_in,
        plan.practice,
        plan.open_until,
        plan.idle_days,
    )
    made = follow(rules, game, [created])
    rules.initial(table_of(made))  # refuse a forbidden combination now, not when the last seat is taken
    events: list[object] = [created]
    for taker in takers:
        require_colour_free(rules, follow(rules, game, events), taker.seat, taker.colour)
        events.append(taker)
    return [*events, *_start_if_full(rules, follow(rules, game, events))]


def take_seat(rules: Ruleset[S, C, E], game: Game[S], taker: life.SeatTaken) -> Sequence[object]:
    """Return the events of taking a seat. Taking the last seat starts the game."""
    require_place(game, taker.seat)
    if game.is_ended:
        raise GameOver("The game is over: no seat can be taken any more. Its log can still be read.")
    if game.status != "open" or not game.place(taker.seat).is_open:
        raise SeatTaken(f"Seat {taker.seat} is taken; choose an open seat.")
    require_colour_free(rules, game, taker.seat, taker.colour)
    return [taker, *_start_if_full(rules, follow(rules, game, [taker]))]


def leave_seat(game: Game[S], seat: int) -> Sequence[object]:
    """Return the event of leaving a seat before the start of the game."""
    place = require_place(game, seat)
    if game.status != "open" or place.participant is None:
        raise GameOver("The game has started: you cannot leave the seat, but you can resign it to a bot.")
    return [life.SeatLeft(seat, place.participant)]


def change_seat(
    game: Game[S], seat: int, to: life.BotHolder | life.ParticipantHolder, why: life.Why
) -> Sequence[object]:
    """Return the event that hands a seat to a bot, or back to its previous player."""
    place = require_place(game, seat)
    require_playing(game)
    if isinstance(to, life.ParticipantHolder) and to.participant != place.participant:
        raise SeatTaken(f"Seat {seat} belongs to another player, who may return to it.")
    return [life.SeatChanged(seat, to, why)]


def pass_seat(game: Game[S], seat: int, to: str) -> Sequence[object]:
    """Return the event that gives a seat to a new participant. The current holder must have agreed."""
    place = require_place(game, seat)
    require_playing(game)
    if place.participant is None:
        raise SeatTaken(f"Seat {seat} has belonged to a bot since the start of the game; no player can pass it on.")
    if any(each.participant == to for each in game.places):
        raise SeatTaken("A seat can only be passed to a player who never had a seat in this game.")
    return [life.SeatPassed(seat, place.participant, to)]


def require_place(game: Game[S], seat: int) -> Place:
    if not 1 <= seat <= len(game.places):
        raise Unreadable([Flaw("/seat", "out-of-range", f"must be from 1 to {len(game.places)}")])
    return game.place(seat)


def require_colour_free(rules: Ruleset[S, C, E], game: Game[S], seat: int, colour: str | None) -> None:
    if colour is None:
        return
    if colour not in rules.colours:
        raise Unreadable([Flaw("/colour", "not-one-of", must_be_one_of(colour, rules.colours))])
    if any(place.colour == colour and place.seat != seat for place in game.places):
        raise SeatTaken(f"The colour {colour} is taken; choose another colour or none.")


def _start_if_full(rules: Ruleset[S, C, E], game: Game[S]) -> Sequence[object]:
    if any(place.is_open for place in game.places):
        return []
    nonces = tuple(life.SeatNonce(place.seat, place.nonce) for place in game.places if place.nonce is not None)
    # the order is in game_started, but a ruleset may draw it: so compute the set-up first
    started = follow(rules, game, [life.GameStarted(nonces, tuple(place.seat for place in game.places))])
    dice = started.dice()
    setup = rules.setup(table_of(started), dice)
    require_named_draws(dice.drawn, setup)
    order = rules.turn_order(require_state(follow(rules, started, setup)))
    return [life.GameStarted(nonces, order), *setup]


# ---------------------------------------------------------------- commands


def read_command(rules: Ruleset[S, C, E], body: JsonObject) -> C:
    """Return the command that a body `{"type": …, …}` contains."""
    name = body.get("type")
    if not isinstance(name, str) or name not in rules.commands:
        code = "missing-field" if name is None else "not-one-of"
        raise Unreadable([Flaw("/type", code, must_be_one_of(name, rules.commands))])
    return read(rules.commands[name], {key: value for key, value in body.items() if key != "type"})


def body_of(commands: Mapping[str, type[C]], command: C) -> JsonObject:
    """Return the JSON body of a command, with the name that its ruleset gives it."""
    return {"type": name_of(commands, type(command)), **cast(JsonObject, write(command))}


def name_of(commands: Mapping[str, type[C]], form: type) -> str:
    """Return the name of a command class in the API and in the log."""
    return next(name for name, each in commands.items() if each is form)


def act(rules: Ruleset[S, C, E], game: Game[S], seat: int, command: C) -> Sequence[E]:
    """Return the events of a seat's command, drawn with the game's own dice."""
    dice = game.dice()
    events = _decide(rules, game, seat, command, dice)
    require_named_draws(dice.drawn, events)
    return events


def move(rules: Ruleset[S, C, E], game: Game[S], seat: int, command: C) -> tuple[Sequence[E], Game[S]]:
    """Return the events of a seat's command and the game after it, without seals. This is for games in memory."""
    state, dice = require_deciding(rules, game, seat), game.dice()
    if rules.carry_out is None:
        events = rules.decide(state, seat, command, dice)
        for version, event in enumerate(events, game.version + 1):
            state = rules.evolve(state, event, version)
    else:
        events, state = rules.carry_out(state, seat, command, dice, game.version)
    require_named_draws(dice.drawn, events)
    counters = game.counters
    if dice.drawn:
        counters = {**counters, **{draw.purpose: draw.counter + 1 for draw in dice.drawn}}
    status: Status = "scoring" if rules.is_over(state) else "running"
    return events, changed(game, version=game.version + len(events), state=state, counters=counters, status=status)


def act_on_paper(rules: Ruleset[S, C, E], game: Game[S], seat: int, command: C) -> tuple[Sequence[E], bool]:
    """Return the events of a command up to the first event that draws or reveals something. Also return whether such an
    event would follow."""
    events = _decide(rules, game, seat, command, Dice(PAPER, game.counters))
    for n, event in enumerate(events):
        if is_turning_point(event, seat):
            return events[:n], True
    return events, False


def require_no_turning_point(rules: Ruleset[S, C, E], game: Game[S], seat: int, command: C) -> None:
    """Refuse a command that draws or reveals something, unless it is the last one of its batch. Do not use the seed."""
    if act_on_paper(rules, game, seat, command)[1]:
        raise DrawNotLast(
            "This command draws, reveals or deals something: make it the last of its batch; send the rest later."
        )


def is_accepted(rules: Ruleset[S, C, E], game: Game[S], seat: int, body: JsonObject) -> bool:
    """Return whether the rules accept a command now. The result reveals nothing about the seed."""
    return accepted_command(rules, game, seat, body) is not None


def accepted_command(rules: Ruleset[S, C, E], game: Game[S], seat: int, body: JsonObject) -> C | None:
    """Return the command of a body, or None if it is unreadable or refused now. This reveals nothing about the seed."""
    try:
        command = read_command(rules, body)
        _decide(rules, game, seat, command, Dice(PAPER, game.counters))
    except (Violation, Unreadable):
        return None
    return command


def _decide(rules: Ruleset[S, C, E], game: Game[S], seat: int, command: C, dice: Dice) -> Sequence[E]:
    return rules.decide(require_deciding(rules, game, seat), seat, command, dice)


def require_deciding(rules: Ruleset[S, C, E], game: Game[S], seat: int) -> S:
    """Return the state if the seat may decide now. Raise NotYourDecision, NotStarted or GameOver if it may not."""
    state = require_playing(game)
    awaited = rules.awaiting(state)
    # test `awaited` first: it is the frequent case, and cheaper
    if seat not in awaited and seat not in rules.may_act(state):
        waited = ", ".join(f"seat {each}" for each in awaited)
        raise NotYourDecision(f"Seat {seat} has nothing to decide now; the game waits for {waited}.")
    return state


def require_playing(game: Game[S]) -> S:
    if game.status == "open":
        raise NotStarted("The game has not started: some of its seats are still open.")
    if game.status != "running":
        raise GameOver("The game is over: no command is possible any more. Its log can still be read.")
    return require_state(game)


# ---------------------------------------------------------------- pauses


def pause(game: Game[S], why: life.WhyPaused, seat: int | None = None, until: str | None = None) -> Sequence[object]:
    """Return the event that pauses the clock of a seat, or all clocks."""
    require_playing(game)
    if seat is not None:
        require_place(game, seat)
    if seat in game.paused:
        raise ClockUnchanged("These clocks are paused already; resume them first.")
    return [life.ClocksPaused(why, seat, until)]


def resume(game: Game[S], seat: int | None = None) -> Sequence[object]:
    """Return the event that resumes the paused clock of a seat, or all clocks."""
    require_playing(game)
    if seat not in game.paused:
        raise ClockUnchanged("These clocks are not paused: there is nothing to resume.")
    return [life.ClocksResumed(seat)]


# ---------------------------------------------------------------- the end


def score(rules: Ruleset[S, C, E], game: Game[S]) -> Sequence[object]:
    """Return the events of the final scoring, which ends the game. Only the system sends this command."""
    if game.status != "scoring":
        raise GameOver("The game is not waiting for its scoring.")
    events = rules.finish(require_state(game))
    final = require_state(follow(rules, game, events))
    ranking = sorted(rules.score(final).seats, key=lambda each: (each.rank, each.seat))
    placings = tuple(life.Placing(each.seat, each.rank, each.total) for each in ranking)
    return [*events, life.GameFinished(placings, game.seed.hex())]


def abort(game: Game[S], reason: life.AbortReason) -> Sequence[object]:
    """Return the event that ends the game without a result."""
    if game.is_ended or game.status == "scoring":
        raise GameOver("The game is over already.")
    return [life.GameAborted(reason, game.seed.hex())]


def time_out(game: Game[S], seat: int, deadline: str, bot: str | None) -> Sequence[object]:
    """Return the events of a missed deadline: a bot takes over the seat, or without a bot the game is aborted."""
    require_playing(game)
    missed = life.DecisionTimedOut(seat, deadline)
    if bot is None:
        return [missed, *abort(game, "timed_out")]
    return [missed, life.SeatChanged(seat, life.BotHolder("bot", bot), "timed_out")]
