"""Kernel events, the same for every ruleset: creation of a game, its seats, and its end (docs/contract/rulesets.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import Names, Pattern, Range
from kontor.domain.kernel.ruleset import Order
from kontor.domain.kernel.secrets import Secret

Hex32: TypeAlias = Annotated[str, Pattern("[0-9a-f]{64}", "64 hex digits in lower case")]
Seat: TypeAlias = Annotated[int, Range(1, 99), Names("seat")]
# a participant is a random name per seat and game: the log contains no accounts
Participant: TypeAlias = Annotated[str, Pattern("[0-9a-f]{32}", "32 hex digits in lower case"), Names("participant")]
Bot: TypeAlias = Annotated[str, Names("bot")]
Colour: TypeAlias = Annotated[str, Names("colour")]
Duration: TypeAlias = Annotated[
    str,
    Pattern(
        "P(?=[0-9]|T[0-9])(?:[0-9]{1,3}D)?(?:T(?=[0-9])(?:[0-9]{1,3}H)?(?:[0-9]{1,4}M)?(?:[0-9]{1,5}S)?)?",
        "an ISO 8601 duration such as PT30M or P1DT12H",
    ),
]
Why: TypeAlias = Literal["resigned", "returned", "timed_out"]
WhyUndone: TypeAlias = Literal["own_turn", "agreed"]
WhyPaused: TypeAlias = Literal["agreed", "vacation", "admin"]
AbortReason: TypeAlias = Literal["creator", "agreed", "admin", "timed_out", "abandoned"]
MOST_DAYS = 3650
Days: TypeAlias = Annotated[int, Range(1, MOST_DAYS)]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat when the game is created. It is open, or a bot plays it. `kind`: whether a person may take the seat
    (`open`), or a bot plays it (`bot`)."""

    seat: Seat
    kind: Literal["open", "bot"]
    bot: Bot | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limits of a seat, as ISO 8601 durations. `per_decision`: the time for each decision. `bank`: additional
    time for the whole game. `on_timeout`: what happens when the time is over."""

    per_decision: Duration
    bank: Duration
    on_timeout: Literal["bot", "abort"]


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was created. Its settings cannot change any more. `stand_in`: the bot that takes over a seat that misses
    its deadline.

    `ruleset_version`: the version of the ruleset that decides the whole game. `options`: the value of every option of
    the game, including the defaults. `seats`: the seats of the table, from seat 1. `order`: how the turn order is
    determined: `listed` is the order of the seats, `drawn` is a random order. `dice`: the algorithm of the dice. After
    the game, any reader can repeat every draw with it. `commitment`: the SHA-256 of the seed of the dice. It proves
    later that the server has not changed the seed. `practice`: true for a practice game, in which commands can be
    undone and a bot gives hints. `open_until`: the system ends the game if it has not started by this time.
    `idle_days`: the number of days without a new event after which the system ends the game.
    """

    ruleset: Annotated[str, Names("ruleset")]
    ruleset_version: int
    board: Annotated[str, Pattern("sha256:[0-9a-f]{64}", "sha256: and 64 hex digits"), Names("board")]
    options: Mapping[str, bool | int | str]
    seats: tuple[SeatPlan, ...]
    order: Order
    dice: Literal["kontor-dice/1"]
    commitment: Hex32
    clock: Clock | None = None
    stand_in: Bot | None = None
    practice: Literal[True] | None = None
    open_until: str | None = None
    idle_days: Days | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A participant took a seat. `before_commitment`: the nonce was given before the commitment to the seed. `nonce`:
    the participant's contribution to the seed of the dice, as 32 bytes in hex."""

    seat: Seat
    participant: Participant
    nonce: Hex32 | None = None
    before_commitment: bool = False
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A participant left a seat before the start. The seat is open again, and its nonce is discarded."""

    seat: Seat
    participant: Participant


@dataclass(frozen=True, slots=True)
class SeatNonce:
    """The nonce of a seat. `nonce`: 32 bytes in hex. With the server's seed, the nonces of all seats decide the
    dice."""

    seat: Seat
    nonce: Hex32


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All seats are taken, and the joint key of the dice is fixed. `nonces`: the nonces of the seats that gave one, in
    the order of the seats."""

    nonces: tuple[SeatNonce, ...]
    turn_order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class BotHolder:
    """A bot plays the seat. `kind`: always `bot`."""

    kind: Literal["bot"]
    bot: Bot


@dataclass(frozen=True, slots=True)
class ParticipantHolder:
    """A person plays the seat. `kind`: always `participant`."""

    kind: Literal["participant"]
    participant: Participant


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Another holder plays the seat from now on. `to`: the holder who plays the seat from now on. `why`: the reason:
    the holder resigned, returned to the seat, or missed the deadline."""

    seat: Seat
    to: BotHolder | ParticipantHolder
    why: Why


@dataclass(frozen=True, slots=True)
class DecisionTimedOut:
    """A seat missed its deadline. `deadline`: the time by which the seat had to decide."""

    seat: Seat
    deadline: str


@dataclass(frozen=True, slots=True)
class SeatPassed:
    """Another participant has the seat from now on. The previous participant agreed."""

    seat: Seat
    from_: Participant
    to: Participant


@dataclass(frozen=True, slots=True)
class ClocksPaused:
    """The clock of a seat is paused, or all clocks if no seat is named. `until`: the planned end of the pause. `why`:
    the reason: all people agreed, the holder is on vacation, or an administrator decided."""

    why: WhyPaused
    seat: Seat | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class ClocksResumed:
    """The paused clock of a seat runs again, or all clocks if no seat is named."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CommitsUndone:
    """The ruleset's state is again the state at version `to`. Nothing else is undone. `to`: the version of the game
    whose state counts again. `why`: the reason: a player took back commands of the own turn, or all people agreed."""

    to: int
    why: WhyUndone


@dataclass(frozen=True, slots=True)
class Note:
    """The content of a note, which is any JSON. It has its own field, so that it cannot be taken for a draw or for the
    opening of a seal."""

    note: object


@dataclass(frozen=True, slots=True)
class NoteSealed:
    """The reasons of a player or a bot for the next decision. They are sealed until the end of the game."""

    sealed: tuple[Secret[Note], ...] = ()


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The game ended without a result. The seed opens every seal. `reason`: who or what ended the game: its creator,
    all people together, an administrator, a deadline, or too many days without an event. `seed`: the seed of the dice,
    as 32 bytes in hex. It opens every seal of the log."""

    reason: AbortReason
    seed: Hex32


@dataclass(frozen=True, slots=True)
class Placing:
    """The place of a seat in the result. `rank`: 1 is the winner. Equal seats share a rank. `total`: the points of the
    seat at the end."""

    seat: Seat
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game is over and scored. The seed opens every seal. `ranking`: the result: the place of every seat. `seed`:
    the seed of the dice, as 32 bytes in hex. It opens every seal of the log."""

    ranking: tuple[Placing, ...]
    seed: Hex32


KernelEvent: TypeAlias = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | GameStarted
    | SeatChanged
    | DecisionTimedOut
    | SeatPassed
    | ClocksPaused
    | ClocksResumed
    | CommitsUndone
    | NoteSealed
    | GameAborted
    | GameFinished
)

KERNEL_EVENTS: Mapping[str, type[KernelEvent]] = {
    "game_created": GameCreated,
    "seat_taken": SeatTaken,
    "seat_left": SeatLeft,
    "game_started": GameStarted,
    "seat_changed": SeatChanged,
    "decision_timed_out": DecisionTimedOut,
    "seat_passed": SeatPassed,
    "clocks_paused": ClocksPaused,
    "clocks_resumed": ClocksResumed,
    "commits_undone": CommitsUndone,
    "note_sealed": NoteSealed,
    "game_aborted": GameAborted,
    "game_finished": GameFinished,
}


def options_of(event: GameCreated) -> JsonObject:
    return dict(event.options)
