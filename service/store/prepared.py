"""Statements that every connection prepares once, with parameters and results in PostgreSQL's binary form.

For the statements on the way of every request alone: looking at each parameter's type, as psycopg does so well for
everything else, took a fifth of the time of a command.
"""

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from select import POLLIN, POLLOUT, poll
from typing import Any, LiteralString, TypeVar
from uuid import UUID

import psycopg
from psycopg import Connection
from psycopg.abc import PQGen
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from kontor.service.store import patience

PARAMETER = re.compile(r"%\((\w+)\)s")
BINARY = 1
WAIT_INTERVAL = 0.1  # seconds, psycopg's own
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
T = TypeVar("T")

# The statement is not prepared (a proxy changed servers), its tables have changed, or the server follows another one by
# now and takes nothing more: on a new connection it is asked anew. Nothing was written.
STALE = ("26000", "0A000", "25006")


class NoAnswer(psycopg.OperationalError):
    """PostgreSQL is there and does not answer. Whatever was asked for may or may not happen."""


class StoreConnection(Connection[TupleRow]):
    """A connection that knows which statements it has prepared."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prepared: set[bytes] = set()

    def commit(self) -> None:
        """Each statement stands alone: there is hardly ever something to commit, and psycopg takes long to see that."""
        if self.pgconn.transaction_status != TransactionStatus.IDLE:
            super().commit()

    def wait(self, gen: PQGen[T], interval: float = WAIT_INTERVAL, timeout: float | None = None) -> T:
        """Everything that is not asked by a statement of this module goes this way."""
        try:
            return super().wait(gen, interval, patience.left() if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            raise _silent(self) from None


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """A type of PostgreSQL: its number, and how a value of it is written."""

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
JSONB = Type(3802, lambda text: b"\1" + text.encode())  # given as a text already
BYTEAS = _array(BYTEA, 1001)
INT4S = _array(INT4, 1007)
TEXTS = _array(TEXT, 1009)
INT8S = _array(INT8, 1016)
UUIDS = _array(UUID_, 2951)


def read_int(value: bytes | None) -> int:
    return int.from_bytes(value or b"", "big", signed=True)


def read_uuid(value: bytes | None) -> UUID | None:
    return None if value is None else UUID(bytes=value)


def read_ints(value: bytes | None) -> tuple[int, ...]:
    """An int[] of one dimension without NULLs."""
    if value is None or len(value) < 20:
        return ()
    return tuple(each for _, each in struct.iter_unpack("!ii", value[20:]))


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with parameters `%(name)s`, and the types of all names that it may have."""

    name: bytes
    text: LiteralString
    types: Mapping[str, Type]
    _query: bytes = field(init=False)
    _oids: Sequence[int] = field(init=False)
    _packs: Sequence[tuple[str, Callable[[Any], bytes]]] = field(init=False)
    _formats: Sequence[int] = field(init=False)

    def __post_init__(self) -> None:
        names = list(dict.fromkeys(PARAMETER.findall(self.text)))
        query = PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", self.text)
        object.__setattr__(self, "_query", query.encode())
        object.__setattr__(self, "_oids", [self.types[name].oid for name in names])
        object.__setattr__(self, "_packs", [(name, self.types[name].pack) for name in names])
        object.__setattr__(self, "_formats", [BINARY] * len(names))

    def ask(self, conn: StoreConnection, facts: Mapping[str, Any]) -> PGresult:
        """The result, or the error that PostgreSQL answers with."""
        values = [None if facts[name] is None else pack(facts[name]) for name, pack in self._packs]
        if self.name not in conn.prepared:
            conn.pgconn.send_prepare(self.name, self._query, self._oids)
            _result(conn)
            conn.prepared.add(self.name)
        conn.pgconn.send_query_prepared(self.name, values, self._formats, BINARY)
        return _result(conn)


def _result(conn: StoreConnection) -> PGresult:
    pgconn = conn.pgconn
    _wait(conn)
    result = pgconn.get_result()
    while pgconn.get_result() is not None:
        pass
    if result is None:
        raise psycopg.OperationalError("the connection is lost")
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    error = psycopg.errors.error_from_result(result)
    if error.sqlstate in STALE:
        conn.close()
        raise psycopg.OperationalError(str(error)) from error  # a new connection prepares it anew
    raise error


def _wait(conn: StoreConnection) -> None:
    """Until the whole answer is there."""
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
    seconds = patience.left()
    if not waiting.poll(None if seconds is None else seconds * 1000):
        raise _silent(conn)


def _silent(conn: StoreConnection) -> NoAnswer:
    conn.close()  # what it asked for may still be answered, and then to somebody else
    return NoAnswer("PostgreSQL did not answer in time")
