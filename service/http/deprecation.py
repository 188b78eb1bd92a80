"""An operation that will go says so for at least one minor version before: in its answers and in the document.

`@deprecated(since=…, sunset=…, instead=…)` stands above all other decorators of the view. Whoever calls it is told by
`Deprecation` (RFC 9745) since when it should not be used, by `Sunset` (RFC 8594) from when on it may be gone, and by a
`Link` what to use instead; the document marks it `deprecated`. Add a line to CHANGELOG.md under "Deprecated".
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import wraps
from typing import Any, TypeAlias

from flask import Response, make_response
from werkzeug.http import http_date

from kontor.service.http.problems import Problem
from kontor.service.http.smorest import Blueprint

View: TypeAlias = Callable[..., Any]


def deprecated(since: date, sunset: date, instead: str) -> Callable[[View], View]:
    """`instead`: the address of what takes its place, or of a page that says what does."""
    headers = {
        "Deprecation": f"@{int(_midnight(since).timestamp())}",
        "Sunset": http_date(_midnight(sunset)),
        "Link": f'<{instead}>; rel="successor-version"',
    }

    def decorator(view: View) -> View:
        @wraps(view)
        def called(*args: Any, **kwargs: Any) -> Response:
            try:
                response = make_response(view(*args, **kwargs))
            except Problem as problem:  # whoever is refused is told as well
                problem.headers.update(headers)
                raise
            response.headers.extend(headers)
            return response

        return Blueprint.doc(deprecated=True)(called)

    return decorator


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
