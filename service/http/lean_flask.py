"""A Flask class without the steps of a request that this service does not use: sessions, signals, hooks and
asynchronous views.

All requests use this class. Views and error handlers work as in Flask. The steps that are left out or cached took a
fifth of the time of a command.
"""

import re
from collections.abc import Callable, Iterable, Set
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule
from werkzeug.wsgi import get_host

from kontor.service.store import request_deadline

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NO_SESSION = NullSession()
OF_GAME = re.compile(r"/v1/games/([A-Fa-f0-9]{8}(?:-[A-Fa-f0-9]{4}){3}-[A-Fa-f0-9]{12})(/.*)?").fullmatch
BODILESS = (204, 304)
MENDED = {"location", "content-location"}  # headers that werkzeug must convert to URIs

T = TypeVar("T")
Headers = list[tuple[str, str]]
Routes = dict[tuple[str, str | None], Rule]  # by method and the part of the address after the game id


class _NoSessions(SessionInterface):
    """A session interface that does nothing, because the service uses no cookies."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return NO_SESSION


class _Address:
    """The URL adapter of a request, which finds the URL rule for its address. The addresses of two games differ only in
    the game id, so the rule of one game is cached for all games. Unknown addresses and methods are never cached."""

    def __init__(self, routes: Routes, request: Request, adapter: Callable[[], MapAdapter | None]) -> None:
        self._routes = routes
        self._request = request
        self._adapter = adapter  # creates werkzeug's adapter when it is needed

    def match(self, return_rule: bool = True) -> tuple[Rule, dict[str, Any]]:
        of_game = OF_GAME(self._request.path)
        if of_game is None:
            return self._match()
        key = (self._request.method, of_game[2])
        rule = self._routes.get(key)
        if rule is not None:
            return rule, {"game_id": UUID(of_game[1])}
        rule, named = self._match()
        if rule.arguments == {"game_id"}:
            self._routes[key] = rule
        return rule, named

    def _match(self) -> tuple[Rule, dict[str, Any]]:
        found: tuple[Rule, dict[str, Any]] = self.__getattr__("match")(return_rule=True)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._adapter(), name)


class SlowlySentRequest(Request):
    """A request whose body may arrive slowly. The time for the upload does not count towards the deadline of the
    request."""

    def get_data(self, *args: Any, **kwargs: Any) -> Any:
        with request_deadline.pause():
            return super().get_data(*args, **kwargs)


class LeanFlask(Flask):
    """A Flask app with two hooks. `begin` runs before each request. `finish` runs after each request and returns
    further headers for the answer."""

    request_class = SlowlySentRequest
    session_interface = _NoSessions()

    def __init__(
        self, name: str, begin: Callable[[Request], None], finish: Callable[[Response, Request], Headers]
    ) -> None:
        super().__init__(name, static_folder=None)
        self._begin = begin
        self._finish = finish
        self._routes: Routes = {}

    def ensure_sync(self, func: Callable[..., T]) -> Callable[..., T]:
        return func  # no view is asynchronous

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is None:
            return None
        get_host(request.environ)  # raises for a bad Host header
        adapter = super().create_url_adapter
        return _Address(self._routes, request, lambda: adapter(request))  # type: ignore[return-value]  # it has the same methods

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        context = self.request_context(environ)
        context.push()
        try:
            return self._send(self._answer(context.request), context.request, start_response)
        finally:
            context.pop(None)

    def _answer(self, request: Request) -> Response:
        try:
            self._begin(request)
            return self.make_response(self.dispatch_request())
        except Exception as error:
            return self.make_response(self.handle_user_exception(error))

    def _send(self, response: Response, request: Request, start_response: "StartResponse") -> Iterable[bytes]:
        headers = self._finish(response, request)
        if not _is_plain(response) or request.method == "HEAD":
            response.headers.extend(headers)
            return response(request.environ, start_response)
        start_response(response.status, [*response.headers.to_wsgi_list(), *headers])
        return response.iter_encoded()


def _is_plain(response: Response) -> bool:
    """Return whether werkzeug would send the body and headers of the response unchanged."""
    names = names_of(response)
    return response.status_code not in BODILESS and "content-length" in names and names.isdisjoint(MENDED)


def names_of(response: Response) -> Set[str]:
    """Return the names of a response's headers in lower case."""
    return {name.lower() for name, _ in response.headers}
