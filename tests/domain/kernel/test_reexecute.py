"""Re-execution: a log as the service writes it comes out again byte for byte; whatever was made up is found."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.lifecycle import BotHolder, Clock, ParticipantHolder, SeatPlan
from kontor.domain.kernel.reexecute import Report, reexecute
from kontor.domain.kernel.verify import verify
from tests.games.recording import FOLDER, Recording
from tests.support.forging import rewritten
from tests.support.playing import finished, participant_of
from tests.support.served_games import Served, do, join, of_recording, opened, shown
from tests.tiny import RULESET

GAMES = [next(iter(sorted((FOLDER / name).glob("*.json")))) for name in ("tiny", "hansa", "merchants")]
OPEN = [SeatPlan(1, "open"), SeatPlan(2, "open")]
CLOCK = Clock("PT1S", "PT0S", "bot")
NOTE = {"why": "a card is worth more than a roll"}


def started(**more: Any) -> Served:
    played = opened(RULESET, OPEN, options={"rounds": 2}, **more)
    join(played, 1)
    join(played, 2)
    return played


def eventful() -> Served:
    """Left and joined again, resigned and taken back; a bot's note; finished."""
    played = opened(RULESET, OPEN, options={"rounds": 2}, order="drawn")
    join(played, 1)
    played.write(seat_actor(1), {"type": "leave"}, play.leave_seat(played.game, 1))
    join(played, 1)
    join(played, 2, colour=RULESET.colours[0])
    seat = RULESET.awaiting(played.game.state)[0]
    change(played, seat, BotHolder("bot", "random"), "resigned")
    do(played, seat, {"type": "take_card"}, NOTE)
    change(played, seat, ParticipantHolder("participant", participant_of(seat)), "returned")
    return finished(played)


def change(played: Served, seat: int, to: BotHolder | ParticipantHolder, why: Any) -> None:
    body: JsonObject = {"type": "resign" if why == "resigned" else "return"}
    played.write(seat_actor(seat), body, play.change_seat(played.game, seat, to, why))


def timed_out(clock: Clock = CLOCK) -> Served:
    """A seat lets its second pass."""
    played = started(clock=clock)
    seat = RULESET.awaiting(played.game.state)[0]
    events = play.time_out(
        played.game, seat, "2026-01-01T00:00:03.000Z", "random" if clock.on_timeout == "bot" else None
    )
    played.write(SYSTEM, {"type": "time_out", "seat": seat}, events)
    return played


def aborted(played: Served, reason: Any) -> Served:
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, reason))
    return played


def again(played: Served, lines: list[Any] | None = None) -> Report:
    return reexecute(played.rules, played.game.board, shown(played) if lines is None else lines)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_recorded_game_comes_out_again(path: Path) -> None:
    played = of_recording(Recording.load(path))
    assert again(played) == Report(played.game.version)


@pytest.mark.parametrize(
    "make",
    [
        eventful,
        lambda: aborted(opened(RULESET, OPEN), "creator"),
        lambda: aborted(started(), "agreed"),
        lambda: aborted(started(), "admin"),
        lambda: aborted(timed_out(), "admin"),
        lambda: timed_out(Clock("PT1S", "PT0S", "abort")),
    ],
    ids=["eventful", "aborted-while-open", "aborted-together", "aborted-by-admin", "timed-out", "timed-out-and-over"],
)
def test_commands_of_the_kernel_come_out_again(make: Callable[[], Served]) -> None:
    played = make()
    assert verify(played.lines()).is_good
    assert again(played) == Report(played.game.version)


def test_progress_is_reported_commit_by_commit() -> None:
    played, told = eventful(), list[int]()
    reexecute(RULESET, played.game.board, shown(played), told.append)
    assert told == [made.last for made in played.commits]


def test_a_game_that_is_made_up_before_its_start_is_found_without_the_seed() -> None:
    played = opened(RULESET, OPEN)
    join(played, 1)
    lines: list[Any] = shown(played)
    lines[1]["envelope"]["actor"] = "seat:2"
    report = again(played, rewritten(lines))
    assert report.finding is not None
    assert (report.finding.version, report.finding.message) == (2, "expected data.seat = 2; found data.seat = 1")


def change_ranking(lines: list[Any]) -> None:
    lines[-1]["envelope"]["data"]["ranking"][0]["total"] += 1


def change_body(lines: list[Any]) -> None:
    line = next(line for line in lines if line.get("command", {}).get("body") == {"type": "take_card"})
    line["command"]["body"] = {"type": "roll"}


def change_actor(lines: list[Any]) -> None:
    line = next(line for line in lines if line["envelope"]["type"] == "seat_left")
    line["envelope"]["actor"] = "seat:2"


def change_order(lines: list[Any]) -> None:
    line = next(line for line in lines if line["envelope"]["type"] == "game_started")
    line["envelope"]["data"]["turn_order"].reverse()


def strip_draws(lines: list[Any]) -> None:
    """All rolls are sixes, and none of them is named as a draw."""
    for line in lines:
        data = line["envelope"]["data"]
        if line["envelope"]["type"] == "die_rolled":
            data["draws"] = []


@pytest.mark.parametrize("forge", [change_ranking, change_body, change_actor, change_order, strip_draws])
def test_re_execution_finds_forgeries_that_pass_chain_and_dice(forge: Callable[[list[Any]], None]) -> None:
    played = eventful()
    lines: list[Any] = shown(played)
    forge(lines)
    report = again(played, rewritten(lines))
    assert report.finding is not None
    wrong = next(n for n, (one, other) in enumerate(zip(lines, shown(played), strict=True), 1) if one != other)
    assert report.finding.version <= wrong + 1
    assert str(report.finding).startswith(f"version {report.finding.version}, rules: expected ")


def test_another_board_is_found() -> None:
    played = eventful()
    report = reexecute(RULESET, {"name": "circle"}, shown(played))
    assert report.finding is not None
    assert report.finding.version == 1


def test_an_additional_event_is_found_at_its_version() -> None:
    played = started()
    seat = RULESET.awaiting(played.game.state)[0]
    events = play.act(RULESET, played.game, seat, play.read_command(RULESET, {"type": "offer", "points": 1}))
    played.write(seat_actor(seat), {"type": "offer", "points": 1}, [*events, *events])
    report = again(aborted(played, "agreed"))
    assert report.finding is not None
    assert report.finding.version == played.commits[-2].last
