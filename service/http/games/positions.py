"""Find the position that a query names, and the seats from whose view the caller may see it."""

from collections.abc import Mapping
from typing import Any

from kontor.service.engine.game_at import GameAt
from kontor.service.engine.past_games import PastGames, Position
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store.lookup import Caller
from kontor.service.store.store import Store
from kontor.service.visibility import clearance_of


def position(past_games: PastGames, at: GameAt, version: int | None, field: str = "version") -> Position:
    """Return the position at a version. Raise 400 if the version does not exist yet. `field`: the name of the query
    parameter."""
    if version is not None and version > at.game.version:
        raise unreadable(f"query/{field}", "out-of-range", f"must be at most {at.game.version}, the current version")
    return past_games.at(at, at.game.version if version is None else version)


def view_asked(query: Mapping[str, Any]) -> str | None:
    """Return the value of the query parameter `as`, or None. `seat=2` means the same as `as=seat:2`."""
    if "seat" not in query:
        return query.get("as_")
    if "as_" in query:
        raise unreadable("query/seat", "not-both", "send either seat or as, not both")
    return f"seat:{query['seat']}"


def seats_of_view(store: Store, caller: Caller, at: GameAt, version: int, given: str | None) -> frozenset[int]:
    """Return the seat that `as` names, or all seats whose view the caller may have at the version. A spectator has no
    seat."""
    allowed = clearance_of(store, caller, at).at(version)
    if given is None:
        return allowed
    if given == "spectator":
        return frozenset()
    seat = int(given.removeprefix("seat:"))
    if seat > len(at.game.places):
        raise unreadable("query/as", "out-of-range", f"must be a seat from 1 to {len(at.game.places)}")
    if seat not in allowed:
        raise Problem("forbidden", f"You do not hold seat {seat}. Only the holder of a seat may see its view.")
    return frozenset({seat})
