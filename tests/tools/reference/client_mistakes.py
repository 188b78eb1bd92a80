"""Problems, each provoked by a typical mistake of a client."""

import json
from collections.abc import Mapping
from typing import Any

import httpx

HANSA = {"ruleset": "hansa", "board": "hansa-3"}
PLACE = {"type": "place_piece", "post": "Hamburg~Lübeck/1", "shape": "trader"}


def client_mistakes(api: httpx.Client) -> Mapping[str, Any]:
    """Return the call and the response, by kind."""
    found: dict[str, Any] = {}

    def ask(method: str, path: str, body: Any = None, key: str = "", **headers: str) -> Any:
        sent = {**({"Authorization": f"Bearer {key}"} if key else {}), **headers}
        return api.request(method, path, json=body, headers=sent)

    def note(method: str, path: str, body: Any = None, key: str = "", **headers: str) -> None:
        answer = ask(method, path, body, key, **headers)
        problem = answer.json()
        name = problem["type"].rpartition("/")[2]
        told = "" if body is None else f" {json.dumps(body, ensure_ascii=False)}"
        found.setdefault(name, {"call": f"{method} {path}{told if len(told) < 120 else ''}", "answer": problem})

    anna = ask("POST", "/v1/accounts", {"name": "Anna"}).json()["api_key"]
    ben = ask("POST", "/v1/accounts", {"name": "Ben"}).json()["api_key"]

    def game(*kinds: str, **more: Any) -> str:
        seats = [{"kind": kind} for kind in kinds]
        return str(ask("POST", "/v1/games", {**HANSA, "seats": seats, **more}, anna).json()["href"])

    running, waiting = game("me", "me", "me"), game("me", "open", "open")
    note("POST", "/v1/games", {**HANSA, "seats": "three"}, anna)
    note("GET", "/v1/me")
    note("POST", f"{running}/commands", PLACE, ben)
    note("GET", "/v1/games/019b76da-a800-7000-8000-000000000000")
    note("DELETE", "/v1/games", None, anna)
    note("GET", "/v1/rulesets", Accept="text/csv")
    note("POST", f"{running}/commands", {**PLACE, "seat": 2}, anna)
    note("POST", f"{waiting}/commands", PLACE, anna)
    note("POST", f"{waiting}/seats/1/join", {}, ben)
    note("POST", f"{running}/seats/1/return", {}, anna)
    token = ask("POST", f"{waiting}/seats/2/invitations", {}, anna).json()["token"]
    ask("POST", "/v1/invitations/accept", {"invitation": token}, ben)
    note("POST", "/v1/invitations/accept", {"invitation": token}, ben)
    note("POST", f"{running}/undo", {"seat": 1}, anna)
    note("POST", f"{running}/pause", {"seat": 1}, anna)
    note("POST", f"{running}/rematch", {}, anna)
    note("GET", f"{running}/events?after=9999", None, anna)
    ask("POST", f"{running}/commands", {**PLACE, "seat": 1}, anna, **{"Idempotency-Key": '"mine"'})
    note("POST", f"{running}/commands", {"type": "end_turn", "seat": 1}, anna, **{"Idempotency-Key": '"mine"'})
    note("POST", f"{running}/commands", {"type": "end_turn", "seat": 1}, anna, **{"If-Match": '"1"'})
    note("POST", f"{running}/commands", {**PLACE, "seat": 1}, anna)
    note("POST", f"{running}/commands", {"type": "x" * 70_000}, anna)
    note("POST", "/v1/rulesets/hansa/boards", {"name": "nothing"}, anna)
    dice = game("me", "me", "me", ruleset="merchants", board="merchants-short")
    first = ask("GET", dice).json()["awaiting"][0]
    batch = {"commands": [{"type": "roll_dice"}, {"type": "end_turn"}], "seat": first}
    note("POST", f"{dice}/commands", batch, anna)
    _unusual(api, found, anna, waiting)
    return {name: _shortened(each) for name, each in sorted(found.items())}


def _unusual(api: httpx.Client, found: dict[str, Any], key: str, waiting: str) -> None:
    """Add problems that need another form of call, or several calls."""
    headers = {"Authorization": f"Bearer {key}"}
    answer = api.post("/v1/games", content=b"ruleset=hansa", headers={**headers, "Content-Type": "text/plain"})
    found["unsupported-media-type"] = {"call": "POST /v1/games, as text/plain", "answer": answer.json()}
    api.post(f"{waiting}/abort", json={}, headers=headers)
    answer = api.post(f"{waiting}/seats/2/join", json={}, headers=headers)
    found["game-over"] = {"call": "POST /v1/games/{id}/seats/2/join", "answer": answer.json()}
    while (answer := api.post("/v1/games", json={**HANSA, "seats": [{"kind": "me"}] * 3}, headers=headers)).is_success:
        pass
    found["too-many-games"] = {"call": "POST /v1/games, too many of which have not ended", "answer": answer.json()}
    for n in range(100):
        answer = api.post("/v1/accounts", json={"name": f"Somebody {n}"})
        if answer.status_code == 429:
            found["too-many-requests"] = {"call": "POST /v1/accounts, too often", "answer": answer.json()}
            return


def _shortened(example: Mapping[str, Any]) -> Mapping[str, Any]:
    """Shorten lists of missed events and of flaws to their first entry."""
    answer = {name: each[:1] if isinstance(each, list) else each for name, each in example["answer"].items()}
    return {**example, "answer": answer}
