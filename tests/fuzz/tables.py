"""The tables at which Schemathesis plays: of every ruleset one that runs and one that waits for somebody."""

from typing import Any

import httpx

TABLES = tuple(
    (ruleset, board, seats, last)
    for ruleset, board, seats in (("tiny", "square", 2), ("hansa", "hansa-3", 3), ("merchants", "merchants-short", 3))
    for last in ("me", "open")
)


def laid(client: httpx.Client, place: int) -> dict[str, Any]:
    """A new game of the kind that belongs there."""
    ruleset, board, seats, last = TABLES[place]
    chairs = [*[{"kind": "me"}] * (seats - 1), {"kind": last}]
    made = client.post("/v1/games", json={"ruleset": ruleset, "board": board, "seats": chairs})
    assert made.status_code == 201, made.text
    return {"id": made.json()["id"], "ruleset": ruleset, "board": board, "seats": seats}
