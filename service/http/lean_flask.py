"""Flask, less what it does for every request that is nothing to us: sessions, signals, hooks, asynchronous views.

All requests take this one road; views, checks and error handlers are Flask's as ever. What is left out or remembered
took a fifth of the time of a command.
"""

import re
from collections.abc import Callable, Iterable, Set
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule
from werkzeug.wsgi import get_host

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NO_SESSION = NullSession()
OF_GAME = re.compile(r"/v1/games/([A-Fa-f0-9]{8}(?:-[A-Fa-f0-9]{4}){3}-[A-Fa-f0-9]{12})(/.*)?").fullmatch
BODILESS = (204, 304)
MENDED = {"location", "content-location"}  # werkzeug writes them as URIs

T = TypeVar("T")
Headers = list[tuple[str, str]]
Routes = dict[tuple[str, str | None], Rule]  # by method and what follows the game in an address


class _NoSessions(SessionInterface):
    """There are no cookies: Flask need not look for a session in every request."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return NO_SESSION


class _Address:
    """Where a request leads. The addresses of a game differ in its id alone: what werkzeug found for one of them is
    remembered for all; what is not there, or not allowed, is never remembered."""

    def __init__(self, routes: Routes, request: Request, adapter: Callable[[], MapAdapter | None]) -> None:
        self._routes = routes
        self._request = request
        self._adapter = adapter  # of werkzeug, made when it is needed

    def match(self, return_rule: bool = True) -> tuple[Rule, dict[str, Any]]:
        of_game = OF_GAME(self._request.path)
        if of_game is None:
            return self._found()
        key = (self._request.method, of_game[2])
        rule = self._routes.get(key)
        if rule is not None:
            return rule, {"game_id": UUID(of_game[1])}
        rule, named = self._found()
        if rule.arguments == {"game_id"}:
            self._routes[key] = rule
        return rule, named

    def _found(self) -> tuple[Rule, dict[str, Any]]:
        found: tuple[Rule, dict[str, Any]] = self.__getattr__("match")(return_rule=True)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._adapter(), name)


class LeanFlask(Flask):
    """`begin` is called before each request is looked at; `finish` has the last word on an answer, and gives the
    headers that it has besides those of its own."""

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
        get_host(request.environ)  # refuses what is no name of a host
        adapter = super().create_url_adapter
        return _Address(self._routes, request, lambda: adapter(request))  # type: ignore[return-value]  # stands for one

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        context = self.request_context(environ)
        context.push()
        try:
            return self._sent(self._answer(context.request), context.request, start_response)
        finally:
            context.pop(None)

    def _answer(self, request: Request) -> Response:
        try:
            self._begin(request)
            return self.make_response(self.dispatch_request())
        except Exception as error:
            return self.make_response(self.handle_user_exception(error))

    def _sent(self, response: Response, request: Request, start_response: "StartResponse") -> Iterable[bytes]:
        headers = self._finish(response, request)
        if not _is_plain(response) or request.method == "HEAD":
            response.headers.extend(headers)
            return response(request.environ, start_response)
        start_response(response.status, [*response.headers.to_wsgi_list(), *headers])
        return response.iter_encoded()


def _is_plain(response: Response) -> bool:
    """Whether its body and headers can be sent as they are: werkzeug has nothing to mend or to leave out."""
    names = names_of(response)
    return response.status_code not in BODILESS and "content-length" in names and names.isdisjoint(MENDED)


def names_of(response: Response) -> Set[str]:
    """Which headers it has, in small letters."""
    return {name.lower() for name, _ in response.headers}
