"""The vectors of what was added to format 1 before 1.0: pauses, a passed seat, an undo, bots marked as such, a
stand-in; and a forgery for each rule about them, for one time and one cause per commit, and for the form of notes."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from kontor.domain.kernel import play, seals
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.lifecycle import Clock, ParticipantHolder, SeatPlan, SeatTaken
from kontor.domain.kernel.undo import undo
from tests.support.playing import Played, finished, hash_of, id_of, nonce_of, participant_of, seed_of
from tests.tiny import RULESET
from tests.tiny.rulebook.catalogue import Command, Event
from tests.tiny.state import State
from tests.vectors.forge import Case, Forger, Line, put

Tiny: TypeAlias = Played[State, Command, Event]

UNTIL = "2026-01-03T00:00:00.000Z"


def game_with_additions() -> Tiny:
    """Two people and a bot, with a clock. A roll is undone and rolled again; clocks are paused, for all and for one; a
    seat goes to a newcomer; somebody is late, is stood in for, and returns."""
    board: JsonObject = {"name": "square"}
    played: Tiny = Played(RULESET, Game(id_of(2), seed_of(2), board))
    seats = (SeatPlan(1, "open"), SeatPlan(2, "open"), SeatPlan(3, "bot", "random"))
    clock = Clock("PT10M", "P1DT12H", "bot")
    plan = play.Plan(hash_of(board), {"rounds": 2}, seats, "listed", clock, "random", True)
    played.write(SYSTEM, {"type": "create"}, play.create(RULESET, played.game, plan))
    for seat in (1, 2):
        taker = SeatTaken(seat, participant_of(seat), nonce_of(seat))
        played.write(seat_actor(seat), {"type": "join"}, play.take_seat(RULESET, played.game, taker))
    start = played.game
    played.do(1, {"type": "roll"})
    played.write(seat_actor(1), {"type": "undo"}, undo(played.game, start, "agreed"), past=start)
    played.write(SYSTEM, {"type": "pause"}, play.pause(played.game, "agreed"))
    played.write(seat_actor(2), {"type": "resume"}, play.resume(played.game))
    vacation = play.pause(played.game, "vacation", 2, UNTIL)
    played.write(seat_actor(2), {"type": "pause", "seat": 2}, vacation)
    played.do(1, {"type": "roll"})
    passed = play.pass_seat(played.game, 2, participant_of(9))
    played.write(seat_actor(2), {"type": "pass_seat", "seat": 2}, passed)
    played.write(SYSTEM, {"type": "resume", "seat": 2}, play.resume(played.game, 2))
    played.do(2, {"type": "take_card"})
    played.do(3, {"type": "roll"}, note={"nodes": 12}, bot="random")
    for seat in (1, 2, 3):
        played.do(seat, {"type": "bid", "amount": seat}, bot="random" if seat == 3 else None)
    (late,) = RULESET.awaiting(require(played))
    missed = play.time_out(played.game, late, "2026-01-01T00:00:05.000Z", "random")
    played.write(SYSTEM, {"type": "time_out", "seat": late}, missed)
    back = ParticipantHolder("participant", str(played.game.place(late).participant))
    played.write(seat_actor(late), {"type": "return"}, play.change_seat(played.game, late, back, "returned"))
    return finished(played)


def require(played: Tiny) -> State:
    assert played.game.state is not None
    return played.game.state


def additional_forgeries(lines: Sequence[JsonObject], seed: bytes) -> Iterator[Case]:
    forger = Forger(lines, seed)
    yield from _of_the_plan(forger)
    yield from _of_undoing(forger)
    yield from _of_pauses(forger)
    yield from _of_passing(forger)
    yield from _of_bots_and_notes(forger)
    yield from _of_causes(forger)


def _became(
    forger: Forger, name: str, at: int, kind: str, data: JsonObject, actor: str, body: JsonObject, *found: int | None
) -> Case:
    """A commit of one event replaced by another one, told as consistently as a forger can."""

    def alter(line: Line) -> None:
        line["envelope"] |= {"type": kind, "data": data, "actor": actor}
        _ask(forger, line, body)

    lines: list[Json] = list(range(1, len(forger.base) + 1))
    forged = copy.deepcopy(forger.base[at - 1])
    alter(forged)
    lines[at - 1] = forged
    return forger.case(name, found[0] if found else at, lines, rechain=True)


def _ask(forger: Forger, line: Line, body: Json) -> None:
    forger.redigest(line, body, seals.command_salt(forger.seed, forger.game, line["version"]))


def _of_the_plan(forger: Forger) -> Iterator[Case]:
    data = "envelope/data"
    yield forger.case("nothing is changed", None, range(1, len(forger.base) + 1))
    for name, text in {
        "names no time": "P",
        "names no time of the day": "P1DT",
        "has a fraction": "PT1.5S",
        "has Arabic digits": "P١D",
        "counts weeks": "P1W",
        "has four digits of days": "P1000D",
        "is empty": "",
        "ends with a line feed": "PT1M\n",
    }.items():
        yield forger.change(f"the time per decision {name}", 1, put(f"{data}/clock/per_decision", text))
        yield forger.change(f"the bank {name}", 1, put(f"{data}/clock/bank", text))
    yield forger.change("the stand-in is a number", 1, put(f"{data}/stand_in", 1))
    yield forger.change("practice is false, which is said by leaving it out", 1, put(f"{data}/practice", False))


def _of_undoing(forger: Forger) -> Iterator[Case]:
    undone, start, rolled = forger.first("commits_undone"), forger.first("game_started"), forger.first("die_rolled")
    paused, returned = forger.first("clocks_paused"), forger.first("seat_changed", why="returned")
    to = "envelope/data/to"
    undo: JsonObject = {"type": "undo"}
    yield forger.change("the undo goes back into a commit", undone, put(to, rolled))
    yield forger.change("the undo goes back before the start", undone, put(to, start - 2))
    yield forger.change("the undo goes back into the commit of the start", undone, put(to, start))
    yield forger.change("the undo undoes nothing", undone, put(to, undone - 1))
    yield forger.change("the undo goes forward", undone, put(to, undone + 1))
    yield forger.change("the undo has no known reason", undone, put("envelope/data/why", "regret"))
    asked = _throughout(forger, rolled, rolled + 1, _asking(forger, undo))
    digest = asked[rolled + 1]
    both = {**asked, rolled + 1: lambda line: (digest(line), _undone(rolled - 1)(line))}
    yield forger.changes("an undo is not alone in its commit", rolled + 1, both)
    yield forger.change("something is undone before the start", 2, _undone(1))
    gone: JsonObject = {"to": undone - 1, "why": "agreed"}
    yield _became(forger, "what was undone is gone back to", paused, "commits_undone", gone, "seat:1", undo)
    shown: JsonObject = {"to": forger.first("clocks_resumed", seat=2), "why": "agreed"}
    yield _became(forger, "bids that all have seen are undone", returned, "commits_undone", shown, "system", undo)
    fine: JsonObject = {"to": forger.first("decision_timed_out") - 1, "why": "own_turn"}
    yield _became(forger, "an undo that could be", returned, "commits_undone", fine, "seat:1", undo, None)


def _undone(to: int) -> Callable[[Line], object]:
    return lambda line: line["envelope"].update(type="commits_undone", data={"to": to, "why": "agreed"})


def _of_pauses(forger: Forger) -> Iterator[Case]:
    paused, resumed = forger.first("clocks_paused"), forger.first("clocks_resumed")
    vacation, rested = forger.first("clocks_paused", seat=2), forger.first("clocks_resumed", seat=2)
    data = "envelope/data"
    pause: JsonObject = {"type": "pause"}
    resume: JsonObject = {"type": "resume"}
    yield _became(forger, "clocks rest twice", resumed, "clocks_paused", {"why": "agreed"}, "system", pause)
    yield _became(forger, "clocks go on that did not rest", paused, "clocks_resumed", {}, "system", resume)
    yield forger.change("the clock of another seat goes on", rested, put(data, {"seat": 1}))
    yield forger.change("a pause is for a seat that is not there", vacation, put(f"{data}/seat", 4))
    yield _became(forger, "a vacation of nobody", vacation, "clocks_paused", {"why": "vacation"}, "system", pause)
    yield forger.change("a pause lasts until no time", vacation, put(f"{data}/until", "2026-02-30T00:00:00.000Z"))
    yield forger.change("a pause has no known reason", paused, put(f"{data}/why", "tea"))
    yield _became(
        forger, "a seat pauses for the administrator", paused, "clocks_paused", {"why": "admin"}, "seat:1", pause
    )
    away: JsonObject = {"seat": 2, "why": "vacation"}
    yield _became(forger, "a seat sends another on vacation", vacation, "clocks_paused", away, "seat:1", pause)
    yield forger.change("clocks are paused before the start", 2, _kind("clocks_paused", {"why": "agreed"}))


def _kind(kind: str, data: JsonObject) -> Callable[[Line], object]:
    return lambda line: line["envelope"].update(type=kind, data=data)


def _of_passing(forger: Forger) -> Iterator[Case]:
    passed = forger.first("seat_passed")
    data = "envelope/data"
    yield forger.change("a seat is passed on by a stranger", passed, put(f"{data}/from", "0" * 32))
    yield forger.change("a seat is passed to who had it", passed, put(f"{data}/to", participant_of(2)))
    yield forger.change("a seat is passed to another player", passed, put(f"{data}/to", participant_of(1)))
    yield forger.change("the seat of a bot is passed on", passed, put(f"{data}/seat", 3))
    yield forger.change("a passed seat has a nonce", passed, put(f"{data}/nonce", nonce_of(9)))
    whole: JsonObject = forger.base[passed - 1]["envelope"]["data"]
    body: JsonObject = {"type": "pass_seat", "seat": 2}
    yield _became(forger, "another player passes a seat on", passed, "seat_passed", whole, "seat:1", body)
    yield forger.change("a seat is passed on before the start", 2, _kind("seat_passed", whole))


def _of_bots_and_notes(forger: Forger) -> Iterator[Case]:
    note = forger.first("note_sealed")
    last = forger.base[note - 1]["envelope"]["command"]["last"]
    named = "envelope/command/bot"

    def throughout(first: int, last: int, bot: str) -> Mapping[int, Callable[[Line], object]]:
        return dict.fromkeys(range(first, last + 1), put(named, bot))

    yield forger.changes("a commit is another bot's", note, throughout(note, last, "greedy"))
    person = forger.first("card_taken")
    yield forger.changes("a person's commit is a bot's", person, throughout(person, person + 1, "random"))
    yield forger.change("a commit of the system is a bot's", 1, put(named, "random"))
    yield forger.change("a commit is a bot's from its second event on", person + 1, put(named, "random"))
    yield forger.change("a bot has a number for a name", note, put(named, 7))
    yield forger.change("a note is for a seat", note, put("envelope/sealed/0/for", [1]))
    yield forger.change("a note has no part", note, lambda line: _without_parts(line))
    value: JsonObject = {"note": {}, "more": 1}
    yield forger.change("a note says more", note, lambda line: forger.reseal(line, 0, value))
    yield forger.change("a note is no object", note, lambda line: forger.reseal(line, 0, "well"))


def _without_parts(line: Line) -> None:
    line["envelope"]["sealed"], line["parts"] = [], []


def _of_causes(forger: Forger) -> Iterator[Case]:
    start, end = forger.first("game_started"), len(forger.base)
    late, returned = forger.first("decision_timed_out"), forger.first("seat_changed", why="returned")
    seat = forger.base[late - 1]["envelope"]["data"]["seat"]
    yield forger.change("a commit has two times", start, put("envelope/at", "2026-01-01T00:00:02.001Z"))
    yield forger.change("a game is created by a seat", 1, put("envelope/actor", "seat:1"))
    yield forger.change("a seat is taken by the system", 2, put("envelope/actor", "system"))
    yield forger.change("a seat is taken by another", 2, put("envelope/actor", "seat:2"))
    for name, at, body in (
        ("a game is created by joining", 1, {"type": "join"}),
        ("a seat is taken by leaving", 2, {"type": "leave"}),
        ("a seat is taken by joining another", 2, {"type": "join", "seat": 2}),
        ("a seat is taken by nothing", 2, {}),
        ("a seat returns by resigning", returned, {"type": "resign"}),
        ("a time-out is asked for as an end", late, {"type": "abort"}),
        ("a time-out is that of another seat", late, {"type": "time_out", "seat": seat % 3 + 1}),
        ("a game is created for a seat", 1, {"type": "create", "seat": 1}),
        ("an undo is asked for as a resumption", forger.first("commits_undone"), {"type": "resume"}),
    ):
        yield forger.change(name, at, lambda line, body=body: _ask(forger, line, body))  # type: ignore[misc]
    both = {each: put("envelope/actor", f"seat:{seat}") for each in (late, late + 1)}
    yield forger.changes("a seat notes its own time-out", late, both)
    yield forger.change("the seat of another returns", returned, put("envelope/actor", f"seat:{seat % 3 + 1}"))
    first: int = forger.base[-1]["envelope"]["command"]["first"]
    scoring = _asking(forger, {"type": "abort"})
    yield forger.changes("a game is finished by aborting it", end, _throughout(forger, first, end, scoring))


def _asking(forger: Forger, body: JsonObject) -> Callable[[Line], object]:
    return lambda line: _ask(forger, line, body)


def _throughout(
    forger: Forger, first: int, last: int, alter: Callable[[Line], object]
) -> Mapping[int, Callable[[Line], object]]:
    """The first line of a commit altered, and its digest in all others."""
    line = copy.deepcopy(forger.base[first - 1])
    alter(line)
    digest = line["envelope"]["command"]["digest"]
    return {first: alter, **dict.fromkeys(range(first + 1, last + 1), put("envelope/command/digest", digest))}
