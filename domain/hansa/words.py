"""The terms of the game as types: shapes, abilities, colours, markers, tiles, and the names that commands use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc, Names, Pattern, Range

KINDS: Mapping[str, str] = {  # what a name in a command or an event identifies: `x-kind` of the schemas
    "ability": "an ability of the desk, as in cities[].develops of the board",
    "board": "a board side, by the id in its file",
    "city": "a city, as in cities[].name of the board",
    "marker": "a bonus marker, by its id",
    "marker_kind": "what a bonus marker does",
    "mission": "a mission card, by its position in missions of the board, from 1",
    "office": "an office of a city, by its position from 1 among the printed offices (green city: those on the right)",
    "permanent_marker": "a marker printed on a route, as in routes[].permanent_marker of the board",
    "permission": "what lets a seat act in Wales or Scotland: a city in lower case, or open_borders",
    "post": "a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1",
    "privilege": "the colour of an office or a special prestige space: white, orange, pink, black",
    "province": "a province of the variant for two, as in provinces[].id of the board",
    "region": "a country with borders, as in routes[].region of the board",
    "route": "a route by its two cities, in either order, as Emden~Groningen",
    "seat": "a seat of the table; where it says so, 0 is the neutral colour",
    "shape": "what a piece is: trader or merchant",
    "special_space": "a special prestige space, by its points",
    "tile": "a favour tile",
}

Shape: TypeAlias = Annotated[Literal["trader", "merchant"], Names("shape")]
Ability: TypeAlias = Annotated[Literal["keys", "actiones", "privilegium", "liber_sophiae", "bursa"], Names("ability")]
Privilege: TypeAlias = Annotated[Literal["white", "orange", "pink", "black"], Names("privilege")]
Region: TypeAlias = Annotated[Literal["wales", "scotland"], Names("region")]
Edition: TypeAlias = Literal["bigbox", "classic"]
Variant: TypeAlias = Literal["provinces", "neutral"]
StartMarkers: TypeAlias = Literal["fixed", "drawn"]
PermissionOffice: TypeAlias = Literal["occupied", "printed"]
MarkerKind: TypeAlias = Annotated[
    Literal[
        "extra_office",
        "swap_offices",
        "move_three",
        "remove_three",
        "develop_ability",
        "plus_three_actions",
        "plus_four_actions",
        "blank_1",
        "blank_2",
    ],
    Names("marker_kind"),
]
PermanentKind: TypeAlias = Annotated[
    Literal["move_two_any", "develop_privilegium", "occupy_green_city", "redeploy_two", "place_two_borderlands"],
    Names("permanent_marker"),
]
Tile: TypeAlias = Annotated[
    Literal[
        "free_relocation", "extra_action", "income_share", "double_compensation", "city_prestige", "ability_prestige"
    ],
    Names("tile"),
]
StandingOrder: TypeAlias = Literal["take", "decline", "ask"]
Pool: TypeAlias = Literal["stock", "supply", "board"]  # where a seat takes further pieces from
Source: TypeAlias = Literal["displaced"] | Pool
Reason: TypeAlias = Literal["control", "coin", "link"]  # the reasons for prestige points during play (HT-END-9)
Trigger: TypeAlias = Literal["prestige", "markers", "cities"]  # the triggers of the end (HT-END-2, HT-END-3, HT-END-4)
PawnMode: TypeAlias = Literal["free", "action"]
Side: TypeAlias = Literal["left", "right"]
Phase: TypeAlias = Literal[
    "setup",
    "place_pawn",
    "turn_start",
    "actions",
    "await_displaced",
    "await_permanent",
    "await_favour_income",
    "await_neutral_route",
    "replacements",
    "finished",
]

PostName: TypeAlias = Annotated[
    str,
    Pattern(r"[^~/]+~[^~/]+/[1-9]", "two cities and a number, as Emden~Groningen/2"),
    Names("post"),
    Doc('A post, as "Emden~Groningen/2".'),
]
RouteName: TypeAlias = Annotated[
    str,
    Pattern(r"[^~/]+~[^~/]+", "two cities, as Emden~Groningen"),
    Names("route"),
    Doc('A route, as "Emden~Groningen".'),
]
CityName: TypeAlias = Annotated[str, Names("city")]
ProvinceName: TypeAlias = Annotated[str, Names("province")]
MarkerId: TypeAlias = Annotated[
    str, Pattern(r"m[0-9]{2}", "m and two digits, as m04"), Names("marker"), Doc('A bonus marker, as "m04".')
]
Seat: TypeAlias = Annotated[int, Range(1, 5), Names("seat")]
Owner: TypeAlias = Annotated[int, Range(0, 5), Names("seat"), Doc("A seat; 0 is the neutral colour.")]
Count: TypeAlias = Annotated[int, Range(0, 31)]  # a number of pieces or actions; a seat owns 31 pieces
Number: TypeAlias = Annotated[int, Range(0, 999)]  # a number whose limit depends on the board
OfficeIndex: TypeAlias = Annotated[Count, Names("office")]
MissionCard: TypeAlias = Annotated[Number, Names("mission")]
SpecialSpace: TypeAlias = Annotated[Number, Names("special_space")]

SHAPES: tuple[Shape, Shape] = ("trader", "merchant")  # the index of a shape is its number inside the engine
TRADER, MERCHANT = 0, 1
NEUTRAL = 0  # the seat of the neutral colour
NOBODY = -1

ABILITIES: tuple[Ability, ...] = ("keys", "actiones", "privilegium", "liber_sophiae", "bursa")
KEYS, ACTIONES, PRIVILEGIUM, LIBER_SOPHIAE, BURSA = range(5)
ALL = 99  # the last value of bursa: more than any stock
# what each level of each ability is worth (HT-DESK-1, HT-DESK-6)
VALUES: tuple[tuple[int, ...], ...] = ((1, 2, 2, 3, 4), (2, 3, 3, 4, 4, 5), (0, 1, 2, 3), (2, 3, 4, 5), (3, 5, 7, ALL))
FULL = tuple(len(track) - 1 for track in VALUES)  # the level of a fully developed ability (HT-DESK-2)
COLOURS: tuple[Privilege, ...] = ("white", "orange", "pink", "black")  # the index is the privilege needed (HT-BOARD-2)

TILES: tuple[Tile, ...] = (
    "free_relocation",
    "extra_action",
    "income_share",
    "double_compensation",
    "city_prestige",
    "ability_prestige",
)

Pieces: TypeAlias = tuple[int, int]  # traders, merchants (HT-PIECE-5, HT-PIECE-6)


@dataclass(frozen=True, slots=True)
class PieceCount:
    """A number of pieces of each shape.

    `traders`: the number of traders (cubes).
    `merchants`: the number of merchants (discs).
    """

    traders: Count
    merchants: Count


@dataclass(frozen=True, slots=True)
class Desk:
    """The level of each ability: the number of pieces that were removed from its track.

    `keys`: the level of keys, from 0.
    `actiones`: the level of actiones, from 0.
    `privilegium`: the level of privilegium, from 0.
    `liber_sophiae`: the level of liber_sophiae, from 0.
    `bursa`: the level of bursa, from 0.
    """

    keys: Annotated[int, Range(0, 4)] = 0
    actiones: Annotated[int, Range(0, 5)] = 0
    privilegium: Annotated[int, Range(0, 3)] = 0
    liber_sophiae: Annotated[int, Range(0, 3)] = 0
    bursa: Annotated[int, Range(0, 3)] = 0


def marker_id(number: int) -> str:
    return f"m{number:02d}"
