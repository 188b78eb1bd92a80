"""Rebuild projections: compare them with the logs, and write them again if requested. Logs are never changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.verify import verify
from kontor.service.audit.projections import projection_findings
from kontor.service.audit.stored_game import StoredGame
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.registry import AnyRuleset
from kontor.service.store import rebuilding, whole_games
from kontor.service.store.debts import Debt
from kontor.service.store.games import read_row
from kontor.service.store.pool import AWAY, Pool, connection
from kontor.service.store.whole_games import Chosen, one_look

PAGE = 1000  # games to look up at a time
MOST = 1000  # rows without a game to report


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result for a game. `findings`: the projections that do not match the log. `mended`: whether they were
    corrected. `unfit`: the errors of the log itself, because of which nothing was changed."""

    game: UUID
    findings: Sequence[Finding] = ()
    mended: bool = False
    unfit: Sequence[Finding] = ()

    @property
    def is_well(self) -> bool:
        return not self.unfit and (self.mended or not self.findings)


def rebuild(pool: Pool, rulesets: Mapping[str, AnyRuleset], game: UUID | None, write: bool) -> Iterator[Rebuilt]:
    """Compare the projections of one game, or of all games, with the logs. If `write` is true, correct the projections.
    The function is safe while the games are played."""
    for game_id in _ids(pool, game):
        with one_look(pool) as conn:
            done = _compare(conn, game_id, rulesets, write=False)
        if done is not None and done.findings and write:
            with connection(pool) as conn, conn.transaction():
                rebuilding.hold(conn, game_id)  # lock the game, because it may have changed since the comparison
                done = _compare(conn, game_id, rulesets, write)
        if done is not None:
            yield done
    if game is None:
        with connection(pool) as conn:
            gone = whole_games.strays(conn, MOST)
        for table, game_id in gone:
            yield Rebuilt(game_id, unfit=[Finding(table, "there are rows of a game that does not exist")])


def _ids(pool: Pool, game: UUID | None) -> Iterator[UUID]:
    chosen, after = Chosen(game=game), UUID(int=0)
    while True:
        with connection(pool) as conn:
            page = whole_games.ids_after(conn, chosen, after, PAGE)
        if not page:
            return
        yield from page
        after = page[-1]


def _compare(
    conn: Connection[TupleRow], game_id: UUID, rulesets: Mapping[str, AnyRuleset], write: bool
) -> Rebuilt | None:
    """Compare the projections of a game with its log, without deciding commands again. Correct them if `write` is true.
    Return None if the game does not exist."""
    row = read_row(conn, game_id)
    if row is None:
        return None
    try:
        stored = StoredGame(conn, row, rulesets)
        unfit = list(stored.findings(verify(stored.texts(), keep=stored.accept)))
        if unfit:
            return Rebuilt(game_id, unfit=unfit)
        at = stored.game_at()
    except AWAY:
        raise
    except Exception as error:  # a changed row may cause any error
        return Rebuilt(game_id, unfit=[Finding("log", f"it cannot be read: {type(error).__name__}: {error}")])
    findings = list(projection_findings(conn, row, at, stored.seats))
    if not (write and findings):
        return Rebuilt(game_id, findings)
    _write(conn, at, stored.seats)
    written = read_row(conn, game_id)
    left = [] if written is None else list(projection_findings(conn, written, at, stored.seats))
    return Rebuilt(game_id, findings, mended=not left)


def _write(conn: Connection[TupleRow], at: GameAt, seats: Mapping[str, int]) -> None:
    game, holding = at.game, {place.participant for place in at.game.places if place.bot is None}
    settings = replace(at.settings, practice=at.settings.practice or bool(require_created(game).practice))
    rebuilding.write_row(conn, projection.row(replace(at, settings=settings)))
    rebuilding.write_seats(conn, game.id, {who: (seat, who in holding) for who, seat in seats.items()})
    rebuilding.write_debt(conn, game.id, game.version, projection.pending_work(at, at) or Debt())
