"""The fields of a board file, `merchants-board/1`, and their values (docs/boards-merchants.md §2).
`domain.merchants.boards.check` checks the relations between the fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Names, Pattern, Range, Size
from kontor.domain.merchants import words
from kontor.domain.merchants.goods import Resource

_N = r"(?:0|-?[1-9][0-9]{0,2})"  # a coordinate, as ids contain it
_SLUG = r"[a-z][a-z0-9_]{0,39}"

HexId: TypeAlias = Annotated[words.HexId, Pattern(rf"h:{_N},{_N}", "a hex, as h:3,-2")]
IntersectionId: TypeAlias = Annotated[
    words.IntersectionId, Pattern(rf"i:{_N},{_N},[ns]", "an intersection, as i:3,-2,n")
]
EdgeId: TypeAlias = Annotated[words.EdgeId, Pattern(rf"e:{_N},{_N},(?:ne|e|se)", "an edge, as e:3,-2,ne")]
SiteId: TypeAlias = Annotated[words.SiteId, Pattern(_SLUG, "1 to 40 of the characters a-z, 0-9 and _")]
KindId: TypeAlias = Annotated[words.KindId, Pattern(_SLUG, "1 to 40 of the characters a-z, 0-9 and _")]
ChipColour: TypeAlias = Annotated[str, Pattern(_SLUG, "1 to 40 of the characters a-z, 0-9 and _"), Names("chip_colour")]
BoardName: TypeAlias = Annotated[
    str, Pattern(r"[a-z][a-z0-9_-]{0,39}", "1 to 40 of the characters a-z, 0-9, _ and -"), Names("board")
]
# a text for people, without control characters, and without lone surrogates, which a log cannot represent
Words: TypeAlias = Annotated[str, Pattern(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,400}", "one line of 1 to 400 characters")]

Coordinate: TypeAlias = Annotated[int, Range(-999, 999)]
CardCount: TypeAlias = Annotated[int, Range(1, 3)]
Number: TypeAlias = Literal[2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
Terrain: TypeAlias = Annotated[
    Literal["forest", "mountain_forest", "pasture", "mountain_pasture", "farmland", "mountains", "salt_works", "sea"],
    Names("terrain"),
]
Lumber: TypeAlias = Annotated[Literal["lumber"], Names("resource")]
Wool: TypeAlias = Annotated[Literal["wool"], Names("resource")]
Grain: TypeAlias = Annotated[Literal["grain"], Names("resource")]
Ore: TypeAlias = Annotated[Literal["ore"], Names("resource")]
Salt: TypeAlias = Annotated[Literal["salt"], Names("resource")]


@dataclass(frozen=True, slots=True)
class Grid:
    """The conventions that the ids of hexes, edges and intersections follow. They are the same in every board file."""

    shape: Literal["hex"]
    orientation: Literal["pointy-top"]
    coordinates: Literal["axial"]
    q_grows: Literal["east"]
    r_grows: Literal["south"]


@dataclass(frozen=True, slots=True)
class Preparation:
    """The numbers of posts and commodities for three or for four players (ME-SETUP-9)."""

    posts_per_player: Annotated[int, Range(4, 12)]  # ME-PIECE-3
    start_posts: Literal[3]  # ME-SETUP-7
    warehouse_posts: Annotated[int, Range(1, 9)]
    commodities: Annotated[int, Range(2, 10)]  # 40 in all, for four players (ME-PIECE-2)
    neutral_posts: Literal[0, 3]


@dataclass(frozen=True, slots=True)
class Terrains:
    """The resource that each kind of land yields (ME-BOARD-1)."""

    forest: Lumber
    mountain_forest: Lumber
    pasture: Wool
    mountain_pasture: Wool
    farmland: Grain
    mountains: Ore
    salt_works: Salt


@dataclass(frozen=True, slots=True)
class Hex:
    id: HexId
    q: Coordinate
    r: Coordinate
    terrain: Terrain
    resource: Resource | None
    region: Words | None
    number: Number | None
    start_chip: bool


@dataclass(frozen=True, slots=True)
class Intersection:
    id: IntersectionId
    hexes: Annotated[tuple[HexId, ...], Size(1, 3)]
    edges: Annotated[tuple[EdgeId, ...], Size(2, 3)]
    coastal: bool
    site: SiteId | None


@dataclass(frozen=True, slots=True)
class Edge:
    id: EdgeId
    ends: Annotated[tuple[IntersectionId, ...], Size(2, 2)]
    hexes: Annotated[tuple[HexId, ...], Size(0, 2)]
    kind: Literal["land", "coast", "border", "sea"]  # not used in play (ME-BOARD-2)
    double_arrow: bool  # ME-BOARD-7


@dataclass(frozen=True, slots=True)
class Site:
    id: SiteId
    name: Words
    intersection: IntersectionId
    kind: Literal["start", "regular"]  # ME-BOARD-3
    colour: Annotated[Literal["violet", "brown"], Names("site_colour")]
    coast_gold: Annotated[int, Range(0, 3)]  # ME-BOARD-7
    capital: bool


@dataclass(frozen=True, slots=True)
class StartChip:
    hex: HexId
    number: Number


@dataclass(frozen=True, slots=True)
class Chips:
    """The number chips of one resource. One chip starts on its marked hex, all other chips start face down
    (ME-BOARD-6).
    """

    colour: ChipColour  # ME-BOARD-5
    start: StartChip
    hidden: Annotated[tuple[Number, ...], Size(0, 9)]


@dataclass(frozen=True, slots=True)
class NumberChips:
    lumber: Chips
    wool: Chips
    grain: Chips
    ore: Chips
    salt: Chips


@dataclass(frozen=True, slots=True)
class StartResources:
    lumber: CardCount | None = None
    wool: CardCount | None = None
    grain: CardCount | None = None
    ore: CardCount | None = None
    salt: CardCount | None = None


@dataclass(frozen=True, slots=True)
class ColourStart:
    """The start places of one colour's pieces, and its first resources, with the fixed start (ME-SETUP-11, -12)."""

    posts: Annotated[tuple[SiteId, ...], Size(3, 3)]
    route: EdgeId
    caravan: EdgeId
    resource_site: SiteId
    resources: StartResources  # ME-SETUP-12


@dataclass(frozen=True, slots=True)
class FixedStart:
    red: ColourStart
    blue: ColourStart
    white: ColourStart
    orange: ColourStart


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of development card, and how many cards of this kind the deck has (ME-CARD-6)."""

    kind: KindId
    count: Annotated[int, Range(1, 25)]
    effect: Literal[
        "move_robber_and_steal",
        "free_trade_routes",
        "take_resources",
        "take_gold",
        "free_merchant_move",
        "free_caravan_move",
        "toll_free_turn",
    ]
    attested: bool
    amount: Annotated[int, Range(1, 12)] | None = None


@dataclass(frozen=True, slots=True)
class BoardFile:
    format: Literal["merchants-board/1"]
    id: BoardName
    side: Literal["short", "main"]  # ME-BOARD-9
    name: Words
    note: Words
    grid: Grid
    setup: Annotated[Mapping[str, Preparation], Size(1, 2)]
    terrains: Terrains
    hexes: Annotated[tuple[Hex, ...], Size(1, 1000)]
    intersections: Annotated[tuple[Intersection, ...], Size(1, 2000)]
    edges: Annotated[tuple[Edge, ...], Size(1, 3000)]
    sites: Annotated[tuple[Site, ...], Size(1, 200)]
    number_chips: NumberChips
    robber_start: HexId  # ME-SETUP-5
    fixed_start: FixedStart | None
    development_deck: Annotated[tuple[CardKind, ...], Size(1, 25)]
