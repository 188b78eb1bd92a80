"""The words of the game as types: shapes, abilities, colours, markers, tiles, and the names that commands use."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from domain.kernel.model import Doc, Pattern, Range

Shape: TypeAlias = Literal["trader", "merchant"]
Ability: TypeAlias = Literal["keys", "actiones", "privilegium", "liber_sophiae", "bursa"]
Edition: TypeAlias = Literal["bigbox", "classic"]
Variant: TypeAlias = Literal["provinces", "neutral"]
Kind: TypeAlias = Literal[
    "extra_office",
    "swap_offices",
    "move_three",
    "remove_three",
    "develop_ability",
    "plus_three_actions",
    "plus_four_actions",
]
PermanentKind: TypeAlias = Literal[
    "move_two_any", "develop_privilegium", "occupy_green_city", "redeploy_two", "place_two_borderlands"
]
Tile: TypeAlias = Literal[
    "free_relocation", "extra_action", "income_share", "double_compensation", "city_prestige", "ability_prestige"
]
StandingOrder: TypeAlias = Literal["take", "decline", "ask"]
Pool: TypeAlias = Literal["stock", "supply", "board"]  # where a seat takes further pieces from
Source: TypeAlias = Literal["displaced"] | Pool
Trigger: TypeAlias = Literal["prestige", "markers", "cities"]
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

PostName: TypeAlias = Annotated[str, Pattern(r"[^~/]+~[^~/]+/[1-9]"), Doc('A post, as "Emden~Groningen/2".')]
RouteName: TypeAlias = Annotated[str, Pattern(r"[^~/]+~[^~/]+"), Doc('A route, as "Emden~Groningen".')]
MarkerId: TypeAlias = Annotated[str, Pattern(r"m[0-9]{2}"), Doc('A bonus marker, as "m04".')]
Seat: TypeAlias = Annotated[int, Range(1, 5)]
Owner: TypeAlias = Annotated[int, Range(0, 5), Doc("A seat; 0 is the neutral colour.")]
Count: TypeAlias = Annotated[int, Range(0, 31)]  # of pieces or actions; a seat owns 31 pieces
Number: TypeAlias = Annotated[int, Range(0, 999)]  # of anything that a board of one's own may have more of

SHAPES: tuple[Shape, Shape] = ("trader", "merchant")  # the index of a shape is its number inside the engine
TRADER, MERCHANT = 0, 1
NEUTRAL = 0  # the seat of the neutral colour
NOBODY = -1

ABILITIES: tuple[Ability, ...] = ("keys", "actiones", "privilegium", "liber_sophiae", "bursa")
KEYS, ACTIONES, PRIVILEGIUM, LIBER_SOPHIAE, BURSA = range(5)
ALL = 99  # the last value of bursa: more than any stock holds
# what each level of each ability is worth (HT-DESK-1, HT-DESK-6)
VALUES: tuple[tuple[int, ...], ...] = ((1, 2, 2, 3, 4), (2, 3, 3, 4, 4, 5), (0, 1, 2, 3), (2, 3, 4, 5), (3, 5, 7, ALL))
FULL = tuple(len(track) - 1 for track in VALUES)  # the level of a fully developed ability (HT-DESK-2)
COLOURS: tuple[str, ...] = ("white", "orange", "pink", "black")  # of offices; the index is the privilege needed

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
    traders: Count
    merchants: Count


@dataclass(frozen=True, slots=True)
class Desk:
    """How far each ability is developed: the number of pieces removed from its track."""

    keys: Annotated[int, Range(0, 4)] = 0
    actiones: Annotated[int, Range(0, 5)] = 0
    privilegium: Annotated[int, Range(0, 3)] = 0
    liber_sophiae: Annotated[int, Range(0, 3)] = 0
    bursa: Annotated[int, Range(0, 3)] = 0


def marker_id(number: int) -> str:
    return f"m{number:02d}"
