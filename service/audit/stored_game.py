"""The whole check of one game in the database: its log; every command decided again, with the seed that only the
database knows before the end; and all that follows from the log held against it: row, participants, debts."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, parse_strict
from kontor.domain.kernel.finding import Finding, first_difference
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.seals import commitment
from kontor.domain.kernel.verify import Verdict, verify
from kontor.service.audit.check import Outcome
from kontor.service.audit.stored_log import Reading, folded
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt, new_game
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import Debt, GameRow, debts, games, participants, whole_games
from kontor.service.store.pool import AWAY
from kontor.service.store.whole_games import Beside

# Later versions of Kontor may show more of a game; a row that was written before need not.
ALWAYS_SHOWN = ("seats", "options", "order", "turn_order", "commitment", "clock", "deadlines", "result")


def check_stored_game(conn: Connection[TupleRow], game_id: UUID, rulesets: Mapping[str, AnyRuleset]) -> Outcome | None:
    """Everything that the database holds of a game, at one moment; None if there is no such game."""
    row = games.row(conn, game_id)
    if row is None:
        return None
    try:
        return _check(conn, row, rulesets)
    except AWAY:
        raise
    except Exception as error:  # whatever an altered row leads to: what cannot be checked is not sound
        flaw = Finding("audit", f"it cannot be checked: {type(error).__name__}: {error}")
        return _outcome(row, 0, [flaw], None)


def _check(conn: Connection[TupleRow], row: GameRow, rulesets: Mapping[str, AnyRuleset]) -> Outcome:
    rules = rulesets.get(row.ruleset)
    reading, beside, flaws = _read_log(conn, row, rules)
    if flaws:
        return _outcome(row, 0, flaws, "rules and projections: the log itself does not hold")
    if rules is None:
        return _outcome(row, 0, [], f"the rules: {row.ruleset} is not among the rulesets here ({', '.join(rulesets)})")
    seed, board = beside.seed, _board(beside)
    if seed is None or board is None:
        flaw = Finding("seed" if seed is None else "board", "it is gone, and without it nothing can be decided")
        return _outcome(row, 0, [flaw], "rules and projections")
    lines = reading.lines()
    if (wrong := _seed_flaw(row.id, seed, lines[0])) is not None:
        return _outcome(row, 0, [wrong], "rules and projections")
    report = reexecute(rules, board, lines, seed=seed)
    if report.finding is not None:
        return _outcome(row, report.version, [report.finding], "projections: the log does not follow from its commands")
    at = _at(conn, row, rules, new_game(row.id, seed, board))
    return _outcome(row, report.version, list(beside_flaws(conn, row, at, reading.seats)), report.unchecked)


def followed(
    conn: Connection[TupleRow], row: GameRow, rules: AnyRuleset
) -> tuple[GameAt, Mapping[str, int]] | Sequence[Finding]:
    """The game that its log makes, and who sat down on which seat; or why that log is not to be followed. Nothing is
    decided again."""
    reading, beside, flaws = _read_log(conn, row, rules)
    board = _board(beside)
    if not flaws and (beside.seed is None or board is None):
        flaws = [
            Finding("seed" if beside.seed is None else "board", "it is gone, and without it nothing can be followed")
        ]
    if flaws or beside.seed is None or board is None:
        return flaws
    return _at(conn, row, rules, new_game(row.id, beside.seed, board)), reading.seats


def _read_log(
    conn: Connection[TupleRow], row: GameRow, rules: AnyRuleset | None
) -> tuple[Reading, Beside, list[Finding]]:
    """A reading of the whole log, what lies beside it, and whether the log itself holds."""
    beside, reading = whole_games.beside(conn, row.id), Reading(conn, row.id, row.head.version, rules)
    verdict = verify(reading.texts(), keep=reading.keep)
    return reading, beside, [*verdict.findings, *reading.flaws, *_row_flaws(row, verdict, reading, beside)]


def _at(conn: Connection[TupleRow], row: GameRow, rules: AnyRuleset, new: AnyGame) -> GameAt:
    game = folded(conn, rules, new, row.head.version)
    facts = (row.visibility, row.creator, row.practice, row.bot_milliseconds, row.created_at.isoformat())
    return GameAt(rules, game, *facts)


def beside_flaws(conn: Connection[TupleRow], row: GameRow, at: GameAt, seats: Mapping[str, int]) -> Iterator[Finding]:
    """Where what stands beside the log is not what follows from it."""
    yield from _projection_flaws(row, at)
    yield from _participant_flaws(conn, at, seats)
    yield from _debt_flaws(debts.debt(conn, row.id), at)


def _outcome(row: GameRow, decided: int, flaws: list[Finding], unchecked: str | None) -> Outcome:
    ended, head = row.is_ended, row.head
    why = () if unchecked is None else (unchecked,)
    return Outcome(str(row.id), head.version, head.hash.hex(), ended, decided, tuple(flaws), why)


def _board(beside: Beside) -> JsonObject | None:
    try:
        return None if beside.board is None else cast(JsonObject, parse_strict(beside.board))
    except NotCanonical:
        return None


# ---------------------------------------------------------------- the log and its row


def _row_flaws(row: GameRow, verdict: Verdict, reading: Reading, beside: Beside) -> Iterator[Finding]:
    """The row says where the log ends; the log's tables hold no more than what it tells of."""
    if verdict.findings:
        return
    if (verdict.version, verdict.head) != (row.head.version, row.head.hash.hex()):
        message = (
            f"expected an end at version {row.head.version} with hash {row.head.hash.hex()}, as the game's row says"
        )
        yield Finding("head", f"{message}; found {verdict.version} and {verdict.head}", verdict.version)
    if verdict.game != str(row.id):
        yield Finding("log", f"expected events of game {row.id}; found those of {verdict.game}", 1)
    met = {"events": reading.events, "sealed": reading.parts, "commits": reading.commits}
    held = {"events": beside.events, "sealed": beside.parts, "commits": beside.commits}
    for table, count in held.items():
        if count != met[table]:
            yield Finding(table, f"expected {met[table]} rows, as the log tells; found {count}", None)


def _seed_flaw(game_id: UUID, seed: bytes, first: JsonObject) -> Finding | None:
    created = cast(JsonObject, cast(JsonObject, first["envelope"])["data"])
    given, told = commitment(seed, game_id).hex(), created["commitment"]
    if given == told:
        return None
    return Finding("seed", f"expected a seed with the commitment {told}; found one with {given}", 1)


# ---------------------------------------------------------------- what follows from the log


def _projection_flaws(row: GameRow, at: GameAt) -> Iterator[Finding]:
    created, shows = require_created(at.game), projection.shown(None, at)
    expected: dict[str, Json] = {
        "ruleset": created.ruleset,
        "ruleset_version": created.ruleset_version,
        "board": created.board,
        "status": shows.status,
        "awaiting": list(shows.awaiting),
    }
    if row.decisions:  # a game that has not moved since there are such has none
        expected["decisions"] = list(shows.decisions)
    found: dict[str, Json] = {name: _plain(getattr(row, name)) for name in expected}
    for name, value in cast("dict[str, Json]", _plain(shows.summary)).items():
        if name in row.summary or name in ALWAYS_SHOWN:
            expected[name] = value
    found |= cast("dict[str, Json]", _plain(row.summary))
    if expected != found:
        yield _told_apart("projection", expected, found, at)
    if created.practice and not row.practice:
        yield Finding("projection", "expected practice, as the log says; found a game that counts", at.game.version)


def _told_apart(check: str, expected: Json, found: Json, at: GameAt) -> Finding:
    try:
        one, other = first_difference(expected, found)
    except NotCanonical:  # somebody wrote what no log could have told
        one, other = str(expected), str(found)
    return Finding(check, f"expected {one}; found {other}", at.game.version)


def _plain(value: object) -> Json:
    """As it comes back from JSON: no tuples."""
    return cast(Json, json.loads(json.dumps(value, default=list)))


def _participant_flaws(conn: Connection[TupleRow], at: GameAt, seats: Mapping[str, int]) -> Iterator[Finding]:
    """Whoever deleted their account is missing, and may be; nobody else is there, and on no other seat."""
    holding = {place.participant for place in at.game.places if place.bot is None}
    for each in participants.participants(conn, at.game.id):
        told = seats.get(each.participant)
        if told != each.seat:
            where = "nowhere" if told is None else f"on seat {told}"
            message = f"expected participant {each.participant} {where}, as the log says; found on seat {each.seat}"
            yield Finding("participants", message, at.game.version)
        elif each.holds != (each.participant in holding):
            says = "holds" if each.participant in holding else "does not hold"
            message = (
                f"the log says that participant {each.participant} {says} seat {each.seat}; the row says otherwise"
            )
            yield Finding("participants", message, at.game.version)


def _debt_flaws(found: tuple[int, Debt] | None, at: GameAt) -> Iterator[Finding]:
    """A bot that is only invited may have looked already, so it may be owed a look or not; all else is settled."""
    owed, version = projection.owed(at, at) or Debt(), at.game.version
    at_version, debt = found or (version, Debt())
    if at_version != version:
        yield Finding(
            "debts", f"expected what is owed at version {version}; found what was at {at_version}", at_version
        )
        return
    checks: dict[str, Callable[[], tuple[object, object]]] = {
        "bots to decide": lambda: (set(owed.bots), set(debt.bots) - set(owed.invited)),
        "the scoring": lambda: (owed.score, debt.score),
        "a deadline": lambda: (owed.deadline, debt.deadline),
    }
    for what, both in checks.items():
        expected, stands = both()
        if expected != stands:
            yield Finding("debts", f"expected to be owed {what}: {_word(expected)}; found {_word(stands)}", version)
    if found is not None and not (debt.bots or debt.score or debt.deadline is not None):
        yield Finding("debts", "nothing is owed, and yet a debt stands", version)


def _word(value: object) -> str:
    if isinstance(value, set):
        return ", ".join(f"seat {seat}" for seat in sorted(value)) or "none"
    return {True: "yes", False: "no", None: "none"}.get(cast("bool | None", value), str(value))
