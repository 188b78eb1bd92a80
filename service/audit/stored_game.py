"""Read a stored game from PostgreSQL page by page, and check it like a bundle. The database also contains the seed, and
rows that must match the log: sealed parts, commands, and the game's row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, overload
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject, NotCanonical, parse_strict, text_of
from kontor.domain.kernel.commits import Command, seat_actor
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.fold import GoesFurtherBack, fold
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.seals import commitment
from kontor.domain.kernel.verify import Verdict
from kontor.service.audit.checker import History, Outcome, check, created_event
from kontor.service.audit.projections import projection_findings
from kontor.service.audit.signatures import Keys
from kontor.service.engine.game_at import GameAt, envelope_of, game_of_row, new_game
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import whole_games
from kontor.service.store.events import Logged, read_page, read_tail
from kontor.service.store.games import GameRow, read_row
from kontor.service.store.pool import AWAY

EVENTS = 500  # events to read at a time
PAGES = 2  # pages in memory: a commit may begin on one and end on the next


def check_stored_game(conn: Connection[TupleRow], game_id: UUID, rulesets: Mapping[str, AnyRuleset]) -> Outcome | None:
    """Check all rows of a game in the open transaction. Return None if the game does not exist."""
    row = read_row(conn, game_id)
    if row is None:
        return None
    try:
        return check(StoredGame(conn, row, rulesets), rulesets)
    except AWAY:
        raise
    except Exception as error:  # a changed row may cause any error: a game that cannot be checked is not valid
        finding = Finding("audit", f"it cannot be checked: {type(error).__name__}: {error}")
        return Outcome(str(row.id), row.head.version, row.head.hash.hex(), False, 0, (finding,), ())


class StoredGame(History):
    """A game in the database, as the checker reads it. `seats`: the seat of each participant in the log."""

    derived = "projections"
    is_page = False

    def __init__(self, conn: Connection[TupleRow], row: GameRow, rulesets: Mapping[str, AnyRuleset]) -> None:
        self._conn = conn
        self._rulesets = rulesets
        self._rules: AnyRuleset | None = None
        self._around = whole_games.beside(conn, row.id)
        self._last_read: tuple[Logged, Mapping[int, int]] | None = None
        self._accepted: list[JsonObject] = []
        self._findings: list[Finding] = []
        self._rows = {"events": 0, "sealed": 0, "commits": 0}
        self.keys: Keys = {}
        self.header: JsonObject = {}
        self.row = row
        self.seed = self._around.seed
        self.board = _board(self._around.board)
        self.seats: dict[str, int] = {}

    def __len__(self) -> int:
        return self.row.head.version

    def texts(self) -> Iterator[bytes]:
        for after in range(0, len(self), EVENTS):
            lasts = whole_games.lasts(self._conn, self.row.id, after, after + EVENTS)
            for each in _page(self._conn, self.row.id, after, len(self)):
                self._last_read = each, lasts
                self._rows["events"] += 1
                self._rows["sealed"] += len(each.record.parts)
                self._rows["commits"] += each.cause is not None
                yield _text(each)

    def accept(self, line: JsonObject) -> None:
        """Compare an accepted event with the rows that are stored with it."""
        assert self._last_read is not None
        (logged, lasts), envelope = self._last_read, cast("dict[str, Any]", line["envelope"])
        if len(self) <= EVENTS * PAGES:
            self._accepted.append(line)
        data = envelope["data"]
        match envelope["type"]:
            case "game_created":
                self._rules = self._rulesets.get(data["ruleset"])
            case "seat_taken":
                self.seats[data["participant"]] = data["seat"]
            case "seat_passed":
                self.seats[data["to"]] = data["seat"]
        self._findings += _part_findings(logged, envelope)
        self._findings += self._command_findings(logged, envelope, lasts)

    def lines(self) -> Sequence[JsonObject]:
        if len(self._accepted) == len(self):  # a short game is still in memory
            return self._accepted
        return StoredLines(self._conn, self.row.id, len(self))

    def unchecked(self) -> Iterator[str]:
        return iter(())

    def findings(self, verdict: Verdict) -> Iterator[Finding]:
        found = [*verdict.findings, *self._findings]
        if verdict.is_good:
            found += self._row_findings(verdict)
        yield from found or self._seed_and_board_findings()

    def derived_findings(self) -> Iterator[Finding]:
        yield from projection_findings(self._conn, self.row, self.game_at(), self.seats)

    def game_at(self) -> GameAt:
        """Return the game that the service would load from this log. Call this only if `findings` has found nothing."""
        if self._rules is None or self.seed is None or self.board is None:
            raise LookupError("its ruleset is not installed here")
        game = fold_to(self._conn, self._rules, new_game(self.row.id, self.seed, self.board), len(self))
        return game_of_row(self._rules, game, self.row)

    def _row_findings(self, verdict: Verdict) -> Iterator[Finding]:
        """Yield a finding if the game's row does not name the end of the log, or if the tables of the log have other
        rows."""
        head = self.row.head
        if (verdict.version, verdict.head) != (head.version, head.hash.hex()):
            message = f"expected an end at version {head.version} with hash {head.hash.hex()}, as the game's row says"
            yield Finding("head", f"{message}; found {verdict.version} and {verdict.head}", verdict.version)
        if verdict.game != str(self.row.id):
            yield Finding("log", f"expected events of game {self.row.id}; found those of {verdict.game}", 1)
        stored = {"events": self._around.events, "sealed": self._around.parts, "commits": self._around.commits}
        for table, count in stored.items():
            if count != self._rows[table]:
                yield Finding(table, f"expected {self._rows[table]} rows, as the log says; found {count}")

    def _seed_and_board_findings(self) -> Iterator[Finding]:
        if self.seed is None or self.board is None:
            missing = "seed" if self.seed is None else "board"
            yield Finding(missing, "it is missing, and without it no command can be decided again")
            return
        expected, stored = created_event(self.lines())["commitment"], commitment(self.seed, self.row.id).hex()
        if stored != expected:
            yield Finding("seed", f"expected a seed with the commitment {expected}; found one with {stored}", 1)

    def _command_findings(
        self, logged: Logged, envelope: Mapping[str, Any], lasts: Mapping[int, int]
    ) -> Iterator[Finding]:
        version, named = logged.record.version, envelope["command"]
        if named["first"] != version:
            if logged.cause is not None:
                yield Finding("commits", "there is a record of a command, but no command begins here", version)
            return
        if logged.cause is None:
            yield Finding("commits", "the record of the command is missing", version)
            return
        command = logged.cause[0]
        expected = {"id": named["id"], "actor": envelope["actor"], "last": named["last"]}
        stored = {"id": str(command.id), "actor": command.actor, "last": lasts.get(version)}
        for name, value in expected.items():
            if stored[name] != value:
                yield Finding("commits", f"expected {name} {value}, as the event says; found {stored[name]}", version)
        if self._rules is not None and (readers := readers_of(self._rules, command)) != command.readers:
            yield Finding("commits", f"expected the readers {readers}; found {command.readers}", version)


class StoredLines(Sequence[JsonObject]):
    """Lines 1 to `version` of a log, with all sealed parts, as a sequence that is read page by page."""

    def __init__(self, conn: Connection[TupleRow], game_id: UUID, version: int) -> None:
        self._conn = conn
        self._game_id = game_id
        self._version = version
        self._pages: dict[int, Sequence[JsonObject]] = {}

    def __len__(self) -> int:
        return self._version

    @overload
    def __getitem__(self, index: int) -> JsonObject: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[JsonObject]: ...
    def __getitem__(self, index: int | slice) -> JsonObject | Sequence[JsonObject]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(self._version))]
        number = index + self._version if index < 0 else index
        if not 0 <= number < self._version:
            raise IndexError(index)
        return self._page(number // EVENTS)[number % EVENTS]

    def _page(self, number: int) -> Sequence[JsonObject]:
        if number not in self._pages:
            if len(self._pages) >= PAGES:
                del self._pages[min(self._pages)]
            page = _page(self._conn, self._game_id, number * EVENTS, self._version)
            self._pages[number] = [line(each.record, (), True, each.cause) for each in page]
        return self._pages[number]


def _page(conn: Connection[TupleRow], game_id: UUID, after: int, version: int) -> Sequence[Logged]:
    return read_page(conn, game_id, after, min(EVENTS, version - after))


def _text(logged: Logged) -> bytes:
    """Return a line of the log that contains the stored text of its event unchanged."""
    record, cause = logged.record, logged.cause
    parts = [{"part": n, "salt": part.salt.hex(), "value": part.value} for n, part in enumerate(record.parts)]
    command = "" if cause is None else f'"command":{text_of({"salt": cause[1].hex(), "body": cause[0].body})},'
    rest = f'"hash":"{record.hash.hex()}","parts":{text_of(parts)},"version":{record.version}'
    return f'{{{command}"envelope":{record.envelope},{rest}}}'.encode(errors="surrogatepass")


def _board(text: str | None) -> JsonObject | None:
    try:
        return None if text is None else cast(JsonObject, parse_strict(text))
    except NotCanonical:
        return None


def _part_findings(logged: Logged, envelope: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding if a sealed part is missing or is stored for wrong seats. The verifier checks the values of the
    parts."""
    stored = [list(part.seats) for part in logged.record.parts]
    expected = [each["for"] for each in envelope["sealed"]]
    if stored != expected:
        message = f"expected parts for the seats {expected}, as the event says; found {stored}"
        yield Finding("sealed", message, logged.record.version)


def readers_of(rules: AnyRuleset, command: Command) -> tuple[int, ...] | None:
    """Return the seats that may read a command before the end of the game. Return None if all seats may read it, as for
    commands of the kernel."""
    if command.body.get("type") not in rules.commands:
        return None
    seat = next((seat for seat in range(1, rules.seats[1] + 1) if seat_actor(seat) == command.actor), 0)
    try:
        return rules.readers(seat, play.read_command(rules, command.body))
    except Unreadable:
        return command.readers  # deciding again will report the invalid command


def fold_to(conn: Connection[TupleRow], rules: AnyRuleset, game: AnyGame, version: int) -> AnyGame:
    """Return the game at a version, replayed from its log. `game`: the game before its first event."""
    try:
        at = game
        while at.version < version:
            at = fold(rules, at, _whole_commits(conn, game.id, at.version, version))
        return at
    except GoesFurtherBack:  # an undo reaches back to an earlier page
        return fold(rules, game, read_tail(conn, game.id, 0, version))


def _whole_commits(conn: Connection[TupleRow], game_id: UUID, after: int, version: int) -> Sequence[Any]:
    records = list(read_tail(conn, game_id, after, min(after + EVENTS, version)))
    ends = cast(int, cast(JsonObject, envelope_of(records[-1])["command"])["last"])
    return [*records, *read_tail(conn, game_id, records[-1].version, ends)]
