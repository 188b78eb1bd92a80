"""Check a board file from us or from a user: find contradictions between the parts of the file (HT-BOARD)."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

from kontor.domain.hansa.boards.board_file import BoardForm
from kontor.domain.hansa.marker_effects import COUNTED
from kontor.domain.hansa.words import COLOURS
from kontor.domain.kernel.board_check import duplicates, flaws_of, reachable, unknown_references
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model import Flaw

TAVERNS = 3  # one tavern for each start marker (HT-SETUP-5)


def check_board(board: JsonObject) -> Sequence[Flaw]:
    """Return the flaws of a board file, at most a hundred. The result is empty if the board is valid."""
    return flaws_of(BoardForm, board, _contradictions)


def _contradictions(board: BoardForm) -> Iterator[Flaw]:
    for check in CHECKS:
        yield from check(board)


# ---------------------------------------------------------------- cities


def _city_names(board: BoardForm) -> Iterator[Flaw]:
    for n, city in enumerate(board.cities):
        if city.name != city.name.strip() or not unicodedata.is_normalized("NFC", city.name):
            yield Flaw(f"/cities/{n}/name", "wrong-form", "must be in normal form C, without spaces around it")
    yield from _check_doubles([city.name for city in board.cities], "/cities/{}/name", "city")
    yield from _check_doubles([(city.x, city.y) for city in board.cities], "/cities/{}", "place on the map")
    yield from _check_doubles(board.players, "/players/{}", "number of players")


def _offices(board: BoardForm) -> Iterator[Flaw]:
    for n, city in enumerate(board.cities):
        if city.kind == "green" and city.offices:
            yield Flaw(f"/cities/{n}/offices", "contradiction", "a green city has no printed office (HT-EAST-4)")
        if city.kind == "hanse" and not city.offices:
            yield Flaw(f"/cities/{n}/offices", "wrong-size", "a city has at least one office unless it is green")
        ranks = [COLOURS.index(office.privilege) for office in city.offices]
        for k in range(1, len(ranks)):
            if ranks[k] < ranks[k - 1]:
                yield Flaw(
                    f"/cities/{n}/offices/{k}/privilege",
                    "wrong-order",
                    "must not be lower than in the office to its left",
                )
        yield from _check_doubles(city.develops, f"/cities/{n}/develops/{{}}", "ability")


def _counter(board: BoardForm) -> Iterator[Flaw]:
    if board.completed_cities_limit > len(board.cities):
        message = f"could never be reached with {len(board.cities)} cities (HT-END-4)"
        yield Flaw("/completed_cities_limit", "out-of-range", message)


# ---------------------------------------------------------------- routes


def _routes(board: BoardForm) -> Iterator[Flaw]:
    known = {city.name for city in board.cities}
    for n, route in enumerate(board.routes):
        yield from _unknown_cities(f"/routes/{n}/a", route.a, known)
        yield from _unknown_cities(f"/routes/{n}/b", route.b, known)
        if route.a == route.b:
            yield Flaw(f"/routes/{n}/b", "duplicate", "a route joins two different cities (HT-BOARD-1)")
        if "any" not in route.posts:
            yield Flaw(f"/routes/{n}/posts", "contradiction", "at least one post must take traders (HT-2P-NEUT-3)")
        if route.tavern and route.permanent_marker:
            message = "a route with a permanent marker never carries another (HT-MARKER-21)"
            yield Flaw(f"/routes/{n}/tavern", "contradiction", message)
    pairs = [frozenset((route.a, route.b)) for route in board.routes]  # HT-BOARD-13
    yield from _check_doubles(pairs, "/routes/{}", "pair of cities")


def _taverns(board: BoardForm) -> Iterator[Flaw]:
    found = sum(route.tavern for route in board.routes)
    if found != TAVERNS:
        yield Flaw("/routes", "wrong-count", f"must have {TAVERNS} taverns, not {found} (HT-SETUP-5)")


def _blank_markers(board: BoardForm) -> Iterator[Flaw]:
    for n, marker in enumerate(board.blank_markers or ()):
        if (marker.number is not None) != (marker.does in COUNTED):
            wanted = "needs a number" if marker.does in COUNTED else "takes no number"
            yield Flaw(f"/blank_markers/{n}/number", "contradiction", f"{marker.does} {wanted} (HT-MARKER-22)")


def _check_connected(board: BoardForm) -> Iterator[Flaw]:
    neighbours: dict[str, set[str]] = {city.name: set() for city in board.cities}
    for route in board.routes:
        if route.a in neighbours and route.b in neighbours:
            neighbours[route.a].add(route.b)
            neighbours[route.b].add(route.a)
    reached = reachable(board.cities[0].name, neighbours)
    for n, city in enumerate(board.cities):
        if city.name not in reached:
            message = f"cannot be reached from {board.cities[0].name} (HT-BOARD-13)"
            yield Flaw(f"/cities/{n}", "not-connected", message)


# ---------------------------------------------------------------- countries and permanent markers


def _regions(board: BoardForm) -> Iterator[Flaw]:
    countries = {route.region for route in board.routes if route.region is not None}
    granted: set[str] = set()
    for n, city in enumerate(board.cities):
        yield from _check_doubles(city.region or (), f"/cities/{n}/region/{{}}", "country")
        yield from _check_doubles(city.permission or (), f"/cities/{n}/permission/{{}}", "country")
        granted |= set(city.permission or ())
        for k, region in enumerate(city.permission or ()):
            if region not in countries:
                yield Flaw(
                    f"/cities/{n}/permission/{k}", "contradiction", f"no route lies in {shorten(region)} (HT-BRIT-5)"
                )
        if city.permission and not city.offices:
            message = "a permission belongs to the owner of an office; this city has none (HT-BRIT-6)"
            yield Flaw(f"/cities/{n}/permission", "contradiction", message)
    for n, route in enumerate(board.routes):
        if route.region is not None and route.region not in granted:
            yield Flaw(f"/routes/{n}/region", "contradiction", f"no city gives a permission for {route.region}")


def _permanent_markers(board: BoardForm) -> Iterator[Flaw]:
    needs = {
        "occupy_green_city": (any(city.kind == "green" for city in board.cities), "a green city"),
        "place_two_borderlands": (any(route.region for route in board.routes), "a route in Wales or Scotland"),
    }
    for n, route in enumerate(board.routes):
        is_met, what = needs.get(route.permanent_marker or "", (True, ""))
        if not is_met:
            yield Flaw(f"/routes/{n}/permanent_marker", "contradiction", f"needs {what} on the board")


# ---------------------------------------------------------------- link, prestige, missions


def _link(board: BoardForm) -> Iterator[Flaw]:
    known = {city.name for city in board.cities}
    yield from _unknown_cities("/east_west", board.east_west, known)
    if board.east_west[0] == board.east_west[1]:
        yield Flaw("/east_west/1", "duplicate", "the link joins two different cities (HT-LINK-1)")


def _prestige(board: BoardForm) -> Iterator[Flaw]:
    city, route, spaces = board.prestige.city, board.prestige.route, board.prestige.fields
    yield from _unknown_cities("/prestige/city", city, {each.name for each in board.cities})
    if route is not None:
        if frozenset(route) not in {frozenset((each.a, each.b)) for each in board.routes}:
            yield Flaw("/prestige/route", "unknown-reference", "no route joins these cities")
        if city not in route:
            yield Flaw("/prestige/route", "contradiction", f"does not end in {shorten(city)}")
    for n, space in enumerate(spaces):
        if space.privilege != COLOURS[n]:
            message = f"must be {COLOURS[n]}: one space of each colour, rising (HT-SPECIAL-1)"
            yield Flaw(f"/prestige/fields/{n}/privilege", "wrong-order", message)
        if n and space.points <= spaces[n - 1].points:
            yield Flaw(f"/prestige/fields/{n}/points", "wrong-order", "points rise with the privilege")


def _missions(board: BoardForm) -> Iterator[Flaw]:
    known = {city.name for city in board.cities}
    for n, card in enumerate(board.missions or ()):
        yield from _unknown_cities(f"/missions/{n}", card, known)
        yield from _check_doubles(card, f"/missions/{n}/{{}}", "city")
    yield from _check_doubles([frozenset(card) for card in board.missions or ()], "/missions/{}", "card")


# ---------------------------------------------------------------- provinces


def _provinces(board: BoardForm) -> Iterator[Flaw]:
    provinces = board.provinces or ()
    pairs = {frozenset((route.a, route.b)) for route in board.routes}
    yield from _check_doubles([province.id for province in provinces], "/provinces/{}/id", "province")
    for n, province in enumerate(provinces):
        named = [frozenset(route) for route in province.routes]
        yield from _check_doubles(named, f"/provinces/{n}/routes/{{}}", "route")
        for k, pair in enumerate(named):
            if pair not in pairs:
                yield Flaw(f"/provinces/{n}/routes/{k}", "unknown-reference", "no route joins these cities")
    if provinces:
        borders = Counter(frozenset(route) for province in provinces for route in set(province.routes))
        for n, route in enumerate(board.routes):
            count = borders[frozenset((route.a, route.b))]
            if count != 2:
                message = f"must border exactly two provinces, not {count} (HT-2P-PROV-3)"
                yield Flaw(f"/routes/{n}", "wrong-count", message)


def _soldiers(board: BoardForm) -> Iterator[Flaw]:
    if board.soldier_borders is not None and board.provinces is None:
        yield Flaw("/soldier_borders", "contradiction", "there are soldiers between provinces, but no provinces")
        return
    provinces = {province.id for province in board.provinces or ()}
    cities = {city.name for city in board.cities}
    for n, soldier in enumerate(board.soldier_borders or ()):
        pointer = f"/soldier_borders/{n}"
        yield from unknown_references(f"{pointer}/provinces", soldier.provinces, provinces, "no such province")
        yield from _unknown_cities(f"{pointer}/cities", soldier.cities, cities)
        yield from _check_doubles(soldier.provinces, f"{pointer}/provinces/{{}}", "province")
        yield from _check_doubles(soldier.cities, f"{pointer}/cities/{{}}", "city")


# ---------------------------------------------------------------- messages


def _unknown_cities(pointer: str, names: str | Sequence[str], known: set[str]) -> Iterator[Flaw]:
    return unknown_references(pointer, names, known, "no city of the board is called {}")


def _check_doubles(values: Sequence[Hashable], pointer: str, what: str) -> Iterator[Flaw]:
    return duplicates(values, pointer, f"the same {what} is listed twice")


CHECKS: tuple[Callable[[BoardForm], Iterator[Flaw]], ...] = (
    _city_names,
    _offices,
    _counter,
    _routes,
    _taverns,
    _blank_markers,
    _check_connected,
    _regions,
    _permanent_markers,
    _link,
    _prestige,
    _missions,
    _provinces,
    _soldiers,
)
