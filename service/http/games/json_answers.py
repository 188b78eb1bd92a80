"""Answers that are written as JSON directly: marshmallow schemas describe them but do not write them.

Clients ask for commands, events and states most often. Marshmallow takes 2.6 times as long as `json` alone to write the
answer to a command. A test (tests/service/http/test_answers.py) compares an answer of every operation with its schema.
"""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response

compact = json.JSONEncoder(separators=(",", ":")).encode  # JSON without spaces
FOR_EVER = "public, max-age=31536000, immutable"  # for answers that never change and have no secrets


def as_json(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer without its marshmallow schema."""
    return json_text(compact(body), status, headers)


def json_text(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer from JSON text. Add the final line feed here, so that `service.http.compression` need not."""
    return Response(f"{text}\n", status, dict(headers or {}), content_type="application/json")
