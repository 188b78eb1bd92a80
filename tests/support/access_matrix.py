"""The access matrix: compare the answer to each call with the tables of docs/security/access.md. A call that would
change something has an unknown query parameter. So a caller with access gets 400, and nothing changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flask import Flask

from kontor.service.api_keys import GRANTED
from kontor.service.http.internal_headers import ASKS, FRONT
from tests.support.access_scenes import ACCOUNTS, People, Scene
from tests.support.access_tables import access, allowed
from tests.support.authenticator import Authenticator
from tests.support.caller_jobs import work
from tests.support.callers import Caller, TestResponse
from tests.support.openapi_document import Operation
from tests.support.signing_in import registered

Asked: TypeAlias = tuple[str, Any, dict[str, str]]  # query, body, headers

ACCESS, ALLOWED = access(), allowed()
TOKENS = ("seat token", "token of another game")
FOR_TOKENS = ("listGames", "createStreamTicket")  # operations outside a game
HARMLESS = "?no_such_query=1"
LET_IN = "let in"
QUERIES: Mapping[str, Sequence[str]] = {  # queries for reading, now and at a past version
    "getState": ("", "?version={before}"),
    "getDiff": ("?from={before}", "?from=1&to={before}"),
    "getBoardSvg": ("", "?version={before}"),
    "getBoardText": ("", "?version={before}"),
    "getScore": ("", "?version={before}"),
    "getProof": ("", "?version={before}"),
    "listEvents": ("?limit=3", "?wait=1"),
    "getStory": ("?limit=3",),
}


@dataclass(frozen=True)
class Stage:
    """All scenes for the tests of access. `missing`: the answer about a game that does not exist."""

    cast: People
    scenes: Mapping[tuple[str, str], Scene]
    missing: Mapping[str, Any]

    @property
    def any_scene(self) -> Scene:
        return self.scenes["public", "running"]


def told(body: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in body.items() if name != "instance"}


# ---------------------------------------------------------------- expectations


def expected(operation: Operation, who: str, scene: Scene | None) -> int | str:
    """Return the answer that the tables of docs/security/access.md expect: a status that refuses, or LET_IN."""
    if operation.scope is None:
        return LET_IN
    visibility = "public" if scene is None else scene.visibility
    reads, name = ACCESS[who].of(visibility), operation.body["operationId"]
    if reads == "401" or (who == "no key" and not operation.is_open):
        return 401
    if scene is not None and reads == "404" and (name, who) != ("joinSeat", "invited"):
        return 404
    if reads == "403" or (operation.scope in GRANTED and who != "auditor"):
        return 403
    if scene is None:
        return 403 if who in TOKENS and name not in FOR_TOKENS else LET_IN
    if name == "joinSeat" and visibility == "private" and who in ("auditor", "administrator"):
        return 403
    names = ALLOWED[name][scene.phase] if name in ALLOWED else [who]
    return LET_IN if who in names or ("accounts" in names and who in ACCOUNTS) else 403


# ---------------------------------------------------------------- calls


def calls(operation: Operation, scene: Scene) -> Iterator[Asked]:
    """Yield the requests to send to an operation: the query, body and headers of each."""
    name = operation.body["operationId"]
    if name == "askWhatIf":
        yield from (("", {"version": version, "commands": []}, {}) for version in (scene.before, 1))
    elif operation.method != "get":
        yield HARMLESS, None, {}
    else:
        for query in QUERIES.get(name, ("",)):
            yield query.format(before=scene.before), None, {FRONT: ASKS} if "wait" in query or "stream" in name else {}


def ask(stage: Stage, operation: Operation, who: str, scene: Scene | None, path: str, asked: Asked) -> TestResponse:
    query, body, headers = asked
    callers = stage.any_scene.callers if scene is None else scene.callers
    small = operation.scope is not None and who == "small key"
    caller = stage.cast.small_keys[operation.scope] if small else callers.get(who, stage.cast.callers["holder"])
    return caller.call(operation.method.upper(), path + query, body, **headers)


def outcome(answer: TestResponse, asked: Asked, missing: object) -> int | str:
    """Return the status of an answer if it refuses the caller. An answer 404 must equal `missing`, the answer about an
    object that does not exist."""
    answer.close()
    if answer.status_code in (401, 403, 404):
        assert answer.content_type == "application/problem+json", answer.text
    if answer.status_code in (401, 403):
        return answer.status_code
    if answer.status_code == 404:
        return 404 if told(answer.json) == missing else f"404 with another body, {answer.json}"
    fitting = (400, 409) if asked[0] == HARMLESS else (200, 201, 204, 409)
    return LET_IN if answer.status_code in fitting else f"{answer.status_code}, {answer.text}"


# ---------------------------------------------------------------- property of accounts


@dataclass(frozen=True)
class Property:
    """An object that belongs to one account: the addresses by which it is read, changed and deleted."""

    owner: str
    paths: Mapping[str, str]  # by operation


def properties(app: Flask, stage: Stage) -> Iterator[Property]:
    """Yield one object of each kind: jobs with their file, a webhook with a delivery, a key, invitations."""
    holder, auditor = stage.cast.callers["holder"], stage.cast.callers["auditor"]
    scene = stage.scenes["private", "finished"]
    job = holder.post(f"{scene.game}/analysis").json["href"]
    export = auditor.post("/v1/exports", {}).json["href"]
    work(app)
    yield Property("holder", {"getJob": job, "cancelJob": job})
    yield Property("auditor", {"getJobFile": f"{export}/file"})
    hook = f"/v1/webhooks/{stage.cast.webhooks['holder']}"
    delivery = f"{hook}/deliveries/{holder.post(f'{hook}/ping').json['id']}"
    yield Property(
        "holder",
        {
            "getWebhook": hook,
            "removeWebhook": hook,
            "rotateWebhookSecret": f"{hook}/rotate",
            "enableWebhook": f"{hook}/enable",
            "pingWebhook": f"{hook}/ping",
            "listDeliveries": f"{hook}/deliveries",
            "getDelivery": delivery,
            "redeliver": f"{delivery}/redeliver",
        },
    )
    key = holder.post("/v1/me/keys", {}).json["id"]
    yield Property("holder", {"revokeKey": f"/v1/me/keys/{key}"})
    yield Property("holder", {"removePasskey": f"/v1/me/passkeys/{_passkey(holder)}"})
    registered(app).sign_in(holder)
    allowed = holder.get("/v1/me/apps").json["items"][0]["id"]
    yield Property("holder", {"revokeApp": f"/v1/me/apps/{allowed}"})
    running = stage.scenes["private", "running"].game
    made = holder.post(f"{running}/seats/1/invitations", {"account": stage.cast.callers["invited"].account}).json["id"]
    yield Property("invited", {"declineInvitation": f"/v1/me/invitations/{made}"})
    yield Property("holder", {"revokeInvitation": f"{running}/seats/1/invitations/{made}"})


def _passkey(owner: Caller) -> str:
    here = {"Origin": "https://localhost"}
    options = owner.post("/v1/me/passkeys/options", **here).json["options"]
    return str(owner.post("/v1/me/passkeys", Authenticator(secret=2).create(options), **here).json["id"])
