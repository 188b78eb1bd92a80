"""Projections made anew from the log: compared with what stands beside it and, if that is wished, written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.game import require_created
from kontor.service.audit.stored_game import beside_flaws, followed
from kontor.service.engine import GameAt, projection
from kontor.service.registry import AnyRuleset
from kontor.service.store import Debt, GameRow, games, rebuilding, whole_games
from kontor.service.store.pool import AWAY, Pool, connection
from kontor.service.store.whole_games import Chosen, one_look

PAGE = 1000  # games that are looked up at a time
MOST = 1000  # games told that have rows and are not there


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A game that was compared. `differences`: what stood beside its log and does not follow from it; `mended`: now it
    does. `unfit`: why its log cannot be followed at all, so that nothing of it was touched."""

    game: UUID
    differences: Sequence[Finding] = ()
    mended: bool = False
    unfit: Sequence[Finding] = ()

    @property
    def is_well(self) -> bool:
        return not self.unfit and (self.mended or not self.differences)


@dataclass(frozen=True, slots=True)
class Told:
    """A game's row as it stands, the game that its log makes, and who sat down where."""

    row: GameRow
    at: GameAt
    seats: Mapping[str, int]


def rebuild(pool: Pool, rulesets: Mapping[str, AnyRuleset], game: UUID | None, write: bool) -> Iterator[Rebuilt]:
    """One game or all, one after the other; they may be played on meanwhile."""
    for game_id in _ids(pool, game):
        with one_look(pool) as conn:
            found = _compared(conn, game_id, rulesets)
        if found is not None and found.differences and write:
            found = _mended(pool, game_id, rulesets)
        if found is not None:
            yield found
    if game is None:
        with connection(pool) as conn:
            gone = whole_games.strays(conn, MOST)
        for table, game_id in gone:
            yield Rebuilt(game_id, unfit=[Finding(table, "there are rows of a game whose own row is gone")])


def _ids(pool: Pool, game: UUID | None) -> Iterator[UUID]:
    chosen, after = Chosen(game=game), UUID(int=0)
    while True:
        with connection(pool) as conn:
            page = whole_games.ids_after(conn, chosen, after, PAGE)
        if not page:
            return
        yield from page
        after = page[-1]


def _compared(conn: Connection[TupleRow], game_id: UUID, rulesets: Mapping[str, AnyRuleset]) -> Rebuilt | None:
    found = _read(conn, game_id, rulesets)
    if not isinstance(found, Told):
        return found
    return Rebuilt(game_id, list(beside_flaws(conn, found.row, found.at, found.seats)))


def _mended(pool: Pool, game_id: UUID, rulesets: Mapping[str, AnyRuleset]) -> Rebuilt | None:
    """Compared once more, while nobody else can change the game, and written."""
    with connection(pool) as conn, conn.transaction():
        rebuilding.hold(conn, game_id)
        found = _read(conn, game_id, rulesets)
        if not isinstance(found, Told):
            return found
        differences = list(beside_flaws(conn, found.row, found.at, found.seats))
        _write(conn, found.at, found.seats)
        row = games.row(conn, game_id)
        left = [] if row is None else list(beside_flaws(conn, row, found.at, found.seats))
        return Rebuilt(game_id, differences, mended=not left)


def _write(conn: Connection[TupleRow], at: GameAt, seats: Mapping[str, int]) -> None:
    game, holding = at.game, {place.participant for place in at.game.places if place.bot is None}
    counts_not = at.practice or bool(require_created(game).practice)
    rebuilding.write_row(conn, projection.row(replace(at, practice=counts_not)))
    rebuilding.write_seats(conn, game.id, {who: (seat, who in holding) for who, seat in seats.items()})
    rebuilding.write_debt(conn, game.id, game.version, projection.owed(at, at) or Debt())


def _read(conn: Connection[TupleRow], game_id: UUID, rulesets: Mapping[str, AnyRuleset]) -> Told | Rebuilt | None:
    """What the log tells of a game; or why it cannot be followed; None: there is no such game."""
    row = games.row(conn, game_id)
    if row is None:
        return None
    try:
        rules = rulesets[_ruleset(conn, game_id)]
        told = followed(conn, row, rules)
    except AWAY:
        raise
    except Exception as error:  # whatever an altered row leads to
        return Rebuilt(game_id, unfit=[Finding("log", f"it cannot be followed: {type(error).__name__}: {error}")])
    return Told(row, *told) if isinstance(told, tuple) else Rebuilt(game_id, unfit=told)


def _ruleset(conn: Connection[TupleRow], game_id: UUID) -> str:
    """As its first event says: the row may be what is wrong."""
    (created,) = games.of_types(conn, game_id, ["game_created"])
    return str(created["data"]["ruleset"])  # type: ignore[call-overload,index]  # an object, as the kernel writes it
