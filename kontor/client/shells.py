"""Turn a call that is described once into a method of both clients.

A decorated method returns a request. A `Client` sends it and returns the answer; an `AsyncClient` returns an awaitable.
Both have the types of the decorated method.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from kontor.client.answers import Page
from kontor.client.exchange import Request
from kontor.client.streams import Stream

if TYPE_CHECKING:
    from kontor.client.async_client import AsyncClient
    from kontor.client.sync_client import Client

P = ParamSpec("P")
T = TypeVar("T")


class _Described(Generic[P, T]):
    """A described call. `describe` builds the request, and the client's method with the name `how` sends it."""

    how: str

    def __init__(self, describe: Callable[Concatenate[Any, P], Any]) -> None:
        self._describe = describe
        self.__doc__ = describe.__doc__

    def _bind(self, client: Any) -> Any:
        describe, carry_out = self._describe, getattr(client, self.how)

        @wraps(describe)
        def bound_call(*args: Any, **named: Any) -> Any:
            return carry_out(describe(client, *args, **named))

        return bound_call


class _One(_Described[P, T]):
    """A described call that has one answer."""

    @overload
    def __get__(self, client: None, owner: object = None) -> Self: ...
    @overload
    def __get__(self, client: "Client", owner: object = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: "AsyncClient", owner: object = None) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, client: "Client | AsyncClient | None", owner: object = None) -> Any:
        return self if client is None else self._bind(client)


class call(_One[P, T]):
    """A call that consists of one request and its answer."""

    how = "send"

    def __init__(self, describe: Callable[Concatenate[Any, P], Request[T]]) -> None:
        super().__init__(describe)


class steps(_One[P, T]):
    """A call that consists of several requests, one after the other. The described generator yields each request, gets
    its answer, and returns the result."""

    how = "send_all"

    def __init__(self, describe: Callable[Concatenate[Any, P], Generator[Request[Any], Any, T]]) -> None:
        super().__init__(describe)


class _Many(_Described[P, T]):
    """A described call whose answers the caller reads one after the other."""

    @overload
    def __get__(self, client: None, owner: object = None) -> Self: ...
    @overload
    def __get__(self, client: "Client", owner: object = None) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: "AsyncClient", owner: object = None) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: "Client | AsyncClient | None", owner: object = None) -> Any:
        return self if client is None else self._bind(client)


class pages(_Many[P, T]):
    """A call that returns a list. The client fetches the list page by page while the caller reads it."""

    how = "each"

    def __init__(self, describe: Callable[Concatenate[Any, P], Request[Page[T]]]) -> None:
        super().__init__(describe)


class stream(_Many[P, T]):
    """A call that returns a stream of events. The client connects again when the connection breaks."""

    how = "follow"

    def __init__(self, describe: Callable[Concatenate[Any, P], Stream[T]]) -> None:
        super().__init__(describe)
