"""One request and its retries, shared by the synchronous and the asynchronous client."""

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar
from urllib.parse import quote, urlencode
from uuid import UUID, uuid4

import httpx

from kontor.client.problems import Problem, Unreachable, problem_of

T = TypeVar("T")

FIRST_WAIT, LONGEST_WAIT = 0.2, 10.0  # seconds between attempts, if the server sends no Retry-After
ERRNO = re.compile(r"^\[Errno -?\d+\] ")
AWAY = frozenset({502, 503, 504})  # the server is down for a while; it may have executed the request


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """A request to the server. `answer`: a function that reads the response. `once`: do not send the request again,
    because the server would execute it twice."""

    method: str
    path: str
    answer: Callable[[httpx.Response], T]
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    once: bool = False

    def built(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        query = {name: _write(value) for name, value in self.query.items() if value is not None}
        content = self.body if isinstance(self.body, bytes) or self.body is None else json.dumps(self.body).encode()
        headers = {"Content-Type": "application/json", **self.headers} if content is not None else dict(self.headers)
        return client.build_request(self.method, self.path, params=query or None, content=content, headers=headers)


class Identified(Protocol):
    """An answer with an id, for example the summary of a game."""

    @property
    def id(self) -> str: ...


Id: TypeAlias = str | UUID | Identified


def at(path: str, *parts: Id | int) -> str:
    """Fill in the parts of a path, and return the path. A part is an id, or an answer that has an id."""
    plain = [str(part if isinstance(part, str | UUID | int) else part.id) for part in parts]
    for part in plain:
        if {"", ".", ".."} & set(part.split("/")):
            raise ValueError(f"{part!r} is not an id: it would lead to another address of the server")
    return path.format(*(quote(part, safe="/:~") for part in plain))


def without_none(**fields: Any) -> dict[str, Any]:
    """Return a body with the fields that are not None."""
    return {name.removesuffix("_"): value for name, value in fields.items() if value is not None}


def form_content(**fields: Any) -> bytes:
    """Return a body of the type application/x-www-form-urlencoded with the fields that are not None."""
    return urlencode(without_none(**fields)).encode()


def key_headers(key: str | None = None, version: int | None = None) -> dict[str, str]:
    """Return the Idempotency-Key header: the server executes the request once, however often it arrives. `version`: it
    executes the request only if the game is still at this version."""
    match = {} if version is None else {"If-Match": f'"{version}"'}
    return {"Idempotency-Key": f'"{key or uuid4().hex}"', **match}


class Attempts(Generic[T]):
    """The retries of one request. Both clients ask this object whether to send the request again."""

    def __init__(self, request: Request[T], patience: float) -> None:
        self._request = request
        self._left = patience
        self._wait = FIRST_WAIT

    def wait_after(self, outcome: httpx.Response | httpx.TransportError) -> float | None:
        """Return the seconds to wait before the next attempt, or None after the last one."""
        if not self._is_worth_another(outcome):
            return None
        told = retry_after(outcome) if isinstance(outcome, httpx.Response) else None
        wait = self._wait * random.uniform(0.5, 1.0) if told is None else told
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        self._left -= wait
        return wait if self._left >= 0 else None

    def _is_worth_another(self, outcome: httpx.Response | httpx.TransportError) -> bool:
        if isinstance(outcome, httpx.Response):
            return outcome.status_code == 429 or (outcome.status_code in AWAY and not self._request.once)
        return isinstance(outcome, httpx.ConnectError) or not self._request.once

    def answer(self, outcome: httpx.Response | httpx.TransportError) -> T:
        """Return the parsed response. Raise Problem or Unreachable if the request failed."""
        if isinstance(outcome, httpx.TransportError):
            raise Unreachable(f"{self._request.method} {self._request.path}{_why(outcome)}") from outcome
        require_well(outcome)
        try:
            return self._request.answer(outcome)
        except ValueError as error:  # for example a proxy's page, or a server of another version
            raise Problem(outcome.status_code, {"title": f"The response is not from Kontor: {error}"}) from error


def require_well(response: httpx.Response) -> None:
    """Raise Problem if the request failed. The caller must have read the whole response."""
    if not response.is_success:
        raise problem_of(response.status_code, response.content, retry_after(response))


def retry_after(response: httpx.Response) -> float | None:
    told = response.headers.get("Retry-After", "")
    return float(told) if told.isdecimal() else None


def _why(error: httpx.TransportError) -> str:
    """Return a text with the address and the error."""
    asked = error._request  # the property `error.request` raises if there is none
    place = "" if asked is None else f" at {asked.url.scheme}://{asked.url.netloc.decode()}"
    told = ERRNO.sub("", str(error))
    return f"{place}: {told or type(error).__name__}"


def _write(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
