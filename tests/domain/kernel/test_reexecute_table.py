"""Re-execution of what people agree on at the table: undoing, passing a seat on, pausing clocks; in every ruleset."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.lifecycle import Clock
from kontor.domain.kernel.reexecute import Report, reexecute
from kontor.domain.kernel.undo import undo as kernel_undo
from kontor.domain.kernel.verify import verify
from tests.games.recording import FOLDER, Recording
from tests.support.forging import rewritten
from tests.support.playing import participant_of
from tests.support.served_games import Served, do, of_world, shown
from tests.tiny import RULESET
from tests.vectors.make import HERE

GAMES = [next(iter(sorted((FOLDER / name).glob("*.json")))) for name in ("tiny", "hansa", "merchants")]
CLOCK = Clock("PT10M", "P1D", "bot")
UNTIL = "2026-01-03T00:00:00.000Z"


def undo(played: Served, to: Any, why: Any = None) -> None:
    """As the seat's own business where nothing was drawn or sealed since, unless the reason is given."""
    seat = played.rules.awaiting(to.state)[0]
    is_quiet = (played.game.counters, played.game.parts) == (to.counters, to.parts)
    events = kernel_undo(played.game, to, why or ("own_turn" if is_quiet else "agreed"))
    played.write(seat_actor(seat), {"type": "undo"}, events, past=to)


def tabled(path: Path) -> Served:
    """A recorded game in which a decision is taken back three times, once to before an undo; clocks rest, for one and
    for all; a seat goes to a newcomer. Then it is aborted."""
    recording = Recording.load(path)
    played = of_world(recording.world, recording.number, CLOCK)
    start = played.game
    for seat, body in recording.commands[:2]:
        do(played, seat, body)
    undo(played, start)
    undone = played.game
    do(played, *recording.commands[0])
    undo(played, undone)
    do(played, *recording.commands[0])
    undo(played, start, "agreed")
    played.write(SYSTEM, {"type": "pause"}, play.pause(played.game, "admin"))
    played.write(seat_actor(1), {"type": "pause", "seat": 1}, play.pause(played.game, "vacation", 1, UNTIL))
    played.write(seat_actor(1), {"type": "resume", "seat": 1}, play.resume(played.game, 1))
    played.write(seat_actor(2), {"type": "resume"}, play.resume(played.game))
    passed = play.pass_seat(played.game, 2, participant_of(9))
    played.write(seat_actor(2), {"type": "pass_seat", "seat": 2}, passed)
    do(played, *recording.commands[0])
    return played


def over(played: Served) -> Served:
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, "agreed"))
    return played


def again(played: Served, lines: list[Any] | None = None) -> Report:
    return reexecute(played.rules, played.game.board, shown(played) if lines is None else lines)


@pytest.fixture(scope="module", params=GAMES, ids=lambda path: path.parent.name)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_agreements_at_the_table_are_decided_again(path: Path) -> None:
    played = over(tabled(path))
    assert verify(played.lines()).is_good
    assert again(played) == Report(played.game.version)


def test_the_same_without_the_seed(path: Path) -> None:
    played = tabled(path)
    report = again(played)
    assert report.finding is None
    assert report.unchecked is not None
    assert report.version > 15  # all three know of the table without knowing a secret


def test_the_vector_with_all_additions_comes_out_again_up_to_a_deadline_that_is_made_up() -> None:
    """Its clocks allow ten minutes and somebody is late after some seconds: the format does not forbid it, the rules
    do."""
    text = (HERE / "additions.ndjson").read_text(encoding="utf-8")
    lines: Any = [parse_strict(line) for line in text.splitlines()]
    report = reexecute(RULESET, {"name": "square"}, lines)
    assert report.finding is not None
    assert report.finding.version == of_kind(lines, "decision_timed_out")["version"]
    assert "deadline" in report.finding.message


def of_kind(lines: list[Any], kind: str, nth: int = 0) -> Any:
    return [line for line in lines if line["envelope"]["type"] == kind][nth]


def another_body(kind: str, **more: Any) -> Callable[[list[Any]], int]:
    def forge(lines: list[Any]) -> int:
        line = of_kind(lines, kind)
        line["command"]["body"] |= more
        return int(line["version"])

    return forge


def seat_left_out(kind: str, nth: int) -> Callable[[list[Any]], int]:
    def forge(lines: list[Any]) -> int:
        line = of_kind(lines, kind, nth)
        del line["command"]["body"]["seat"]
        return int(line["version"])

    return forge


def never_paused(lines: list[Any]) -> int:
    """Both events of a vacation are another seat's, whose clock nobody had asked about, as its command says."""
    line = of_kind(lines, "clocks_resumed")
    line["envelope"]["data"]["seat"] = 2
    line["command"]["body"]["seat"] = 2
    return int(line["version"])


@pytest.mark.parametrize(
    "forge",
    [
        another_body("commits_undone", to=3),
        another_body("clocks_paused", why="agreed"),
        another_body("clocks_resumed", until=UNTIL),
        another_body("seat_passed", to=participant_of(9)),
        seat_left_out("clocks_paused", 1),
        seat_left_out("clocks_resumed", 0),
        seat_left_out("seat_passed", 0),
        never_paused,
    ],
    ids=["undo", "pause", "resume", "pass", "no-seat-paused", "no-seat-resumed", "no-seat-passed", "never-paused"],
)
def test_a_forged_word_of_the_table_is_found(path: Path, forge: Callable[[list[Any]], int]) -> None:
    played = over(tabled(path))
    lines: list[Any] = shown(played)
    wrong = forge(lines)
    report = again(played, rewritten(lines))
    assert report.finding is not None
    assert report.finding.version == wrong


@pytest.mark.parametrize("path", GAMES[1:], ids=lambda path: path.parent.name)  # the first begins with a draw
def test_no_seat_undoes_a_decision_of_another_seat(path: Path) -> None:
    played = over(tabled(path))
    lines: list[Any] = shown(played)
    line = of_kind(lines, "commits_undone")
    line["envelope"]["actor"] = seat_actor(2 if line["envelope"]["actor"] == seat_actor(1) else 1)
    report = again(played, rewritten(lines))
    assert report.finding is not None
    assert (report.finding.version, "had nothing to decide" in report.finding.message) == (line["version"], True)


def test_no_seat_undoes_a_draw_alone() -> None:
    recording = Recording.load(GAMES[0])
    played = of_world(recording.world, recording.number)
    start = played.game
    do(played, *recording.commands[0])
    undo(played, start, "own_turn")
    report = again(over(played))
    assert report.finding is not None
    assert "drawn or sealed since then" in report.finding.message


def test_an_undo_that_goes_back_further_is_found_by_what_follows(path: Path) -> None:
    """Two undos to the same version lead to one position; told of the first only, the rest is another game."""
    recording = Recording.load(path)
    played = of_world(recording.world, recording.number)
    start = played.game
    do(played, *recording.commands[0])
    middle = played.game
    do(played, *recording.commands[1])
    undo(played, middle, "agreed")
    do(played, *recording.commands[1])
    lines: list[Any] = shown(over(played))
    assert again(played, lines).finding is None
    of_kind(lines, "commits_undone")["envelope"]["data"]["to"] = start.version
    report = again(played, rewritten(lines))
    assert report.finding is not None
    assert report.finding.version > of_kind(lines, "commits_undone")["version"]


def test_the_clock_of_a_paused_seat_does_not_run_out() -> None:
    """A time-out that is made up while the clocks rest: nothing in chain, seals or dice tells."""
    played = of_world(Recording.load(GAMES[0]).world, 1, Clock("PT1S", "PT0S", "bot"))
    seat = played.rules.awaiting(played.game.state)[0]
    late: JsonObject = {"type": "time_out", "seat": seat}
    deadline = played.commits[-1].after.at.replace(":02.", ":03.")
    played.write(SYSTEM, {"type": "pause"}, play.pause(played.game, "admin"))
    played.write(SYSTEM, late, play.time_out(played.game, seat, deadline, "random"))
    over(played)
    assert verify(played.lines()).is_good
    report = again(played)
    assert report.finding is not None
    assert "its clock did not run" in report.finding.message
