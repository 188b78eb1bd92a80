"""The game that results from folding its log: the seats, the counters of the dice, and the ruleset's state."""

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

_KERNEL_KINDS = frozenset(life.KERNEL_EVENTS.values())  # called once per event: faster than isinstance with a union


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and its holder. `bot` is set while a bot plays the seat. `participant` is set after a person took the
    seat."""

    seat: int
    participant: str | None = None
    bot: str | None = None
    colour: str | None = None
    nonce: str | None = None

    @property
    def is_open(self) -> bool:
        return self.participant is None and self.bot is None


@dataclass(frozen=True)  # without slots: `changed` copies its dict, ten times as fast as `replace`
class Game(Generic[K]):
    """Everything that the server knows about a game at one version. It contains the seed, so show only views of it."""

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
    clocks: Mapping[int, "SeatClock"] = field(default_factory=dict)  # updated by domain.kernel.clocks
    # for each paused clock (None: all clocks), the planned end of the pause
    paused: Mapping[int | None, str | None] = field(default_factory=dict)
    undone: tuple[tuple[int, int], ...] = ()  # first and last version of each undone range
    state: K | None = None

    @property
    def is_ended(self) -> bool:
        """Return whether the game is finished or aborted. Then the seed is public, and no event can follow."""
        return self.status in ("finished", "aborted")

    def is_paused(self, seat: int) -> bool:
        return seat in self.paused or None in self.paused

    def place(self, seat: int) -> Place:
        return self.places[seat - 1]

    def dice(self) -> Dice:
        """Return the dice of the game. Every draw must be in an event of the next commit."""
        return Dice(self.joint, self.counters)

    def salt(self, ref: Ref) -> bytes:
        return salt(self.seed, self.id, ref.version, ref.part)


def table_of(game: Game[S]) -> Table:
    """Return the current table. It is complete once all seats are taken."""
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
    """Return the game after these events. They have already happened, so nothing is checked or drawn. `head` and `at`
    stay unchanged. `past`: the game at the versions to which the events return, if any."""
    version, state = game.version, cast(S, game.state)
    counters, parts, opened = game.counters, game.parts, game.opened
    evolve = cast("Callable[[S, object, int], S]", rules.evolve)
    for event in events:
        version += 1
        kind = type(event)
        if not is_plain(kind):  # type: ignore[arg-type]  # mypy doubts that a class is hashable
            if draws := list(draws_in(event)):
                counters = {**counters, **{draw.purpose: draw.counter + 1 for draw in draws}}
            # A note of a bot has kilobytes, and no later event refers to it. So a game in memory does not keep notes.
            if kind is not life.NoteSealed and (sealed := sealed_in(event)):
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
    """Return the JSON value that a part seals. A part that shows an earlier part contains everything that is needed to
    open it."""
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
        # the last one: `follow` has handled it
        case life.DecisionTimedOut() | life.NoteSealed() | life.CommitsUndone():
            return game
        case life.GameAborted():
            return replace(game, status="aborted")
        case life.GameFinished(ranking):
            return replace(game, status="finished", ranking=ranking)


def place_after(place: Place, event: SeatEvent, planned: str | None) -> Place:
    """Return a seat after an event. `planned`: the colour that the seat had when the game was created."""
    match event:
        case life.SeatTaken(seat, participant, nonce, _, colour):
            return Place(seat, participant, None, colour or place.colour, nonce)
        case life.SeatLeft(seat):
            return Place(seat, None, None, planned)
        case life.SeatChanged(_, to):
            return _hold(place, to)
        case life.SeatPassed():
            return replace(place, participant=event.to, bot=None)


def _hold(place: Place, to: life.BotHolder | life.ParticipantHolder) -> Place:
    if isinstance(to, life.BotHolder):
        return replace(place, bot=to.bot)  # the participant stays stored: they may return
    return replace(place, bot=None, participant=to.participant)


def _with_place(game: Game[S], place: Place) -> Game[S]:
    return replace(game, places=tuple(place if each.seat == place.seat else each for each in game.places))
