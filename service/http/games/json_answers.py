"""Answers about games that are JSON already: what a log or a ruleset says passes through no schema."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response

compact = json.JSONEncoder(separators=(",", ":")).encode  # JSON without spaces
FOR_EVER = "public, max-age=31536000, immutable"  # of what never changes and hides nothing


def as_json(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that passes through no schema: what a log or a ruleset says."""
    return json_text(compact(body), status, headers)


def json_text(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that is a JSON text already. The line feed is that of `service.http.packing`, given at once."""
    return Response(f"{text}\n", status, dict(headers or {}), content_type="application/json")
