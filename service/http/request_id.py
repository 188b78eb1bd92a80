"""X-Request-Id: the id of the client if it is safe in a log, else a new one. It is in answers, problems and logs."""

import re
from collections.abc import Mapping
from typing import Any

from flask import g

from kontor.service.clock import new_request_id

HEADER = "X-Request-Id"
FORM = re.compile(r"[A-Za-z0-9._-]{1,64}").fullmatch


def read_or_new(environ: Mapping[str, Any]) -> str:
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    return given if FORM(given) else new_request_id()


def request_id() -> str:
    """Return the id of the current request, or `-` before it has one."""
    found: str = g.get("request_id", "-")
    return found
