"""The options of a game, and their allowed combinations (HT-SETUP-1, HT-SETUP-12, HT-RULING-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.words import Edition, PermissionOffice, StartMarkers, Variant
from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.ruleset import Order
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game: the edition, the modules, and the variant for two players."""

    edition: Annotated[Edition, Doc("bigbox is the edition of 2020, classic the edition of 2009 and 2014.")] = "bigbox"
    favours: Annotated[bool, Doc("Favour tiles: bigbox, Hanse board, 3 to 5 seats.")] = False
    missions: Annotated[bool, Doc("Mission cards: bigbox, Hanse board, 3 to 5 seats.")] = False
    open_borders: Annotated[bool, Doc("The optional rule of 2014: Britannia boards.")] = False
    start_markers: Annotated[
        StartMarkers,
        Doc(
            "The markers next to the taverns at the start. `fixed`: three kinds (the rulebooks of 2009 and 2020). "
            "`drawn`: any three, drawn from all (the quick start sheet)."
        ),
    ] = "fixed"
    permission_office: Annotated[
        PermissionOffice,
        Doc(
            "Britannia boards: the office that gives a city's permission, either the rightmost occupied office or the "
            "rightmost printed office."
        ),
    ] = "occupied"
    two_player_variant: Annotated[
        Variant | None, Doc("Needed with two seats: provinces (Hanse board) or neutral (any board).")
    ] = None


def usual_order(options: Mapping[str, object]) -> Order:
    """Return the default turn order. Edition classic draws the start seat, the rulebook of 2020 does not
    (HT-SETUP-9)."""
    return "drawn" if options.get("edition") == "classic" else "listed"


def require_playable(
    options: Options, family: str, players: Sequence[int], seats: int, provinces: bool, missions: int
) -> None:
    """Refuse a combination of options that HT-RULING-3 does not list. `family` is the board without its side: hansa,
    east or britannia.
    """
    if not 2 <= seats <= 5:
        raise Violation("HT-RULING-3", "seats", "The game is for 2 to 5 seats.", seats=seats)
    if max(seats, 3) not in players:  # two seats play on the side for three (HT-SETUP-2)
        raise Violation(
            "HT-SETUP-2",
            "board_side",
            f"This board side is for {' or '.join(map(str, players))} seats; take the other side.",
            seats=seats,
            players=list(players),
        )
    _require_variant(options, family, seats, provinces)
    if options.favours or options.missions:
        _require_module(options, family, seats)
    if options.missions and missions < seats:
        raise Violation("HT-MISSION-1", "option", "This board has no mission cards; leave missions out.", seats=seats)
    if options.permission_office == "printed" and family != "britannia":
        raise Violation("HT-BRIT-6", "option", "Permissions are played on the Britannia boards only.", board=family)
    if options.open_borders and family != "britannia":
        raise Violation(
            "HT-BRIT-OPT-1", "option", "Open borders are played on the Britannia boards only.", board=family
        )


def _require_variant(options: Options, family: str, seats: int, provinces: bool) -> None:
    variant = options.two_player_variant
    if seats == 2 and variant is None:
        raise Violation(
            "HT-SETUP-12", "option", "Two seats need two_player_variant: provinces (Hanse board) or neutral.", seats=2
        )
    if seats > 2 and variant is not None:
        raise Violation(
            "HT-RULING-3", "option", "two_player_variant is for two seats; leave it out.", seats=seats, variant=variant
        )
    if variant == "provinces" and (family != "hansa" or not provinces):
        raise Violation(
            "HT-2P-PROV-1", "option", "Provinces are played on the small side of the Hanse board; take neutral here."
        )


def _require_module(options: Options, family: str, seats: int) -> None:
    """Refuse favour tiles and mission cards, except in edition bigbox on the Hanse board with at least three seats
    (HT-SETUP-10, HT-FAVOUR-1, HT-MISSION-1)."""
    rule, name = ("HT-FAVOUR-1", "favours") if options.favours else ("HT-MISSION-1", "missions")
    if options.edition != "bigbox" or family != "hansa" or seats < 3:
        raise Violation(
            rule,
            "option",
            f"{name} belongs to edition bigbox on the Hanse board with 3 to 5 seats; leave it out here.",
            edition=options.edition,
            board=family,
            seats=seats,
        )
