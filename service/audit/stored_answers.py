"""Compare the answers that are stored for an Idempotency-Key with the logs. A client that repeats a request must not
get a different history."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import Json, NotCanonical
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.finding import Finding, first_difference
from kontor.service.audit.signatures import Keys, receipt_error
from kontor.service.store.events import Logged, read_page
from kontor.service.store.whole_games import StoredAnswer

CHECK = "answer"


def answer_findings(conn: Connection[TupleRow], answer: StoredAnswer, keys: Keys) -> Iterator[Finding]:
    """Yield the differences between a stored answer and the log. Without the server's `keys`, signatures are not
    checked."""
    try:
        body = json.loads(answer.body)
        yield from _findings(conn, answer, cast("dict[str, Any]", body), keys)
    except (ValueError, KeyError, TypeError, AttributeError, NotCanonical) as error:
        yield Finding(CHECK, f"it cannot be read: {type(error).__name__}: {error}")


def _findings(conn: Connection[TupleRow], answer: StoredAnswer, body: dict[str, Any], keys: Keys) -> Iterator[Finding]:
    version, receipt = body["version"], body.get("receipt")
    if not isinstance(version, int) or not 200 <= answer.status < 300:
        yield Finding(CHECK, f"expected the answer to a change; found status {answer.status} and version {version!r}")
        return
    told: Sequence[Any] = body.get("events", ())
    first = min([version, *(each["version"] for each in told)])
    logged = {each.record.version: each for each in read_page(conn, answer.game_id, first - 1, version - first + 1)}
    if version not in logged:
        yield Finding(CHECK, f"expected version {version}, as the answer says; the log ends before it", version)
        return
    yield from _head_findings(answer, body, logged[version])
    for each in told:
        yield from _line_findings(each, logged[each["version"]])
    if receipt is not None and keys and (error := receipt_error(receipt, keys)) is not None:
        yield Finding(CHECK, f"its receipt: {error}", version)


def _head_findings(answer: StoredAnswer, body: dict[str, Any], at: Logged) -> Iterator[Finding]:
    """Compare every field of a stored answer that names the game, its version or its hash with the log."""
    version, receipt = at.record.version, body.get("receipt") or {}
    headers = cast("dict[str, Any]", answer.headers)
    expected = {"game": str(answer.game_id), "version": version, "hash": at.record.hash.hex(), "ETag": f'"{version}"'}
    found = [
        ("game", body.get("id")),
        ("hash", body.get("head")),
        ("game", receipt.get("game")),
        ("version", receipt.get("version")),
        ("hash", receipt.get("hash")),
        ("ETag", headers.get("ETag")),
    ]
    if all(value is None for name, value in found if name == "hash"):
        yield Finding(CHECK, "it contains no hash of the log", version)
    for name, value in found:
        if value is not None and value != expected[name]:
            yield Finding(CHECK, f"expected {name} {expected[name]}; found {value}", version)


def _line_findings(told: Mapping[str, Json], logged: Logged) -> Iterator[Finding]:
    """Compare an event in a stored answer with the log. The answer contains only the parts that the caller could
    see."""
    stands = dict(line(logged.record, (), True, logged.cause))
    parts = cast("Sequence[Json]", told["parts"])
    stands["parts"] = [each for each in cast("Sequence[Json]", stands["parts"]) if each in parts]
    if "command" not in told:
        stands.pop("command", None)
    if stands != dict(told):
        one, other = first_difference(stands, dict(told))
        yield Finding(CHECK, f"expected {one}; found {other}", logged.record.version)
