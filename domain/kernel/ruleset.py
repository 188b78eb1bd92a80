"""The interface of a ruleset: a value made of pure functions over an immutable state (docs/contract/rulesets.md).

Commands and events are frozen dataclasses (`domain.kernel.model`) with their wire names written out in a table. A
ruleset never hides an event and never touches the log. It marks secrets (`domain.kernel.secrets`) and draws from the
given dice; the kernel does the rest. `docs/adding-a-ruleset.md` explains it step by step.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from kontor.domain.kernel.boards import BoardLine, nothing_told
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.guide import Guide, no_guide
from kontor.domain.kernel.labels import Languages, Names, ThingNames, as_ids_say, no_labels, nothing_to_name
from kontor.domain.kernel.learning import Arrays
from kontor.domain.kernel.legality import Option
from kontor.domain.kernel.model import Flaw
from kontor.domain.kernel.narration import Story
from kontor.domain.kernel.recorded import none_recorded
from kontor.domain.kernel.rules_page import Chapter, no_chapters
from kontor.domain.kernel.rules_version import NEWEST

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

Order: TypeAlias = Literal["listed", "drawn"]
Missed: TypeAlias = Literal["win", "chance"]
Upcaster: TypeAlias = Callable[[JsonObject], JsonObject]

CANDIDATES = 24  # complete commands that a bot chooses from if there may be billions


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table: its number, clockwise from 1, and the colour its player chose, if any."""

    seat: int
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is fixed before the first draw. `rules`: the version of the ruleset that the game keeps."""

    board: JsonObject
    options: JsonObject
    chairs: tuple[Chair, ...]
    order: Order = "listed"
    rules: int = NEWEST

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(chair.seat for chair in self.chairs)


@dataclass(frozen=True, slots=True)
class Category:
    """One category of a score. `letter`: its letter in the rulebook, if it has one."""

    name: str
    title: str
    letter: str | None = None


@dataclass(frozen=True, slots=True)
class SeatScore:
    seat: int
    total: int
    rank: int
    breakdown: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Why a seat has some of its points: the rule, the version of the event, and what was counted."""

    seat: int
    points: int
    category: str
    rule: str
    version: int | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game. The total of a seat is the sum of its lines in the ledger."""

    seats: tuple[SeatScore, ...]
    ledger: tuple[LedgerLine, ...]


class Look:
    """Everything that a bot can see: the table, the view and the options of its seat, and a function that samples
    complete commands. Table, view and options may be functions that are called on first use.
    """

    def __init__(
        self,
        table: Table | Callable[[], Table],
        seat: int,
        view: JsonObject | Callable[[], JsonObject],
        options: Sequence[Option] | Callable[[], Sequence[Option]],
        commands: Callable[[int], Sequence[JsonObject]],
        attempt: Callable[["Look", object, int], JsonObject] | None = None,
        draw: Callable[[random.Random], JsonObject | None] | None = None,
    ) -> None:
        self._table = table
        self.seat = seat
        self._view = view
        self._options = options
        self.commands = commands
        self._attempt = attempt
        self._draw = draw

    @cached_property
    def table(self) -> Table:
        return self._table() if callable(self._table) else self._table

    @cached_property
    def view(self) -> JsonObject:
        return self._view() if callable(self._view) else self._view

    @cached_property
    def options(self) -> Sequence[Option]:
        return self._options() if callable(self._options) else self._options

    def choice(self, rng: random.Random) -> JsonObject | None:
        """Draw a legal command at random: first its kind, then a command of that kind. Return None if none is legal."""
        if self._draw is not None:
            return self._draw(rng)
        commands = self.commands(CANDIDATES)
        if not commands:
            return None
        kind = rng.choice(sorted({str(command["type"]) for command in commands}))
        return rng.choice([command for command in commands if command["type"] == kind])

    def try_(self, command: object, deal: int = 0) -> JsonObject:
        """Return the seat's view after a legal command, given as an object or as JSON. Hidden values are dealt at
        random, and are the same for the same `deal`, so that commands can be compared."""
        if self._attempt is None:
            raise LookupError("The command cannot be tried: the ruleset of this game is not installed.")
        return self._attempt(self, command, deal)

    def __repr__(self) -> str:
        kinds = dict.fromkeys(str(option["type"]) for option in self.options)
        return f"<what seat {self.seat} sees; it may {', '.join(kinds) or 'do nothing'}>"


@dataclass(frozen=True, slots=True)
class Budget:
    """The time of a bot in seconds, measured with the given clock. `luck`: the random numbers of the bot (`bot_luck`).
    `nodes`: the number of positions in each stage, from the note on an earlier choice. It replaces the clock when that
    choice is repeated."""

    seconds: float
    clock: Callable[[], float]
    luck: random.Random
    nodes: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of a bot. The command None means that the seat passes, which is possible if the game does not wait for
    it. `note`: the bot's reasons, sealed until the end of the game."""

    command: JsonObject | None
    note: Json = None


class Bot(Protocol):
    def __call__(self, look: Look, budget: Budget, /) -> Choice: ...


@dataclass(frozen=True, slots=True)
class Level:
    """A difficulty for people: the bot to play against, and how long it should think about a decision."""

    name: str
    bot: str
    milliseconds: int
    about: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's opinion on a decision: the preferred command, and the loss in hundredths of its unit, or None if
    unknown. `missed`: `win` if the turn could have won; `chance` if it ended a game that could have continued."""

    command: JsonObject
    cost: int | None
    missed: Missed | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge of decisions in finished games: a bot that gets the seat's view and the command that was played. Its
    revision rises with every change of its results."""

    bot: str
    revision: int
    unit: str
    verdict: Callable[[Look, Budget, JsonObject], Verdict]


def everybody(seat: int, command: object) -> None:
    """Return None: by default, all seats may read the body of a command."""


def never_asked(state: object, seat: int) -> int:
    """Return 0: by default, no version of a game has asked a seat anything."""
    return 0


def listed_order(options: Mapping[str, object]) -> Order:
    """Return the default turn order: the first listed seat begins."""
    return "listed"


def drawn_order(options: Mapping[str, object]) -> Order:
    """Return the turn order for a ruleset whose rulebook draws the first seat."""
    return "drawn"


def verbatim(state: object, command: C) -> C:
    """Return the command unchanged: by default, a command has only one spelling."""
    return command


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: usable as a key of caches
class Ruleset(Generic[S, C, E]):
    name: str
    title: str
    version: int
    seats: tuple[int, int]  # fewest, most
    colours: tuple[str, ...]
    commands: Mapping[str, type[C]]
    events: Mapping[str, type[E]]
    options: type  # a dataclass: the options a game is created with
    rules: Callable[[], Mapping[str, str]]  # rule id → its text
    boards: Callable[[], Mapping[str, JsonObject]]  # shipped boards by name
    pick_board: Callable[[str, int], str]  # "hansa" with three seats → "hansa-3"
    check_board: Callable[[JsonObject], Sequence[Flaw]]

    initial: Callable[[Table], S]  # an empty table; raises Violation for forbidden options
    setup: Callable[[Table, Dice], Sequence[E]]
    decide: Callable[[S, int, C, Dice], Sequence[E]]  # raises Violation if the rules refuse the command
    evolve: Callable[[S, E, int], S]  # accepts every event; the int is its version
    finish: Callable[[S], Sequence[E]]  # the final scoring, decided for the system once `is_over`

    turn_order: Callable[[S], tuple[int, ...]]
    awaiting: Callable[[S], tuple[int, ...]]  # the game waits for these seats
    may_act: Callable[[S], tuple[int, ...]]  # the seats that have a legal command
    invited: Callable[[S], tuple[int, ...]]  # seats that may answer, although the game does not wait for them
    is_over: Callable[[S], bool]  # play has ended; only the scoring is left
    decisions: Mapping[str, str]  # the kinds of decision that a game can wait for, each with its instruction
    decision: Callable[[S, int], str]  # the kind of decision of this awaited seat; public

    legal: Callable[[S, int], Sequence[Option]]
    view: Callable[[S, frozenset[int]], JsonObject]
    view_schema: JsonObject
    determinize: Callable[[Table, JsonObject, Dice], S]  # a full state that agrees with a view
    score: Callable[[S], Score]
    categories: tuple[Category, ...]  # the categories of a score, in the order of the rulebook
    draw: Callable[[Table, JsonObject | None], Drawing]  # a picture from a view; None: of the board alone
    story: Story  # a sentence for each kind of event
    bots: Mapping[str, Bot] = field(default_factory=dict)
    bots_about: Mapping[str, str] = field(default_factory=dict)  # a sentence on each bot for players
    levels: tuple[Level, ...] = ()  # difficulties for people, the easiest first
    order: Callable[[Mapping[str, object]], Order] = listed_order  # the default for a game with these options
    asked_at: Callable[[S, int], int] = never_asked  # the version of the newest unanswered question to an invited seat
    judge: Judge | None = None  # judges the decisions of finished games
    random_command: Callable[[S, int, random.Random], C] | None = None  # for options with too many fillings
    arrays: Arrays[S, C] | None = None  # observations and numbered commands for reinforcement learning
    carry_out: Callable[[S, int, C, Dice, int], tuple[Sequence[E], S]] | None = None  # `decide` and `evolve` in one
    spelling: Callable[[S, C], C] = verbatim  # the same command as the options write it
    # (type, schema) → the data in the next schema: old logs are upgraded on reading
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    chapters: Callable[[], Sequence[Chapter]] = no_chapters  # the headings of the rules
    board_line: Callable[[JsonObject], BoardLine] = nothing_told
    recorded: Callable[[], bytes | None] = none_recorded  # a finished game to show (`kernel.recorded`)
    guide: Callable[[], Guide | None] = no_guide  # for newcomers: how to play, and a first game step by step
    kinds: Mapping[str, str] = field(default_factory=dict)  # what a name in a schema identifies: `x-kind`, and a text
    thing_names: ThingNames = as_ids_say  # names on the board that differ from the ids
    labels: Callable[[], Languages] = no_labels  # what players read about commands, by language
    # names of a seat's choices that depend on the position, in a language; the last value: the names on the board
    names: Callable[[S, int, str, Names], Names] = nothing_to_name
    readers: Callable[[int, C], tuple[int, ...] | None] = everybody  # the seats that may read a command; None: all

    def usual_board(self, seats: int) -> str:
        """Return the name of the default board: the board with the ruleset's name, or the first board."""
        picked = self.pick_board(self.name, seats)
        return picked if picked in self.boards() else next(iter(self.boards()))
