"""The log of a game as the database holds it, read a page at a time: lines for the verifier and for re-execution, and
whether the rows beside the events (sealed parts, commands) are what the events say they are."""

from collections.abc import Iterator, Sequence
from typing import Any, cast, overload
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject, text_of
from kontor.domain.kernel.commits import Command, seat_actor
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.fold import GoesFurtherBack, fold
from kontor.domain.kernel.model import Unreadable
from kontor.service.engine.game_at import envelope_of
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import Logged, games, whole_games

EVENTS = 500  # read at a time
PAGES = 2  # kept: a commit may begin on one and end on the next


class StoredLines(Sequence[JsonObject]):
    """Lines 1 to `version` of a log with everything opened, as a list that is never in memory as a whole."""

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


class Reading:
    """One reading of a log from its first event to where its game's row says it ends, for the verifier. What is found
    beside the events on the way is noted: flaws, how many rows were met, and who sat down on which seat."""

    def __init__(self, conn: Connection[TupleRow], game_id: UUID, version: int, rules: AnyRuleset | None) -> None:
        self._conn = conn
        self._game_id = game_id
        self._version = version
        self._rules = rules
        self._kept: list[JsonObject] = []
        self._at: tuple[Logged, dict[int, int]] | None = None  # the event that was handed out last
        self.flaws: list[Finding] = []
        self.events = self.parts = self.commits = 0
        self.seats: dict[str, int] = {}

    def texts(self) -> Iterator[bytes]:
        """The lines as texts, around the very text of each event as it stands."""
        for after in range(0, self._version, EVENTS):
            page = _page(self._conn, self._game_id, after, self._version)
            lasts = whole_games.lasts(self._conn, self._game_id, after, after + EVENTS)
            for each in page:
                self._at = each, lasts
                self.events += 1
                self.parts += len(each.record.parts)
                self.commits += each.cause is not None
                yield _text(each)

    def keep(self, line: JsonObject) -> None:
        """A line that the verifier found good: look at what lies beside its event."""
        if self._at is None:
            return
        (logged, lasts), envelope = self._at, cast("dict[str, Any]", line["envelope"])
        if self._version <= EVENTS * PAGES:
            self._kept.append(line)
        self.flaws += _flaws_of_parts(logged, envelope)
        self.flaws += self._flaws_of_cause(logged, envelope, lasts)
        if envelope["type"] == "seat_taken":
            self.seats[envelope["data"]["participant"]] = envelope["data"]["seat"]
        elif envelope["type"] == "seat_passed":
            self.seats[envelope["data"]["to"]] = envelope["data"]["seat"]

    def lines(self) -> Sequence[JsonObject]:
        """What was read, once more: a short game is still at hand."""
        if len(self._kept) == self._version:
            return self._kept
        return StoredLines(self._conn, self._game_id, self._version)

    def _flaws_of_cause(self, logged: Logged, envelope: dict[str, Any], lasts: dict[int, int]) -> Iterator[Finding]:
        version, told = logged.record.version, envelope["command"]
        if told["first"] != version:
            if logged.cause is not None:
                yield Finding("commits", "a record of a command stands here, and no command begins here", version)
            return
        if logged.cause is None:
            yield Finding("commits", "the record of the command is missing", version)
            return
        command = logged.cause[0]
        found = {"id": str(command.id), "actor": command.actor, "last": lasts.get(version)}
        expected = {"id": told["id"], "actor": envelope["actor"], "last": told["last"]}
        for name, value in expected.items():
            if found[name] != value:
                yield Finding("commits", f"expected {name} {value}, as the event says; found {found[name]}", version)
        if self._rules is not None and (readers := readers_of(self._rules, command)) != command.readers:
            yield Finding("commits", f"expected the readers {readers}; found {command.readers}", version)


def _text(logged: Logged) -> bytes:
    record, cause = logged.record, logged.cause
    parts = [{"part": n, "salt": part.salt.hex(), "value": part.value} for n, part in enumerate(record.parts)]
    command = "" if cause is None else f'"command":{text_of({"salt": cause[1].hex(), "body": cause[0].body})},'
    rest = f'"hash":"{record.hash.hex()}","parts":{text_of(parts)},"version":{record.version}'
    return f'{{{command}"envelope":{record.envelope},{rest}}}'.encode(errors="surrogatepass")


def _page(conn: Connection[TupleRow], game_id: UUID, after: int, version: int) -> Sequence[Logged]:
    return games.events(conn, game_id, after, min(EVENTS, version - after))


def _flaws_of_parts(logged: Logged, envelope: dict[str, Any]) -> Iterator[Finding]:
    """That a part is what was sealed is the verifier's to say; here, that none is missing and who may see it."""
    found = [list(part.seats) for part in logged.record.parts]
    expected = [each["for"] for each in envelope["sealed"]]
    if found != expected:
        message = f"expected parts for the seats {expected}, as the event says; found {found}"
        yield Finding("sealed", message, logged.record.version)


def readers_of(rules: AnyRuleset, command: Command) -> tuple[int, ...] | None:
    """Whose eyes a command is for. Those of the kernel are for everybody's."""
    if command.body.get("type") not in rules.commands:
        return None
    seat = next((seat for seat in range(1, rules.seats[1] + 1) if seat_actor(seat) == command.actor), 0)
    try:
        return rules.readers(seat, play.read_command(rules, command.body))
    except Unreadable:
        return command.readers  # re-execution says why nobody could have given it


def folded(conn: Connection[TupleRow], rules: AnyRuleset, game: AnyGame, version: int) -> AnyGame:
    """The game at a version, given it before its first event, as the service folds it."""
    try:
        at = game
        while at.version < version:
            at = fold(rules, at, _whole_commits(conn, game.id, at.version, version))
        return at
    except GoesFurtherBack:  # something undone reaches back over a page
        return fold(rules, game, games.tail(conn, game.id, 0, version))


def _whole_commits(conn: Connection[TupleRow], game_id: UUID, after: int, version: int) -> Sequence[Any]:
    records = list(games.tail(conn, game_id, after, min(after + EVENTS, version)))
    ends = cast(int, cast(JsonObject, envelope_of(records[-1])["command"])["last"])
    return [*records, *games.tail(conn, game_id, records[-1].version, ends)]
