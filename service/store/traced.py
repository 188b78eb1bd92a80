"""Spans around statements and commits, for a process that sends traces. Those that do not are left as they are: nothing
stands on the way of a statement."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from psycopg import Connection

from kontor.service import tracing
from kontor.service.store.prepared import Statement, StoreConnection
from kontor.service.store.rows import Head, NewGame, UnknownCredential, VersionConflict
from kontor.service.store.store import Store

SYSTEM = {"db.system.name": "postgresql"}


def instrument() -> None:
    """To be called once, by a process that has begun to send traces."""
    Statement.ask = _asked(Statement.ask)  # type: ignore[method-assign]
    StoreConnection.execute = _executed(Connection.execute)  # type: ignore[method-assign]
    Store.append = _appended(Store.append)  # type: ignore[method-assign]
    Store.create = _created(Store.create)  # type: ignore[method-assign]


def _asked(plain: Callable[..., Any]) -> Callable[..., Any]:
    def ask(self: Statement, *rest: Any) -> Any:
        with tracing.span(f"statement {self.name.decode()}", "client") as span:
            span.set_attributes({**SYSTEM, "db.query.text": self.text})
            return plain(self, *rest)

    return ask


def _executed(plain: Callable[..., Any]) -> Callable[..., Any]:
    """The text of a statement has places for values, and the values are not told."""

    def execute(self: StoreConnection, query: Any, *rest: Any, **more: Any) -> Any:
        text = query if isinstance(query, str) else query.decode() if isinstance(query, bytes) else "composed"
        word = next(iter(text.split()), "none")
        with tracing.span(f"statement {word}", "client") as span:
            span.set_attributes({**SYSTEM, "db.query.text": text})
            return plain(self, query, *rest, **more)

    return execute


def _appended(plain: Callable[..., None]) -> Callable[..., None]:
    def append(self: Store, game_id: UUID, at: Head, *rest: Any, **more: Any) -> None:
        lost = None
        with tracing.span("commit", game=str(game_id), behind=at.version) as span:
            try:
                plain(self, game_id, at, *rest, **more)
            except (
                VersionConflict,
                UnknownCredential,
            ) as error:  # raised outside of the span, which it would mark failed
                lost = error
            span.set_attribute("kontor.won", lost is None)
        if lost is not None:
            raise lost

    return append


def _created(plain: Callable[..., bool]) -> Callable[..., bool]:
    def create(self: Store, new: NewGame, *rest: Any, **more: Any) -> bool:
        with tracing.span("commit", game=str(new.id), behind=0):
            return plain(self, new, *rest, **more)

    return create
