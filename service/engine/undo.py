"""Undo: return a game to the end of an earlier commit. Undone commits stay readable in the log. Random numbers after an
undo never repeat those before it.

A seat may undo its own commands alone, if no other seat has acted or learned a secret since. Any other undo needs the
consent of all people in the game (`service.http.games.agreements`). No undo goes back before a secret that was opened
to everyone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.commits import SYSTEM, Command, commit, seat_actor
from kontor.domain.kernel.undo import undo, undo_own
from kontor.domain.kernel.violation import CannotUndo
from kontor.service.clock import new_id, now
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.log_pages import page_after
from kontor.service.engine.moves import Move
from kontor.service.engine.past_games import PastGames, within_a_commit
from kontor.service.registry import AnyGame
from kontor.service.store.store import Store

FARTHEST = 200  # events that an undo can go back; no seat causes more in one turn
CLOCKS = ("clocks_paused", "clocks_resumed")


@dataclass(frozen=True, slots=True)
class _Step:
    """A commit in the log: its versions, its actor, and the version that it returns to if the commit is an undo."""

    first: int
    last: int
    actor: str
    back_to: int | None


class Undo:
    """Compute undo moves from logs and past positions."""

    def __init__(self, store: Store, past_games: PastGames) -> None:
        self._store = store
        self._past_games = past_games

    def own(self, at: GameAt, seat: int, to: int | None) -> Move:
        """Undo a seat's own commands: all commands since version `to`, or the last command if `to` is None."""
        play.require_playing(at.game)
        steps = list(self._steps(at, FARTHEST if to is None else at.game.version - to))
        to = _before_last(steps, seat) if to is None else to
        if any(step.actor != seat_actor(seat) for step in steps if step.first > to):
            raise CannotUndo(
                "Another seat has acted since then: this undo needs the consent of all people in the game."
            )
        past = self._check_agreed(at, to)
        return _move(at, seat_actor(seat), undo_own(at.rules, at.game, past, seat), past)

    def agreed(self, at: GameAt, to: int) -> Move:
        """Undo all commits after a version that all people in the game have agreed on."""
        past = self._check_agreed(at, to)
        if at.settings.practice and at.game.opened != past.opened:
            raise CannotUndo(
                "A secret was shown to everyone since then, which cannot be undone. In a practice game, continue from "
                f'that version in a branch: POST …/branches with {{"version": {to}}}.'
            )
        return _move(at, SYSTEM, undo(at.game, past, "agreed"), past)

    def _check_agreed(self, at: GameAt, to: int) -> AnyGame:
        if not 0 < to < at.game.version:
            raise CannotUndo("There is nothing to undo: choose an earlier version, after the start of the game.")
        found = self._past_games.at(at, to)
        if not found.settled:
            ends = [each for each in self._past_games.ends_around(at, to) if each < at.game.version]
            raise CannotUndo(f"Version {to} {within_a_commit(ends)}.", nearest=ends)
        if found.at.game.state == at.game.state:
            raise CannotUndo(f"The position is the same as at version {to}: choose an earlier version.")
        return found.at.game

    def _steps(self, at: GameAt, events: int) -> Iterator[_Step]:
        """Yield the newest commits of a log in order. Leave out commits that pause or resume clocks, because they do
        not change the position."""
        first = max(0, at.game.version - min(events, FARTHEST))
        page = page_after(self._store, at.game.id, first, FARTHEST, at.head)
        for envelope in (cast(JsonObject, parse_strict(each.record.envelope)) for each in page.events):
            cause = cast("Mapping[str, int]", envelope["command"])
            if cause["last"] == envelope["version"] and envelope["type"] not in CLOCKS:
                is_undo = envelope["type"] == "commits_undone"
                back_to = cast("Mapping[str, int]", envelope["data"])["to"] if is_undo else None
                yield _Step(cause["first"], cause["last"], cast(str, envelope["actor"]), back_to)


def _before_last(steps: Sequence[_Step], seat: int) -> int:
    """Return the version before the newest commit that was not undone. Raise `CannotUndo` if that commit is not the
    seat's."""
    step = steps[-1] if steps else None
    while step is not None and (back_to := step.back_to) is not None:
        step = next((each for each in reversed(steps) if each.last <= back_to), None)
    if step is None or step.actor != seat_actor(seat):
        raise CannotUndo(
            "The last command is not yours: to undo it, name a version with `to` and ask the other people to agree."
        )
    return step.first - 1


def _move(at: GameAt, actor: str, events: Sequence[object], past: AnyGame) -> Move:
    command = Command(new_id(), actor, {"type": "undo"})
    return Move((commit(at.rules, at.game, command, events, now(), {past.version: past}),))
