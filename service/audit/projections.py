"""Compare the projections of a stored game with its log: the game's row, its participants and its pending work."""

import json
from collections.abc import Iterator, Mapping
from typing import cast

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import Json, NotCanonical
from kontor.domain.kernel.finding import Finding, first_difference
from kontor.domain.kernel.game import require_created
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.store.debts import Debt, read_debt
from kontor.service.store.games import GameRow
from kontor.service.store.participants import read_departed, read_participants

# A later Kontor may add fields to the summary. Rows that were written before lack them, so only these must be present.
ALWAYS_SHOWN = ("seats", "options", "order", "turn_order", "commitment", "clock", "deadlines", "result")


def projection_findings(
    conn: Connection[TupleRow], row: GameRow, at: GameAt, seats: Mapping[str, int]
) -> Iterator[Finding]:
    """Compare all projections of a game with its log. `at`: the game, replayed from its log. `seats`: the seat of each
    participant in the log."""
    yield from _row_findings(row, at)
    yield from _participant_findings(conn, at, seats)
    if not row.imported:
        yield from _missing_participants(conn, at)
    yield from _debt_findings(read_debt(conn, row.id), at)


def _row_findings(row: GameRow, at: GameAt) -> Iterator[Finding]:
    created, shows = require_created(at.game), projection.project(None, at)
    expected: dict[str, Json] = {
        "ruleset": created.ruleset,
        "ruleset_version": created.ruleset_version,
        "board": created.board,
        "status": shows.status,
        "awaiting": list(shows.awaiting),
    }
    if row.decisions:  # empty in a row that was last written before the column existed
        expected["decisions"] = list(shows.decisions)
    stored: dict[str, Json] = {name: _plain(getattr(row, name)) for name in expected}
    for name, value in cast("dict[str, Json]", _plain(shows.summary)).items():
        if name in row.summary or name in ALWAYS_SHOWN:
            expected[name] = value
    stored |= cast("dict[str, Json]", _plain(row.summary))
    if expected != stored:
        try:
            one, other = first_difference(expected, stored)
        except NotCanonical:  # the row contains a value that cannot be in a log
            one, other = str(expected), str(stored)
        yield Finding("projection", f"expected {one}; found {other}", at.game.version)
    if created.practice and not row.settings.practice:
        yield Finding("projection", "expected a practice game, as the log says; found a regular game", at.game.version)


def _plain(value: object) -> Json:
    """Return the value as it is after it was written as JSON and read again: with lists instead of tuples."""
    return cast(Json, json.loads(json.dumps(value, default=list)))


def _participant_findings(conn: Connection[TupleRow], at: GameAt, seats: Mapping[str, int]) -> Iterator[Finding]:
    """Yield a finding for each row of a participant that is not in the log or has a wrong seat."""
    holding = {place.participant for place in at.game.places if place.bot is None}
    for each in read_participants(conn, at.game.id):
        seat = seats.get(each.participant)
        if seat != each.seat:
            where = "on no seat" if seat is None else f"on seat {seat}"
            message = f"expected participant {each.participant} {where}, as the log says; found on seat {each.seat}"
            yield Finding("participants", message, at.game.version)
        elif each.holds != (each.participant in holding):
            says = "holds" if each.participant in holding else "does not hold"
            message = f"the log says that participant {each.participant} {says} seat {each.seat}"
            yield Finding("participants", f"{message}; the row says otherwise", at.game.version)


def _missing_participants(conn: Connection[TupleRow], at: GameAt) -> Iterator[Finding]:
    """Yield a finding for each participant of the game without a row. Without its row an account cannot play its seat.
    Deleted accounts need no row."""
    known = {each.participant for each in read_participants(conn, at.game.id)} | read_departed(conn, at.game.id)
    for place in at.game.places:
        if place.participant is not None and place.participant not in known:
            message = f"the row of participant {place.participant} on seat {place.seat} is missing"
            yield Finding("participants", message, at.game.version)


def _debt_findings(stored: tuple[int, Debt] | None, at: GameAt) -> Iterator[Finding]:
    """Compare the stored pending work of a game with the log. A bot that may react may already have been asked. So its
    reaction may be stored as pending or not: both are valid."""
    owed, version = projection.pending_work(at, at) or Debt(), at.game.version
    at_version, debt = stored or (version, Debt())
    if at_version != version:
        message = f"expected pending work of version {version}; found that of version {at_version}"
        yield Finding("debts", message, at_version)
        return
    pairs: dict[str, tuple[object, object]] = {
        "bots to decide": (set(owed.bots), set(debt.bots) - set(owed.invited)),
        "the scoring": (owed.score, debt.score),
        "a deadline": (owed.deadline, debt.deadline),
    }
    for what, (expected, found) in pairs.items():
        if expected != found:
            yield Finding("debts", f"pending work, {what}: expected {_word(expected)}; found {_word(found)}", version)
    if stored is not None and not (debt.bots or debt.score or debt.deadline is not None):
        yield Finding("debts", "there is a row for pending work, but no work is pending", version)


def _word(value: object) -> str:
    if isinstance(value, set):
        return ", ".join(f"seat {seat}" for seat in sorted(value)) or "none"
    return {True: "yes", False: "no", None: "none"}.get(cast("bool | None", value), str(value))
