"""Mark an operation as deprecated, in its answers and in the OpenAPI document. Do this at least one minor version
before its removal.

Put `@deprecated(since=…, sunset=…, instead=…)` above all other decorators of the view. The answers of the view then
have three headers. `Deprecation` (RFC 9745) has the date since when clients should not use the operation. `Sunset` (RFC
8594) has the date when the operation may be removed. `Link` has the address of its replacement. Also add a line to
CHANGELOG.md under "Deprecated".
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
    """Mark a view as deprecated. `instead`: the address of the replacement, or of a page that explains it."""
    headers = {
        "Deprecation": f"@{int(_midnight(since).timestamp())}",
        "Sunset": http_date(_midnight(sunset)),
        "Link": f'<{instead}>; rel="successor-version"',
    }

    def decorator(view: View) -> View:
        @wraps(view)
        def deprecated_view(*args: Any, **kwargs: Any) -> Response:
            try:
                response = make_response(view(*args, **kwargs))
            except Problem as problem:  # a refusal needs the headers too
                problem.headers.update(headers)
                raise
            response.headers.extend(headers)
            return response

        return Blueprint.doc(deprecated=True)(deprecated_view)

    return decorator


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
