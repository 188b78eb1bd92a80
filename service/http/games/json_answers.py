"""Answers about games that are ready-made JSON: marshmallow schemas describe them but do not write them.

Clients ask for commands, events and states most often. Marshmallow takes 2.6 times as long as `json` alone to write the
answer to a command. tests/service/http/test_answers.py compares an answer of every operation with its schema.
"""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response

compact = json.JSONEncoder(separators=(",", ":")).encode  # JSON without spaces
FOR_EVER = "public, max-age=31536000, immutable"  # of what never changes and hides nothing


def as_json(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer without passing it through its schema."""
    return json_text(compact(body), status, headers)


def json_text(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that is a JSON text already. The line feed is that of `service.http.packing`, given at once."""
    return Response(f"{text}\n", status, dict(headers or {}), content_type="application/json")
