"""Undo: an event returns the game to the end of an earlier commit. The log keeps the undone commits."""

from collections.abc import Sequence

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel.game import Game, require_state
from kontor.domain.kernel.play import require_playing
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.violation import CannotUndo


def undo(game: Game[S], to: Game[S], why: life.WhyUndone) -> Sequence[object]:
    """Return the event that takes the game back to `to`, its state at the end of an earlier commit. Draws and seals
    made since then are never repeated."""
    require_playing(game)
    if to.status != "running" or to.version >= game.version:
        raise CannotUndo("There is nothing to undo there: choose an earlier version after the start of the game.")
    if (counts := _counting(game, to.version)) != to.version:
        raise CannotUndo(f"Version {to.version} was undone: choose one that counts, such as {counts}.")
    if game.opened != to.opened:
        raise CannotUndo("A secret was revealed to all seats since then: that cannot be undone.")
    return [life.CommitsUndone(to.version, why)]


def _counting(game: Game[S], version: int) -> int:
    """Return the version if it was not undone, or else the last version before it that was not undone."""
    for first, last in reversed(game.undone):
        if first <= version <= last:
            version = first - 1
    return version


def undo_own(rules: Ruleset[S, C, E], game: Game[S], to: Game[S], seat: int) -> Sequence[object]:
    """Return the event with which a seat takes back its own decisions. This needs no consent, as long as the decisions
    revealed nothing. The caller must check in the log that no other seat has acted since."""
    events = undo(game, to, "own_turn")
    if seat not in rules.awaiting(require_state(to)):
        raise CannotUndo(f"Seat {seat} had nothing to decide at version {to.version}.")
    if (game.counters, game.parts) != (to.counters, to.parts):
        raise CannotUndo("Something was drawn or sealed since then: to undo that, all players at the table must agree.")
    return events
