"""Spans around statements and commits, for a process that sends traces. In other processes, statements stay as fast as
without this module."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from psycopg import Connection

from kontor.service import tracing
from kontor.service.store.commits import Commits, NewGame, UnknownCredential, VersionConflict
from kontor.service.store.games import Head
from kontor.service.store.prepared import Statement, StoreConnection

SYSTEM = {"db.system.name": "postgresql"}


def instrument() -> None:
    """Wrap statements and commits in spans. A process calls this once, after it has begun to send traces."""
    Statement.ask = _trace_ask(Statement.ask)  # type: ignore[method-assign]
    StoreConnection.execute = _trace_execute(Connection.execute)  # type: ignore[method-assign]
    Commits.append = _trace_append(Commits.append)  # type: ignore[method-assign]
    Commits.create = _trace_create(Commits.create)  # type: ignore[method-assign]


def _trace_ask(plain: Callable[..., Any]) -> Callable[..., Any]:
    def ask(self: Statement, *rest: Any) -> Any:
        with tracing.span(f"statement {self.name.decode()}", "client") as span:
            span.set_attributes({**SYSTEM, "db.query.text": self.text})
            return plain(self, *rest)

    return ask


def _trace_execute(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Return `execute` with a span around it. The span contains the text of the statement with placeholders, never the
    values."""

    def execute(self: StoreConnection, query: Any, *rest: Any, **more: Any) -> Any:
        text = query if isinstance(query, str) else query.decode() if isinstance(query, bytes) else "composed"
        word = next(iter(text.split()), "none")
        with tracing.span(f"statement {word}", "client") as span:
            span.set_attributes({**SYSTEM, "db.query.text": text})
            return plain(self, query, *rest, **more)

    return execute


def _trace_append(plain: Callable[..., None]) -> Callable[..., None]:
    def append(self: Commits, game_id: UUID, at: Head, *rest: Any, **more: Any) -> None:
        lost = None
        with tracing.span("commit", game=str(game_id), behind=at.version) as span:
            try:
                plain(self, game_id, at, *rest, **more)
            except (VersionConflict, UnknownCredential) as error:
                lost = error  # raised after the span: inside, it would mark the span as failed
            span.set_attribute("kontor.won", lost is None)
        if lost is not None:
            raise lost

    return append


def _trace_create(plain: Callable[..., bool]) -> Callable[..., bool]:
    def create(self: Commits, new: NewGame, *rest: Any, **more: Any) -> bool:
        with tracing.span("commit", game=str(new.id), behind=0):
            return plain(self, new, *rest, **more)

    return create
