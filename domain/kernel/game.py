"""A game as its log folds into it: who sits where, how far the dice have come, and the ruleset's state."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar, cast
from uuid import UUID

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.dice import Dice, joint_key
from kontor.domain.kernel.model import write
from kontor.domain.kernel.ruleset import C, Chair, E, Ruleset, S, Table
from kontor.domain.kernel.seals import GENESIS, salt
from kontor.domain.kernel.secrets import Ref, Secret, Shown, draws_in, is_plain, opened_by, sealed_in
from kontor.domain.kernel.states import changed

if TYPE_CHECKING:
    from kontor.domain.kernel.clocks import SeatClock

Status: TypeAlias = Literal["open", "running", "scoring", "finished", "aborted"]
SeatEvent: TypeAlias = life.SeatTaken | life.SeatLeft | life.SeatChanged | life.SeatPassed

K = TypeVar("K", covariant=True)

_KERNEL_KINDS = frozenset(life.KERNEL_EVENTS.values())  # asked once an event: quicker than isinstance with a union


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and who holds it now; `bot` is set while a bot plays it, `participant` while (or since) a person does."""

    seat: int
    participant: str | None = None
    bot: str | None = None
    colour: str | None = None
    nonce: str | None = None

    @property
    def is_open(self) -> bool:
        return self.participant is None and self.bot is None


@dataclass(frozen=True)  # without slots: `changed` copies its dict, in a tenth of the time that `replace` takes
class Game(Generic[K]):
    """The server's whole knowledge of a game at one version. It holds the seed: never show it, show views."""

    id: UUID
    seed: bytes
    board: JsonObject
    version: int = 0
    head: bytes = GENESIS
    at: str = ""
    status: Status = "open"
    created: life.GameCreated | None = None
    places: tuple[Place, ...] = ()
    turn_order: tuple[int, ...] = ()
    joint: bytes = b""
    counters: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[Ref, Json] = field(default_factory=dict)
    opened: frozenset[Ref] = frozenset()
    ranking: tuple[life.Placing, ...] = ()
    clocks: Mapping[int, "SeatClock"] = field(default_factory=dict)  # moved on by domain.kernel.clocks
    paused: Mapping[int | None, str | None] = field(default_factory=dict)  # whose clocks rest (None: all), until when
    undone: tuple[tuple[int, int], ...] = ()  # first and last version of each stretch that was undone
    state: K | None = None

    @property
    def is_ended(self) -> bool:
        """Finished or aborted: the seed is public and nothing can happen any more."""
        return self.status in ("finished", "aborted")

    def is_paused(self, seat: int) -> bool:
        return seat in self.paused or None in self.paused

    def place(self, seat: int) -> Place:
        return self.places[seat - 1]

    def dice(self) -> Dice:
        """The game's own dice. Every draw taken from them must be named by an event of the next commit."""
        return Dice(self.joint, self.counters)

    def salt(self, ref: Ref) -> bytes:
        return salt(self.seed, self.id, ref.version, ref.part)


def table_of(game: Game[S]) -> Table:
    """The table as it stands: complete once all seats are taken."""
    created = require_created(game)
    chairs = tuple(Chair(place.seat, place.colour) for place in game.places)
    return Table(game.board, life.options_of(created), chairs, created.order, created.ruleset_version)


def require_created(game: Game[S]) -> life.GameCreated:
    if game.created is None:
        raise ValueError(f"game {game.id} has no event yet")
    return game.created


def require_state(game: Game[S]) -> S:
    if game.state is None:
        raise ValueError(f"game {game.id} has not started")
    return game.state


def follow(
    rules: Ruleset[S, C, E], game: Game[S], events: Iterable[object], past: Mapping[int, Game[S]] | None = None
) -> Game[S]:
    """The game after these events, which happened: nothing is checked, nothing drawn. `head` and `at` stay.

    `past`: the game as it stood at the versions that the events go back to, if any does.
    """
    version, state = game.version, cast(S, game.state)
    counters, parts, opened = game.counters, game.parts, game.opened
    evolve = cast("Callable[[S, object, int], S]", rules.evolve)
    for event in events:
        version += 1
        kind = type(event)
        if not is_plain(kind):  # type: ignore[arg-type]  # mypy doubts that a class is hashable
            if draws := list(draws_in(event)):
                counters = {**counters, **{draw.purpose: draw.counter + 1 for draw in draws}}
            if sealed := sealed_in(event):
                parts = {**parts, **_values(game, version, sealed, parts)}
            if opens := opened_by(event):
                opened = opened.union(opens)
        if kind not in _KERNEL_KINDS:
            state = evolve(state, event, version)
        elif isinstance(event, life.CommitsUndone):
            game = replace(game, status="running", undone=(*game.undone, (event.to + 1, version - 1)))
            state = cast(S, (past or {})[event.to].state)
        else:
            game = _evolve(rules, replace(game, state=state), cast(life.KernelEvent, event))
            state = cast(S, game.state)
    is_over = game.status == "running" and rules.is_over(state)
    status: Status = "scoring" if is_over else game.status
    return changed(game, version=version, state=state, counters=counters, parts=parts, opened=opened, status=status)


def _values(
    game: Game[S], version: int, sealed: Sequence[Secret[object] | Shown], known: Mapping[Ref, Json]
) -> Mapping[Ref, Json]:
    return {Ref(version, n): value_of(game, part, known) for n, part in enumerate(sealed)}


def value_of(game: Game[S], part: Secret[object] | Shown, known: Mapping[Ref, Json]) -> Json:
    """The JSON that a part seals. A part that shows an earlier one holds all that is needed to open that one."""
    if isinstance(part, Secret):
        return write(part.value)
    return opening(game, part.ref, known[part.ref])


def opening(game: Game[S], ref: Ref, value: Json) -> JsonObject:
    return {"version": ref.version, "part": ref.part, "salt": game.salt(ref).hex(), "value": value}


def _evolve(rules: Ruleset[S, C, E], game: Game[S], event: life.KernelEvent) -> Game[S]:
    match event:
        case life.GameCreated():
            places = tuple(Place(plan.seat, None, plan.bot, plan.colour) for plan in event.seats)
            return replace(game, created=event, places=places)
        case life.SeatTaken() | life.SeatLeft() | life.SeatChanged() | life.SeatPassed():
            planned = require_created(game).seats[event.seat - 1].colour
            return _with_place(game, place_after(game.place(event.seat), event, planned))
        case life.GameStarted(nonces, turn_order):
            joint = joint_key(game.seed, {each.seat: each.nonce for each in nonces})
            state = rules.initial(table_of(game))
            return replace(game, status="running", joint=joint, turn_order=turn_order, state=state)
        case life.ClocksPaused():
            return replace(game, paused={**game.paused, event.seat: event.until})
        case life.ClocksResumed():
            return replace(game, paused={seat: until for seat, until in game.paused.items() if seat != event.seat})
        case life.DecisionTimedOut() | life.NoteSealed() | life.CommitsUndone():  # the last: `follow` has seen to it
            return game
        case life.GameAborted():
            return replace(game, status="aborted")
        case life.GameFinished(ranking):
            return replace(game, status="finished", ranking=ranking)


def place_after(place: Place, event: SeatEvent, planned: str | None) -> Place:
    """A seat after what happened to it; `planned`: the colour that it was created with."""
    match event:
        case life.SeatTaken(seat, participant, nonce, _, colour):
            return Place(seat, participant, None, colour or place.colour, nonce)
        case life.SeatLeft(seat):
            return Place(seat, None, None, planned)
        case life.SeatChanged(_, to):
            return _held(place, to)
        case life.SeatPassed():
            return replace(place, participant=event.to, bot=None)


def _held(place: Place, to: life.BotHolder | life.ParticipantHolder) -> Place:
    if isinstance(to, life.BotHolder):
        return replace(place, bot=to.bot)  # the participant is remembered: they may return
    return replace(place, bot=None, participant=to.participant)


def _with_place(game: Game[S], place: Place) -> Game[S]:
    return replace(game, places=tuple(place if each.seat == place.seat else each for each in game.places))
