"""Statements that every connection prepares once, with parameters and results in PostgreSQL's binary format.

Use this module only for statements that run in every request. For other statements use psycopg. psycopg looks up the
type of each parameter, which took a fifth of the time of a command.
"""

import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from select import POLLIN, POLLOUT, poll
from typing import Any, LiteralString, TypeVar
from uuid import UUID

import psycopg
from psycopg import Connection
from psycopg.abc import PQGen
from psycopg.errors import Diagnostic
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from kontor.service import clock
from kontor.service.store import request_deadline

PARAMETER = re.compile(r"%\((\w+)\)s")
BINARY = 1
WAIT_INTERVAL = 0.1  # seconds, psycopg's own
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
T = TypeVar("T")

# The tables of the statement have changed, or the server follows another one and refuses writes. Nothing was written.
# The connection must be replaced.
STALE = ("0A000", "25006")


class NoAnswer(psycopg.OperationalError):
    """PostgreSQL is connected but does not answer. The statement may or may not take effect."""


class NotConfirmed(psycopg.OperationalError):
    """PostgreSQL has committed, but warned that a standby may not have the commit. A failover may lose the commit."""


class StoreConnection(Connection[TupleRow]):
    """A connection that knows which statements it has prepared, and that treats a warning as a failure.

    PostgreSQL answers before it waits for its synchronous standby. If an operator cancels that wait, PostgreSQL reports
    success and adds a warning. No statement of the store causes any other warning."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prepared: set[bytes] = set()
        self._warnings: list[str] = []
        self.add_notice_handler(partial(_keep_warning, self._warnings))

    def require_confirmed(self) -> None:
        """Raise NotConfirmed and close the connection if PostgreSQL has sent a warning. A new connection shows which
        rows were written."""
        if self._warnings:
            self.close()
            raise NotConfirmed(self._warnings[0])

    def commit(self) -> None:
        """Skip psycopg's commit outside of a transaction, because it is slow, and almost every statement commits by
        itself."""
        if self.pgconn.transaction_status != TransactionStatus.IDLE:
            super().commit()

    def wait(self, gen: PQGen[T], interval: float = WAIT_INTERVAL, timeout: float | None = None) -> T:
        """Wait for the answer to a statement that psycopg has sent. A `Statement` waits for its answer by itself."""
        try:
            found = super().wait(gen, interval, request_deadline.query_timeout() if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            raise _silent(self) from None
        self.require_confirmed()
        return found


def _keep_warning(warnings: list[str], diagnostic: Diagnostic) -> None:
    if diagnostic.severity_nonlocalized == "WARNING":
        warnings.append(diagnostic.message_primary or "PostgreSQL warned without a message")


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """A PostgreSQL type: its number (OID), and the function that writes a value of this type in binary format."""

    oid: int
    pack: Callable[[Any], bytes]


def _array(element: Type, oid: int) -> Type:
    def pack(values: Sequence[Any]) -> bytes:
        if not values:
            return struct.pack("!iiI", 0, 0, element.oid)
        parts = [struct.pack("!iiIii", 1, None in values, element.oid, len(values), 1)]
        for value in values:
            if value is None:
                parts.append(b"\xff\xff\xff\xff")
            else:
                packed = element.pack(value)
                parts += (len(packed).to_bytes(4, "big"), packed)
        return b"".join(parts)

    return Type(oid, pack)


def _micros(at: datetime) -> bytes:
    passed = at - EPOCH
    return struct.pack("!q", (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds)


BOOL = Type(16, lambda value: b"\1" if value else b"\0")
BYTEA = Type(17, bytes)
INT8 = Type(20, struct.Struct("!q").pack)
INT4 = Type(23, struct.Struct("!i").pack)
TEXT = Type(25, str.encode)
FLOAT8 = Type(701, struct.Struct("!d").pack)
TIMESTAMPTZ = Type(1184, _micros)
UUID_ = Type(2950, lambda value: value.bytes)
JSONB = Type(3802, lambda text: b"\1" + text.encode())  # the value is JSON text
BYTEAS = _array(BYTEA, 1001)
INT4S = _array(INT4, 1007)
TEXTS = _array(TEXT, 1009)
INT8S = _array(INT8, 1016)
UUIDS = _array(UUID_, 2951)


def read_int(value: bytes | None) -> int:
    return int.from_bytes(value or b"", "big", signed=True)


def read_float(value: bytes | None) -> float:
    return float(struct.unpack("!d", value or bytes(8))[0])


def read_uuid(value: bytes | None) -> UUID | None:
    return None if value is None else UUID(bytes=value)


def read_ints(value: bytes | None) -> tuple[int, ...]:
    """Read a binary int[] that has one dimension and no NULLs."""
    if value is None or len(value) < 20:
        return ()
    return tuple(each for _, each in struct.iter_unpack("!ii", value[20:]))


# ---------------------------------------------------------------- statements


TIME: LiteralString = "extract(epoch FROM clock_timestamp())::float8 AS database_time"


class Statement:
    """An SQL statement with parameters `%(name)s`. `types`: the type of each parameter by name, also of parameters that
    the statement does not use. If TIME is the last column, the process learns the time of PostgreSQL from each
    result."""

    def __init__(self, name: bytes, text: LiteralString, types: Mapping[str, Type]) -> None:
        names = list(dict.fromkeys(PARAMETER.findall(text)))
        self.name = name
        self.text = text
        self._query = PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", text).encode()
        self._oids = [types[each].oid for each in names]
        self._packs = [(each, types[each].pack) for each in names]
        self._formats = [BINARY] * len(names)
        self._tells_time = TIME in text

    def ask(self, conn: StoreConnection, facts: Mapping[str, Any]) -> PGresult:
        """Return the result of the statement. Raise an exception if PostgreSQL reports an error."""
        values = [None if facts[name] is None else pack(facts[name]) for name, pack in self._packs]
        asked = clock.CLOCK.steady()
        try:
            result = self._ask(conn, values)
        except psycopg.errors.InvalidSqlStatementName:
            # psycopg deallocates all statements after a rollback, and a proxy may have changed servers.
            conn.prepared.clear()
            result = self._ask(conn, values)
        if self._tells_time and result.ntuples:
            clock.CLOCK.learn(read_float(result.get_value(0, result.nfields - 1)), asked)
        return result

    def _ask(self, conn: StoreConnection, values: Sequence[bytes | None]) -> PGresult:
        if conn.pgconn.transaction_status != TransactionStatus.IDLE:
            # If the statement were no longer prepared, sending its name would make the whole transaction fail.
            conn.pgconn.send_query_params(self._query, values, self._oids, self._formats, BINARY)
            return _result(conn)
        if self.name not in conn.prepared:
            conn.pgconn.send_prepare(self.name, self._query, self._oids)
            _result(conn)
            conn.prepared.add(self.name)
        conn.pgconn.send_query_prepared(self.name, values, self._formats, BINARY)
        return _result(conn)


def _result(conn: StoreConnection) -> PGresult:
    """Return the statement's result once PostgreSQL is ready for the next statement.

    The result arrives before the commit, which waits for the synchronous standby. An error or a warning of the commit
    arrives after the result."""
    results = list(_results(conn))
    for result in results:
        if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            raise _error(conn, result)
    conn.require_confirmed()
    if not results:
        raise psycopg.OperationalError("the connection is lost")
    return results[0]


def _results(conn: StoreConnection) -> Iterator[PGresult]:
    _wait(conn)
    while (result := conn.pgconn.get_result()) is not None:
        yield result
        _wait(conn)


def _error(conn: StoreConnection, result: PGresult) -> psycopg.Error:
    error = psycopg.errors.error_from_result(result)
    if error.sqlstate not in STALE:
        return error
    conn.close()
    stale = psycopg.OperationalError(str(error))  # a new connection prepares the statement again
    stale.__cause__ = error
    return stale


def _wait(conn: StoreConnection) -> None:
    """Wait until the whole answer of PostgreSQL has arrived."""
    pgconn, waiting = conn.pgconn, poll()
    while pgconn.flush():
        waiting.register(pgconn.socket, POLLOUT | POLLIN)
        _ready(conn, waiting)
        pgconn.consume_input()
    waiting.register(pgconn.socket, POLLIN)
    while pgconn.is_busy():
        _ready(conn, waiting)
        pgconn.consume_input()


def _ready(conn: StoreConnection, waiting: Any) -> None:
    seconds = request_deadline.query_timeout()
    if not waiting.poll(None if seconds is None else seconds * 1000):
        raise _silent(conn)


def _silent(conn: StoreConnection) -> NoAnswer:
    conn.close()  # a late answer must not reach the next user of the connection
    return NoAnswer("PostgreSQL did not answer in time")
