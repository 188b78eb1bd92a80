"""The fields of a board file and the values that they may have (HT-BOARD-7, HT-BOARD-12). `domain.hansa.boards.check`
checks the relations between the fields."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.hansa.marker_effects import Does
from kontor.domain.hansa.words import Ability, CityName, PermanentKind, Privilege, ProvinceName, Region, Shape
from kontor.domain.kernel.model import Doc, Names, Pattern, Range, Size

_LINE = r"[^\x00-\x1f\x7f\ud800-\udfff]"
_ID = r"[a-z0-9][a-z0-9-]{0,39}"
# "~" and "/" separate the parts of a post's id
City: TypeAlias = Annotated[
    CityName, Pattern(r"[^\x00-\x1f\x7f~/\ud800-\udfff]{1,40}", "1 to 40 characters without ~ and /")
]
Province: TypeAlias = Annotated[ProvinceName, Pattern(_ID, "1 to 40 of the characters a-z, 0-9 and -")]
Text: TypeAlias = Annotated[str, Pattern(_LINE + "{1,300}", "one line of 1 to 300 characters")]
Regions: TypeAlias = Annotated[tuple[Region, ...], Size(1, 2)]


@dataclass(frozen=True, slots=True)
class OfficeForm:
    shape: Shape
    privilege: Privilege
    coin: Annotated[int, Range(0, 20), Doc("Prestige points for the seat that occupies it first.")]


@dataclass(frozen=True, slots=True)
class CityForm:
    name: City
    region: Regions | None
    kind: Literal["hanse", "green"]
    develops: Annotated[tuple[Ability, ...], Size(0, 2)]  # two in Waren (HT-BOARD-6, HT-EAST-3)
    offices: Annotated[
        tuple[OfficeForm, ...], Size(0, 8), Doc("The offices from left to right. Their privileges must not decrease.")
    ]
    permission: Regions | None
    x: Annotated[int, Range(0, 10_000)]
    y: Annotated[int, Range(0, 10_000)]


@dataclass(frozen=True, slots=True)
class RouteForm:
    a: City
    b: City
    posts: Annotated[
        tuple[Literal["any", "merchant"], ...], Size(2, 4), Doc("The posts in order from a to b.")
    ]  # HT-BOARD-3
    tavern: bool
    region: Region | None
    permanent_marker: PermanentKind | None


@dataclass(frozen=True, slots=True)
class SpaceForm:
    points: Annotated[int, Range(1, 99)]
    privilege: Privilege


@dataclass(frozen=True, slots=True)
class PrestigeForm:
    city: City
    route: Annotated[tuple[City, City] | None, Doc("For readers only: the rules ignore it (HT-SPECIAL-1).")]
    fields: Annotated[tuple[SpaceForm, ...], Size(4, 4)]  # HT-BOARD-6


@dataclass(frozen=True, slots=True)
class ProvinceForm:
    id: Province
    routes: Annotated[tuple[tuple[City, City], ...], Size(1, 100)]


@dataclass(frozen=True, slots=True)
class SoldierForm:
    """A border between two provinces where there is no route, on the line between two cities (HT-2P-PROV-2)."""

    provinces: tuple[Province, Province]
    cities: tuple[City, City]


@dataclass(frozen=True, slots=True)
class BlankMarkerForm:
    """The effect of one of the two blank markers in the box of 2020 (HT-MARKER-22)."""

    title: Annotated[str, Pattern(_LINE + "{1,40}", "one line of 1 to 40 characters")]
    does: Annotated[
        Does, Doc("The effect of the marker. It follows the rules of the printed markers with this effect.")
    ]
    number: Annotated[
        Annotated[int, Range(1, 9)] | None,
        Doc("The number of pieces or actions, for move_pieces, remove_pieces and extra_actions."),
    ] = None


@dataclass(frozen=True, slots=True)
class ThinForm:
    """A remark in which the author of a board file says which parts of the file are uncertain."""

    about: Text
    remark: Text


@dataclass(frozen=True, slots=True)
class BoardForm:
    """The content of a board file: one side of a board (HT-BOARD-7, -12)."""

    id: Annotated[str, Pattern(_ID, "1 to 40 of the characters a-z, 0-9 and -"), Names("board")]
    title: Text
    players: Annotated[tuple[Annotated[int, Range(2, 5)], ...], Size(1, 4)]
    completed_cities_limit: Annotated[int, Range(1, 100)]
    east_west: tuple[City, City]
    prestige: PrestigeForm
    cities: Annotated[tuple[CityForm, ...], Size(2, 100)]
    routes: Annotated[tuple[RouteForm, ...], Size(3, 200)]
    missions: Annotated[tuple[tuple[City, City, City], ...], Size(5, 50)] | None = None
    provinces: Annotated[tuple[ProvinceForm, ...], Size(2, 100)] | None = None
    soldier_borders: Annotated[tuple[SoldierForm, ...], Size(0, 100)] | None = None
    blank_markers: (
        Annotated[tuple[BlankMarkerForm, ...], Size(1, 2), Doc("The effects of blank_1 and blank_2 in edition bigbox.")]
        | None
    ) = None
    thin: Annotated[tuple[ThinForm, ...], Size(0, 50)] | None = None  # HT-BOARD-11
