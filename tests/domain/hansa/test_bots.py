"""The bots of Hansa: they finish what they begin, see no more than their seat does, and say why they chose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random

import pytest

from kontor.domain.hansa.bots.evaluation import standing, worth
from kontor.domain.hansa.bots.planner import LONGEST, greedy, planner
from kontor.domain.hansa.bots.playout import advance, eager_command
from kontor.domain.hansa.bots.search import mind_of, rank
from kontor.domain.hansa.bots.weights import WEIGHTS
from kontor.domain.hansa.rulebook.rules import decider
from kontor.domain.hansa.rulebook.scoring import score
from kontor.domain.hansa.ruleset import RULESET
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.hansa.view.view import view
from kontor.domain.kernel.bots import luck_of
from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import require_state, table_of
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Bot, Budget, Choice, Look, Table
from kontor.service.tournament.match import Setting, play_match, started

GAMES: list[tuple[str, int, dict[str, bool | int | str]]] = [
    ("hansa", 3, {}),
    ("hansa", 3, {"favours": True, "missions": True}),
    ("hansa", 5, {"edition": "classic"}),
    ("hansa", 2, {"two_player_variant": "provinces"}),
    ("hansa", 2, {"two_player_variant": "neutral"}),
    ("east", 3, {}),
    ("east", 5, {}),
    ("east", 2, {"two_player_variant": "neutral"}),
    ("britannia", 3, {"open_borders": True}),
    ("britannia", 4, {}),
    ("britannia", 2, {"two_player_variant": "neutral", "edition": "classic"}),
]
NAMES = [f"{board}, {seats} seats, {' '.join(options) or 'plain'}" for board, seats, options in GAMES]


@dataclass(frozen=True)
class Position:
    """A moment of a game in which a seat must decide."""

    table: Table
    state: State

    @property
    def seat(self) -> int:
        return decider(self.state)

    def look(self) -> Look:
        """As the kernel makes it, without what these bots do not look at: the options."""
        return Look(self.table, self.seat, view(self.state, frozenset({self.seat})), [], lambda wanted: [])


def positions(number: int, board: str = "hansa", seats: int = 3, **options: bool | int | str) -> Iterator[Position]:
    """Every decision of a game that is played eagerly."""
    game = started(RULESET, Setting(board, options, 0.1), ["random"] * seats, number)
    state, luck = require_state(game), Random(number)
    while decider(state) >= 0:
        yield Position(table_of(game), state)
        state = advance(state, decider(state), eager_command(state, decider(state), luck))


def ticking(step: float) -> Callable[[], float]:
    """A clock that moves on when it is looked at, so that what is found in time is the same each time."""
    ticks = count()
    return lambda: next(ticks) * step


def ask(bot: Bot, look: Look, seconds: float = 0.2) -> Choice:
    return bot(look, Budget(seconds, ticking(0.004), luck_of("test", look.seat)))


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_greedy_finishes_its_games_and_is_never_refused(
    board: str, seats: int, options: dict[str, bool | int | str]
) -> None:
    position = next(positions(3, board, seats, **options))
    for _ in range(1500):
        if position.seat < 0:
            break
        position = replace(position, state=after(position, ask(greedy, position.look())))
    assert position.state.phase == "finished"
    assert max(each.total for each in score(position.state).seats) >= 15


def test_greedy_beats_random() -> None:
    """`kontor tournament` says how often; here it is shown once."""
    played = play_match(RULESET, Setting("hansa", {}, 0.1, decisions=6000), ["random", "greedy", "random"], 1)
    assert played.ranks[2] == 1


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_what_the_planner_chooses_is_accepted(board: str, seats: int, options: dict[str, bool | int | str]) -> None:
    for n, position in enumerate(positions(5, board, seats, **options)):
        if n % 23 == 5:
            choice = ask(planner, position.look(), 0.1)
            after(position, choice)


def after(position: Position, choice: Choice) -> State:
    """Where the choice leads; a Violation if it is refused."""
    body = dict(choice.command or {})
    return advance(position.state, position.seat, read(RULESET.commands[str(body.pop("type"))], body))


# ---------------------------------------------------------------- what they see


@pytest.mark.parametrize("bot", [greedy, planner], ids=["greedy", "planner"])
def test_two_worlds_one_choice(bot: Bot) -> None:
    """HT-INFO-2, HT-INFO-5: markers in the supply and other seats' missions are dealt anew; the choice stays."""
    differing = 0
    for n, here in enumerate(positions(8, "hansa", 3, missions=True, favours=True)):
        if n % 40 == 7:
            look = here.look()
            there = Position(here.table, determinize(here.table, look.view, Dice(bytes([n]) * 32, {})))
            differing += (here.state.kinds, here.state.missions) != (there.state.kinds, there.state.missions)
            assert ask(bot, look) == ask(bot, there.look())
    assert differing >= 3


@pytest.mark.parametrize("bot", [greedy, planner], ids=["greedy", "planner"])
def test_a_note_tells_the_candidates_in_two_kilobytes(bot: Bot) -> None:
    for board, seats in (("hansa", 3), ("britannia", 4)):
        for n, position in enumerate(positions(4, board, seats)):
            if n % 29 == 3 or (position.state.phase == "await_displaced" and n % 5 == 0):
                choice = ask(bot, position.look(), 0.05)
                note = choice.note
                assert isinstance(note, dict)
                assert len(canonical(note)) <= LONGEST
                candidates = note["candidates"]
                assert isinstance(candidates, list)
                assert candidates
                assert candidates[0]["command"] == choice.command


def test_the_planner_stops_when_its_time_is_up() -> None:
    position = next(each for n, each in enumerate(positions(2)) if n == 60)
    asked = count()

    def clock() -> float:
        return float(next(asked))

    planner(position.look(), Budget(20.0, clock, Random(1)))
    assert next(asked) < 80  # after 20 looks at it the time is over; then every loop looks once more


# ---------------------------------------------------------------- what they like


def test_a_completed_route_is_worth_less_than_an_established_one() -> None:
    """Else pieces would stay on their posts for ever."""
    for n, position in enumerate(positions(9)):
        state = position.state
        if n % 10 == 0 and state.phase in ("turn_start", "actions") and state.used < 2:
            route = state.board.routes[n % len(state.board.routes)]
            posts = bytearray(state.posts)
            posts[route.first : route.first + route.size] = bytes([piece_of(position.seat, 0)]) * route.size
            complete = state.copy()
            complete.posts = bytes(posts)
            mind = mind_of(complete, position.seat, Random(1))
            found = rank(complete, mind, 14, 4)
            held = standing(complete, position.seat, mind.ahead, WEIGHTS)
            best = max(standing(each.after, position.seat, mind.ahead, WEIGHTS) for each in found)
            assert best >= held


def test_who_leads_ends_the_game_and_nobody_else_does() -> None:
    *_, last = positions(12)
    ended = advance(last.state, last.seat, eager_command(last.state, last.seat, Random(3)))
    for number in range(60):  # the eager policy draws lots: one of its commands is the one that ends it
        if ended.phase == "finished":
            break
        ended = advance(last.state, last.seat, eager_command(last.state, last.seat, Random(number)))
    assert ended.phase == "finished"
    totals = {each.seat: each.total for each in score(ended).seats}
    winner, loser = max(totals, key=totals.__getitem__), min(totals, key=totals.__getitem__)
    assert worth(ended, winner, 0.1) > worth(ended, winner, 0.1, replace(WEIGHTS, won=0.0)) + 30
    assert worth(ended, loser, 0.1) < worth(ended, loser, 0.1, replace(WEIGHTS, won=0.0)) - 30


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_an_appraisal_says_what_worth_says(board: str, seats: int, options: dict[str, bool | int | str]) -> None:
    """It leaves out only what cannot have changed; and a candidate leads where the rules lead."""
    for n, position in enumerate(positions(6, board, seats, **options)):
        if n % 17 == 0:
            mind = mind_of(position.state, position.seat, Random(n))
            for found in rank(position.state, mind, 8, 3):
                assert found.value == pytest.approx(worth(found.after, mind.seat, mind.ahead), abs=1e-9)
                assert found.after == advance(position.state, position.seat, found.first)
