"""The errors that a server reports (RFC 9457, docs/contract/http.md), as exceptions."""

import json
from collections.abc import Mapping
from typing import Any

from kontor.errors import KontorError, RuleViolation


class Problem(KontorError):
    """The server refused a request. `name`: the kind of problem, which `/problems/{name}` explains, or the error of
    OAuth. `detail`: what to do. `body`: the whole response. `rule` and `code`: set if a rule refused a command.
    `retry_after`: in seconds."""

    rule: str | None = None
    code: str

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        # not super().__init__: for a RuleProblem that is RuleViolation.__init__, which has other parameters
        detail = body.get("detail") or body.get("error_description")  # the latter: calls of OAuth (RFC 6749)
        what = detail or body.get("title") or "The server refused the request"
        Exception.__init__(self, f"{what} ({body.get('rule') or status})")
        self.status = status
        self.body = body
        self.name = str(body.get("type") or body.get("error") or "about:blank").rpartition("/")[2]
        self.code = str(body.get("code") or self.name)
        self.detail = str(detail or "")
        self.retry_after = retry_after

    @property
    def request_id(self) -> str | None:
        """Return the id by which the operator finds the request in the logs."""
        found = self.body.get("instance")
        return found if isinstance(found, str) else None


class RuleProblem(Problem, RuleViolation):
    """A rule refused a command. This class is also a `kontor.RuleViolation`, so the same `except` works for the
    engine."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        super().__init__(status, body, retry_after)
        self.rule = str(body.get("rule"))
        self.facts = body.get("facts", {})
        self.text = None

    rule: str


class Unreachable(KontorError):
    """All attempts failed without a response."""


def problem_of(status: int, content: bytes, retry_after: float | None) -> Problem:
    """Return the problem that a response describes. The response may also come from a proxy between client and
    server."""
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {"title": f"The response is not from Kontor: {content[:200].decode(errors='replace')}"}
    kind = RuleProblem if body.get("type") == "/problems/rule-violation" else Problem
    return kind(status, body, retry_after)
