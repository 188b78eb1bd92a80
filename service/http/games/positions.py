"""The position that a query asks for, and the seats through which the caller may see it."""

from kontor.service.engine.game_at import GameAt
from kontor.service.engine.past_games import PastGames, Position
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store import Store
from kontor.service.store.lookup import Caller
from kontor.service.visibility.clearance import clearance_of


def position(past_games: PastGames, at: GameAt, version: int | None, field: str = "version") -> Position:
    """Return the position at a version of the log, or refuse (400) a version that does not exist. `field`: its name in
    the query."""
    if version is not None and version > at.game.version:
        raise unreadable(f"query/{field}", "out-of-range", f"the game stands at version {at.game.version}")
    return past_games.at(at, at.game.version if version is None else version)


def seats_of_view(store: Store, caller: Caller, at: GameAt, version: int, given: str | None) -> frozenset[int]:
    """Return the seats of `as=`, or all that the caller may see through at the version."""
    allowed = clearance_of(store, caller, at).at(version)
    if given is None:
        return allowed
    if given == "spectator":
        return frozenset()
    seat = int(given.removeprefix("seat:"))
    if seat > len(at.game.places):
        raise unreadable("query/as", "out-of-range", f"seats are 1 to {len(at.game.places)}")
    if seat not in allowed:
        raise Problem("forbidden", f"You do not hold seat {seat}; its view is for its holder.")
    return frozenset({seat})
