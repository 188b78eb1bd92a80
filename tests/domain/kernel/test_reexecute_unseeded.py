"""Re-execution of a running game, as a spectator or a seat was shown it: what does not hang on secrets of others is
decided again, and nothing honest is ever doubted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.domain.kernel.model import write
from kontor.domain.kernel.reexecute import Report, reexecute
from kontor.domain.kernel.reexecute_unseeded import SEEDLESS, ToldDice
from kontor.domain.kernel.unknown_values import Unknown, UnknownUsed, fill_unknown
from kontor.domain.kernel.verify import verify
from tests.games.recording import FOLDER, Recording, one_per_board
from tests.support.forging import rewritten
from tests.support.rulesets import SHIPPED
from tests.support.served_games import Served, join, of_recording, of_world, opened, shown
from tests.tiny import RULESET
from tests.worlds import of


def running(path: Path, commits: int | None = None) -> Served:
    """A recorded game before its end."""
    played = of_recording(Recording.load(path))
    kept = played.commits[: commits or len(played.commits) - 1]
    return Served(played.rules, kept[-1].after, kept)


def again(played: Served, lines: list[Any]) -> Report:
    return reexecute(played.rules, played.game.board, lines)


@pytest.mark.parametrize("path", one_per_board(), ids=lambda path: path.stem)
def test_an_honest_game_is_not_doubted_by_anybody_who_sees_a_part_of_it(path: Path) -> None:
    played = running(path)
    for viewer in ((), (2,)):
        lines = shown(played, viewer)
        report = again(played, lines)
        assert report.finding is None, viewer
        assert report.unchecked is not None
        assert report.unchecked.startswith(SEEDLESS)
        assert 0 < report.version <= len(lines)


@pytest.mark.parametrize("path", sorted((FOLDER / "hansa").glob("*-3-seats-*markers.json")), ids=lambda path: path.stem)
def test_a_spectator_decides_every_command_again_where_nothing_hidden_counts(path: Path) -> None:
    """Markers face down are known to nobody, and no command hangs on them before they are turned up."""
    played = running(path)
    report = again(played, shown(played))
    assert report == Report(played.game.version, unchecked=SEEDLESS)


def test_a_reader_who_knows_the_stolen_cards_can_decide_more_again() -> None:
    played = running(FOLDER / "merchants" / "merchants-short-4-seats-start-variable-drawn-won.json")
    thieves = {
        line["envelope"]["data"][role]  # type: ignore[index,call-overload]  # lines of a log
        for line in shown(played)
        for role in ("thief", "victim")
        if line["envelope"]["type"] == "card_stolen"  # type: ignore[index,call-overload]  # same
    }
    decided = {seat: again(played, shown(played, (seat,))).version for seat in (1, 2, 3, 4)}
    assert thieves
    assert {seat for seat, n in decided.items() if n == max(decided.values())} == thieves
    words = again(played, shown(played)).unchecked
    assert words is not None
    assert "versions depend on them (the first: " in words


def test_before_the_start_nothing_is_secret() -> None:
    played = opened(RULESET, [SeatPlan(1, "open"), SeatPlan(2, "open")])
    assert again(played, shown(played)) == Report(1)
    join(played, 1)
    assert again(played, shown(played)) == Report(2)


# ---------------------------------------------------------------- forgeries


def lines_of_running(ruleset: str) -> tuple[Served, list[Any]]:
    shortest = min((FOLDER / ruleset).glob("*.json"), key=lambda path: path.stat().st_size)
    played = running(shortest)
    return played, shown(played)


def change_turn_order(lines: list[Any]) -> None:
    line = next(line for line in lines if line["envelope"]["type"] == "game_started")
    line["envelope"]["data"]["turn_order"].reverse()


def change_actor(lines: list[Any]) -> None:
    """A whole command of the ruleset is somebody else's."""
    first = [n for n, line in enumerate(lines) if "command" in line][6]
    actors = sorted({line["envelope"]["actor"] for line in lines} - {"system", lines[first]["envelope"]["actor"]})
    for line in lines[first : lines[first]["envelope"]["command"]["last"]]:
        line["envelope"]["actor"] = actors[0]


def change_number(lines: list[Any]) -> None:
    """The first number beside a seat in the data of an event of play."""
    data = next(data for line in lines[12:] if (data := line["envelope"]["data"]) and _number(data))
    data[_number(data)] += 1


def _number(data: Any) -> str | None:
    return next((key for key, value in data.items() if type(value) is int and key != "seat"), None)


def drop_event(lines: list[Any]) -> None:
    """The last event of a commit of several is gone."""
    last = next(
        n
        for n, line in enumerate(lines)
        if line["envelope"]["command"]["last"] == n + 1 and n > 20 and line["envelope"]["command"]["first"] < n
    )
    del lines[last:]
    first = lines[-1]["envelope"]["command"]["first"]
    for line in lines[first - 1 :]:
        line["envelope"]["command"]["last"] = len(lines)


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("forge", [change_turn_order, change_actor, change_number, drop_event])
def test_invented_events_of_a_running_game_are_found(ruleset: str, forge: Callable[[list[Any]], None]) -> None:
    played, lines = lines_of_running(ruleset)
    forge(lines)
    forged = rewritten(lines)
    assert verify(forged).is_good
    assert again(played, forged).finding is not None


def test_a_roll_that_no_die_shows_is_found() -> None:
    """The value is taken from the log, not what it may be."""
    played, lines = lines_of_running("merchants")
    line = next(line for line in lines if line["envelope"]["data"].get("draws"))
    line["envelope"]["data"]["draws"][0]["value"] = 6
    report = again(played, rewritten(lines))
    assert report.finding is not None
    assert "must be below 6, but it is 6" in report.finding.message


def test_a_roll_that_would_have_brought_another_harvest_is_found() -> None:
    played, lines = lines_of_running("merchants")
    line = next(line for line in lines if line["envelope"]["type"] == "dice_rolled")
    draw = line["envelope"]["data"]["draws"][0]
    draw["value"] = (draw["value"] + 1) % 6
    report = again(played, rewritten(lines))
    assert report.finding is not None
    assert line["version"] <= report.finding.version <= line["envelope"]["command"]["last"] + 1


def test_the_secrets_that_a_seat_saw_are_compared() -> None:
    """A mission card that the dealer invents: it is none of those that lay in the deck's order."""
    world = next(world for world in of("hansa") if world.options.get("missions"))
    played = of_world(world)
    lines: list[Any] = shown(played, (1,))
    line = next(line for line in lines if line["parts"])
    assert again(played, lines).finding is None
    line["parts"][0]["value"]["extra"] = 1
    assert again(played, rewritten(lines)).finding is not None


# ---------------------------------------------------------------- unknown values


@pytest.mark.parametrize(
    "use",
    [
        lambda x: x == 1,
        lambda x: x < 1,
        lambda x: bool(x),
        lambda x: [0, 1][x],
        lambda x: {x: 1},
        lambda x: isinstance(x, int),
        lambda x: f"{x}",
        lambda x: list(x),
        lambda x: x in (1, 2),
        lambda x: 1 if x + 1 > 2 else 0,
        lambda x: x.card == "brick",
    ],
)
def test_nothing_is_concluded_from_what_is_not_known(use: Callable[[Any], object]) -> None:
    with pytest.raises(UnknownUsed):
        use(Unknown())


def test_an_unknown_value_matches_any_value_in_its_place_only() -> None:
    made: Any = write((Unknown(), 1))
    assert fill_unknown(made, [5, 1]) == [5, 1]
    assert fill_unknown(made, [5, 2]) == [5, 1]
    assert fill_unknown({"a": made}, {"b": 2}) == {"a": made}


def test_draws_that_the_log_does_not_show_are_unknown() -> None:
    dice = ToldDice({}, [])
    with pytest.raises(UnknownUsed):
        assert dice.die("roll").face == 3
    assert len(dice.shuffle("deck", [1, 2, 3]).value) == 3
