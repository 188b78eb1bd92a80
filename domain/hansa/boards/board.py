"""A board as tables of small integers: cities, routes, posts and rings (HT-BOARD). The tables are built once for equal
boards.

Posts are numbered over the whole board, route by route, so that the posts of a route are neighbours in `State.posts`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kontor.domain.hansa.boards.board_file import BoardForm, CityForm
from kontor.domain.hansa.boards.post_sets import PostSet, only, post_set
from kontor.domain.hansa.marker_effects import BLANKS, PRINTED, Effect
from kontor.domain.hansa.words import ABILITIES, COLOURS, MERCHANT, TRADER, MarkerKind, PermanentKind
from kontor.domain.kernel.boards import BoardLine, once_per_content, shipped_boards
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import read

ENGLAND = 0  # also every route of a board without countries
COUNTRIES = ("england", "wales", "scotland")
# by the country of a piece, the countries to which it may go: only its own, or England too
AT_HOME = tuple(frozenset((country,)) for country in range(len(COUNTRIES)))
HOME_OR_ENGLAND = tuple(frozenset((country, ENGLAND)) for country in range(len(COUNTRIES)))
ALL_COUNTRIES = frozenset(range(len(COUNTRIES)))
SHIPPED = ("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45")  # HT-BOARD-8, HT-BOARD-9, HT-BOARD-10


@dataclass(frozen=True, slots=True)
class Office:
    """A printed office (HT-BOARD-2)."""

    shape: int
    privilege: int
    coin: int


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """A city: its offices from left to right, what it offers (HT-BOARD-6), its countries, and its routes and
    neighbours."""

    name: str
    offices: tuple[Office, ...]
    develops: tuple[int, ...]
    is_green: bool
    permission: tuple[int, ...]  # the countries for which its rightmost office permits (HT-BRIT-5)
    regions: tuple[int, ...]  # the countries it belongs to; () is England (HT-BRIT-2)
    routes: tuple[int, ...]
    neighbours: tuple[int, ...]  # HT-BOARD-1
    is_feature: bool  # HT-2P-NEUT-2, HT-2P-NEUT-3


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    name: str
    ends: tuple[int, int]  # HT-BOARD-1
    first: int  # its posts are first … first + size − 1
    size: int
    posts: tuple[int, ...]
    tavern: bool
    country: int  # HT-BRIT-2
    permanent: PermanentKind | None  # HT-EAST-13, HT-BRIT-17
    is_sea: bool  # it has a merchant-only post (HT-EAST-8, HT-BRIT-15)
    first_normal: int  # where a neutral trader is put (HT-2P-NEUT-3)


@dataclass(frozen=True, slots=True)
class Province:
    name: str
    routes: frozenset[int]
    posts: PostSet
    neighbours: tuple[int, ...]  # HT-2P-PROV-3
    near: frozenset[int]  # the provinces that can be reached over one or two borders (HT-2P-PROV-6)


Rings = tuple[PostSet, ...]  # nearest ring first


class Board:
    """Everything that the rules need to know about a board, such as the link cities, the limit and the special city. It
    comes from the board file (HT-BOARD-7 to -10, HT-EAST-2, HT-BRIT-3). Equal boards share one instance
    (`compiled`)."""

    def __init__(self, form: BoardForm) -> None:
        self.id = form.id
        self.title = form.title
        self.players = form.players
        self.limit = form.completed_cities_limit  # HT-END-4
        self.city_named = {city.name: n for n, city in enumerate(form.cities)}
        self.link = (self.city_named[form.east_west[0]], self.city_named[form.east_west[1]])
        self.special_city = self.city_named[form.prestige.city]
        self.specials = tuple((space.points, COLOURS.index(space.privilege)) for space in form.prestige.fields)
        self.routes = _routes(form, self.city_named)
        self.cities = tuple(self._city(n, city) for n, city in enumerate(form.cities))
        # the cards (HT-MISSION-4, HT-MISSION-5)
        self.missions = tuple(tuple(self.city_named[name] for name in card) for card in form.missions or ())
        self.blanks = tuple(zip(BLANKS, (each.title for each in form.blank_markers or ()), strict=False))
        self.effects: Mapping[MarkerKind, Effect] = {**PRINTED, **dict(_blank_effects(form))}
        self._index_posts(form)
        self.route_named = dict(_both_ways(self.routes))
        self.post_named = {
            f"{name}/{k + 1}": self.routes[route].first + k
            for name, route in self.route_named.items()
            for k in range(self.routes[route].size)
        }
        self.provinces = self._provinces(form)
        self.province_named = {province.name: n for n, province in enumerate(self.provinces)}
        self.taverns = tuple(n for n, route in enumerate(self.routes) if route.tavern)
        self.countries = tuple(sorted({route.country for route in self.routes}))  # HT-BRIT-1
        self.has_countries = len(self.countries) > 1
        self.green_cities = tuple(n for n, city in enumerate(self.cities) if city.is_green)
        self.permission_cities = self._permission_cities()
        self._rings: dict[tuple[int, int, frozenset[int]], Rings] = {}
        self._usable: dict[tuple[int, frozenset[int]], PostSet] = {}

    def _index_posts(self, form: BoardForm) -> None:
        # numbered from 1, in the order of the file (HT-BOARD-3)
        self.post_names = tuple(f"{route.name}/{k + 1}" for route in self.routes for k in range(route.size))
        self.size = len(self.post_names)
        self.all_posts = tuple(range(self.size))
        self.all_routes = tuple(range(len(self.routes)))
        self.route_of = tuple(n for n, route in enumerate(self.routes) for _ in range(route.size))
        self.is_normal = bytes(post == "any" for route in form.routes for post in route.posts)  # HT-BOARD-4
        self.has_sea = 0 in self.is_normal
        self.normal_posts = post_set(self.is_normal)
        self.country_of = bytes(self.routes[route].country for route in self.route_of)
        self.posts_inside = tuple(post_set(each == n for each in self.country_of) for n in range(len(COUNTRIES)))
        self.names = tuple(route.name for route in self.routes)
        # the first posts of routes with one post, with two, …
        longest = max(route.size for route in self.routes)
        self.first_posts = tuple(
            sum(only(route.first) for route in self.routes if route.size == size) for size in range(1, longest + 1)
        )
        # with more empty posts than this, there is a post for every displaced piece, even without the posts of its own
        # route, the posts closed to traders and the posts abroad (HT-DISPLACE-18)
        narrow = sum(not normal or country for normal, country in zip(self.is_normal, self.country_of, strict=True))
        self.roomy = 4 + narrow

    def _city(self, number: int, form: CityForm) -> City:
        routes = tuple(n for n, route in enumerate(self.routes) if number in route.ends)
        return City(
            form.name,
            tuple(
                Office(MERCHANT if office.shape == "merchant" else TRADER, COLOURS.index(office.privilege), office.coin)
                for office in form.offices
            ),
            tuple(ABILITIES.index(ability) for ability in form.develops),
            form.kind == "green",
            tuple(COUNTRIES.index(region) for region in form.permission or ()),
            tuple(COUNTRIES.index(region) for region in form.region or ()),
            routes,
            tuple(sum(self.routes[route].ends) - number for route in routes),
            bool(form.develops or form.permission or number == self.special_city),
        )

    def _permission_cities(self) -> tuple[int, ...]:
        """Return the cities that give permissions. Cities with permissions for fewer countries come first, because they
        are used first if a command names no city (HT-BRIT-8)."""
        found = [n for n, city in enumerate(self.cities) if city.permission]
        return tuple(sorted(found, key=lambda n: len(self.cities[n].permission)))

    def _provinces(self, form: BoardForm) -> tuple[Province, ...]:
        """Return the provinces of the board file, each with its neighbours. Two provinces are neighbours if a route or
        a border with soldiers is between them (HT-2P-PROV-2, HT-2P-PROV-3, HT-2P-PROV-4)."""
        forms = form.provinces or ()
        number = {each.id: n for n, each in enumerate(forms)}
        routes = [frozenset(self.route_named[f"{a}~{b}"] for a, b in each.routes) for each in forms]
        walls = {frozenset(number[name] for name in soldier.provinces) for soldier in form.soldier_borders or ()}
        beside = [
            tuple(m for m in range(len(forms)) if m != n and (routes[n] & routes[m] or frozenset((n, m)) in walls))
            for n in range(len(forms))
        ]
        return tuple(
            Province(each.id, routes[n], self._posts_of(routes[n]), beside[n], _within_two(n, beside))
            for n, each in enumerate(forms)
        )

    @cached_property
    def family(self) -> str:
        """Return the family of the board, which selects rules: `britannia` has countries, `east` has green cities or
        permanent markers, `hansa` has neither."""
        if self.has_countries:
            return "britannia"
        return "east" if self.green_cities or any(route.permanent for route in self.routes) else "hansa"

    def route_rings(self, route: int) -> tuple[tuple[int, ...], ...]:
        """Return the routes at distance 1, 2, … from a route (HT-DISPLACE-11), without the route itself
        (HT-DISPLACE-14). Borders do not change the distance (HT-BRIT-12)."""
        rings: list[tuple[int, ...]] = []
        seen: set[int] = {route}
        edge: tuple[int, ...] = (route,)
        while edge:
            near = {other for each in edge for city in self.routes[each].ends for other in self.cities[city].routes}
            edge = tuple(sorted(near - seen))
            seen.update(edge)
            rings.append(edge)
        return tuple(rings[:-1])

    def rings(self, route: int, shape: int, countries: frozenset[int]) -> Rings:
        """Return the posts, ring by ring, on which a displaced piece of this shape may be placed (HT-DISPLACE-13).
        Posts that the piece cannot use are left out. Otherwise such a post, if empty, would keep the piece from the
        next ring (HT-RULING-13)."""
        key = (route, shape, countries)
        known = self._rings.get(key)
        if known is None:
            usable = self.usable(shape, countries)
            known = self._rings[key] = tuple(self._posts_of(ring) & usable for ring in self.route_rings(route))
        return known

    def usable(self, shape: int, countries: frozenset[int]) -> PostSet:
        """Return the posts in these countries that a piece of this shape may occupy, whether they are empty or not
        (HT-DISPLACE-13, HT-BOARD-4)."""
        key = (shape, countries)
        known = self._usable.get(key)
        if known is None:
            known = self._usable[key] = post_set(
                country in countries and (shape == MERCHANT or normal)
                for country, normal in zip(self.country_of, self.is_normal, strict=True)
            )
        return known

    def _posts_of(self, routes: Collection[int]) -> PostSet:
        return post_set(route in routes for route in self.route_of)


def _blank_effects(form: BoardForm) -> Iterator[tuple[MarkerKind, Effect]]:
    """Yield the effects that the board file gives to the blank markers (HT-MARKER-22)."""
    for kind, each in zip(BLANKS, form.blank_markers or (), strict=False):
        yield kind, Effect(each.does, each.number or 0)


def _routes(form: BoardForm, city_named: dict[str, int]) -> tuple[Route, ...]:
    found: list[Route] = []
    first = 0
    for route in form.routes:
        size = len(route.posts)
        normal = next((k for k, post in enumerate(route.posts) if post == "any"), 0)
        found.append(
            Route(
                f"{route.a}~{route.b}",
                (city_named[route.a], city_named[route.b]),
                first,
                size,
                tuple(range(first, first + size)),
                route.tavern,
                COUNTRIES.index(route.region) if route.region else ENGLAND,
                route.permanent_marker,
                "merchant" in route.posts,
                first + normal,
            )
        )
        first += size
    return tuple(found)


def _both_ways(routes: Sequence[Route]) -> Iterable[tuple[str, int]]:
    """Yield each route by its pair of cities, in both orders (HT-BOARD-13)."""
    for n, route in enumerate(routes):
        a, _, b = route.name.partition("~")
        yield f"{a}~{b}", n
        yield f"{b}~{a}", n


def _within_two(start: int, beside: Sequence[tuple[int, ...]]) -> frozenset[int]:
    return frozenset(m for n in (start, *beside[start]) for m in beside[n]) - {start}


@once_per_content
def compile_board(board: JsonObject) -> Board:
    """Return the tables of a board that has no flaws (`check_board`). Equal boards share the same tables."""
    return Board(read(BoardForm, board))


def boards() -> Mapping[str, JsonObject]:
    """Return the shipped boards by name."""
    return shipped_boards(__package__, SHIPPED)


def board_line(board: JsonObject) -> BoardLine:
    """Return the title of a board and its fewest and most seats. Two seats play on the side for three (HT-SETUP-2)."""
    laid = compile_board(board)
    return BoardLine(laid.title, (2 if min(laid.players) == 3 else min(laid.players), max(laid.players)))


def pick_board(name: str, seats: int) -> str:
    """Return the name of the board side for the number of seats. `hansa` and `britannia` have two sides (HT-SETUP-2),
    `east` has only one (HT-EAST-1)."""
    if name in ("hansa", "britannia"):
        return f"{name}-3" if seats <= 3 else f"{name}-45"
    return name
