"""Favour tiles (HT-FAVOUR): buying a tile (HT-FAVOUR-4), and the effect of income_share. The effects of the other tiles
are in the modules whose rules they change."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_unused
from kontor.domain.hansa.rulebook.markers import MarkerUsed
from kontor.domain.hansa.state import State, add_pieces
from kontor.domain.hansa.words import NOBODY, TRADER, MarkerId, Seat, StandingOrder, Tile
from kontor.domain.kernel.dice import Shuffle
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class BuyFavour:
    """Buy a favour tile with two unused markers and all actions of this turn (HT-FAVOUR-2).

    `markers`: the two unused markers that you pay with.
    """

    tile: Tile
    markers: tuple[MarkerId, MarkerId]


@dataclass(frozen=True, slots=True)
class SetStandingOrder:
    """Choose what your tile income_share does whenever another seat takes Income. The default is to take a trader
    (HT-FAVOUR-7, HT-RULING-36).

    `favour_income`: the choice that holds from now on. With `take` you take a trader, with `decline` you take none,
    with `ask` you decide each time.
    """

    favour_income: StandingOrder


@dataclass(frozen=True, slots=True)
class ResolveFavourIncome:
    """Take one trader from your stock after another seat took Income, or decline it (HT-FAVOUR-7).

    `take`: true to take the trader, false to decline.
    """

    take: bool


@dataclass(frozen=True, slots=True)
class FavoursRevealed:
    """The favour tiles on display (HT-FAVOUR-1, HT-SETUP-10).

    `draws`: the random draws of the tiles.
    """

    tiles: tuple[Tile, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class FavourBought:
    """The seat bought the tile with two markers and its actions of this turn (HT-FAVOUR-2).

    `markers`: the two markers that the seat paid with.
    """

    seat: Seat
    tile: Tile
    markers: tuple[MarkerId, MarkerId]


@dataclass(frozen=True, slots=True)
class OrderValue:
    """The standing order of a seat.

    `favour_income`: what happens when another seat takes Income: `take` a trader, `decline` it, or `ask` the owner.
    """

    favour_income: StandingOrder


@dataclass(frozen=True, slots=True)
class StandingOrderSet:
    """The seat changed its standing order. Only this seat sees the order (HT-INFO-9)."""

    seat: Seat
    sealed: tuple[Secret[OrderValue], ...] = ()


@dataclass(frozen=True, slots=True)
class FavourIncomeOffered:
    """The owner of income_share ordered to be asked, and decides now (HT-FAVOUR-7, HT-RULING-36)."""

    seat: Seat

    @property
    def carries_out(self) -> Seat:
        """Return the seat whose standing order this event carries out. Other seats must not find out the order by
        trying commands (HT-INFO-9)."""
        return self.seat


@dataclass(frozen=True, slots=True)
class FavourIncomeTaken:
    """The owner of income_share took one trader from its stock (HT-FAVOUR-7)."""

    seat: Seat

    @property
    def carries_out(self) -> Seat:
        return self.seat


@dataclass(frozen=True, slots=True)
class FavourIncomeDeclined:
    """The owner of income_share took nothing (HT-FAVOUR-7)."""

    seat: Seat

    @property
    def carries_out(self) -> Seat:
        return self.seat


def owner_of_tile(state: State, tile: Tile) -> int:
    return next((seat for seat in state.seats if tile in state.tiles[seat]), NOBODY)


def can_buy(state: State, seat: int) -> bool:
    """Return whether the seat can buy a tile: only at the start of its turn, with two unused markers (HT-FAVOUR-2)."""
    return state.phase == "turn_start" and bool(state.display) and len(state.unused[seat]) >= 2


def decide_buy(decision: Decision, seat: int, command: BuyFavour) -> None:
    """Buy a tile. Its two markers become used without an effect (HT-FAVOUR-2), but still bring points at the end
    (HT-FAVOUR-3)."""
    state = decision.state
    if state.phase != "turn_start":
        raise Violation(
            "HT-FAVOUR-2", "not_turn_start", "A tile is bought at the very start of a turn, before anything else."
        )
    if command.tile not in state.display:
        raise Violation(
            "HT-FAVOUR-1", "unknown_tile", f"{shorten(command.tile)} is not on display.", display=[*state.display]
        )
    numbers = [require_unused(state, seat, marker) for marker in command.markers]
    if numbers[0] == numbers[1]:
        raise Violation("HT-FAVOUR-2", "not_enough_pieces", "A tile costs two different unused markers.")
    for marker, number in zip(command.markers, numbers, strict=True):
        decision.tell(MarkerUsed(seat, marker, state.kinds[number - 1]))
    decision.tell(FavourBought(seat, command.tile, command.markers))


# ---------------------------------------------------------------- the income share


def share_income(decision: Decision, seat: int) -> None:
    """Let the owner of income_share take a trader after another seat's Income, according to its standing order
    (HT-FAVOUR-7)."""
    state = decision.state
    owner = owner_of_tile(state, "income_share")
    if owner in (NOBODY, seat) or not state.stock[owner][TRADER]:
        return
    match state.standing:
        case "take":
            decision.tell(FavourIncomeTaken(owner))
        case "decline":
            decision.tell(FavourIncomeDeclined(owner))
        case "ask":
            decision.tell(FavourIncomeOffered(owner))


def decide_income(decision: Decision, seat: int, command: ResolveFavourIncome) -> None:
    decision.tell(FavourIncomeTaken(seat) if command.take else FavourIncomeDeclined(seat))


def decide_order(decision: Decision, seat: int, command: SetStandingOrder) -> None:
    if owner_of_tile(decision.state, "income_share") != seat:
        raise Violation("HT-FAVOUR-7", "unknown_tile", "Only the owner of the tile income_share can give this order.")
    decision.tell(StandingOrderSet(seat, (Secret((seat,), OrderValue(command.favour_income)),)))


def evolve(
    new: State,
    event: FavoursRevealed
    | FavourBought
    | StandingOrderSet
    | FavourIncomeOffered
    | FavourIncomeTaken
    | FavourIncomeDeclined,
) -> None:
    match event:
        case FavoursRevealed(tiles):
            new.display = tiles
        case FavourBought(seat, tile):
            # the bought tile is not replaced (HT-FAVOUR-1)
            new.display = tuple(each for each in new.display if each != tile)
            new.tiles = put(new.tiles, seat, (*new.tiles[seat], tile))  # HT-FAVOUR-4
            new.bought = True  # no action in this turn (HT-FAVOUR-3)
            new.phase = "actions"
        case StandingOrderSet():
            for part in event.sealed:
                new.standing = part.value.favour_income
        case FavourIncomeOffered():
            new.phase = "await_favour_income"
        case FavourIncomeTaken(seat):
            new.stock = add_pieces(new.stock, seat, -1, 0)
            new.supply = add_pieces(new.supply, seat, 1, 0)
            new.phase = "actions"
        case FavourIncomeDeclined():
            new.phase = "actions"
