"""A sequence of requests in which every operation of the API returns every documented success."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask

from kontor.service.clock import stamp
from kontor.service.http.internal_headers import ASKS, FRONT
from kontor.service.signing.keys import read_keys
from kontor.service.tlog.log import note_signer
from tests.support.authenticator import Authenticator
from tests.support.caller_jobs import NDJSON, work
from tests.support.callers import Caller, TestResponse, a_game, auditing, finish, next_command, version_of
from tests.support.openapi_document import Promise
from tests.support.signing_in import CALLBACK, FORM, VERIFIER, ThirdParty
from tests.support.signing_log import sign_checkpoint
from tests.support.witnesses import Witness

Answers: TypeAlias = Mapping[tuple[str, int], list[TestResponse]]  # by operation and status
CLOCK = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}
OF_RESOURCE = "/.well-known/oauth-protected-resource"
SIGN_IN = ("/.well-known/oauth-authorization-server", OF_RESOURCE, f"{OF_RESOURCE}/mcp")
PICTURES = ("/board.svg", "/board.txt")
HOOK = {"url": "https://receiver.example/", "types": ["game.ended"]}


@dataclass(frozen=True)
class Recorder(Caller):
    """A caller whose answers are recorded."""

    promise: Promise = field(kw_only=True)
    answers: dict[tuple[str, int], list[TestResponse]] = field(kw_only=True)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self._record(method, path, super().call(method, path, body, **headers))

    def raw(self, path: str, body: bytes, content_type: str = "application/json", **headers: str) -> TestResponse:
        return self._record("POST", path, super().raw(path, body, content_type, **headers))

    def _record(self, method: str, path: str, answer: TestResponse) -> TestResponse:
        self.answers[self.promise.operation(method, path).body["operationId"], answer.status_code].append(answer)
        return answer

    def sign_up(self, name: str) -> "Recorder":
        account = self.post("/v1/accounts", {"name": name}).json
        return replace(self, key=account["api_key"], account=account["id"])


def play_every_operation(app: Flask, promise: Promise, witness: Witness) -> Answers:
    nobody = Recorder(app, promise=promise, answers=defaultdict(list))
    anna, ben = nobody.sign_up("Anna"), nobody.sign_up("Ben")
    auditor = nobody.sign_up("Auditor")
    auditor = replace(auditor, key=auditing(app, auditor).key)
    _public(nobody)
    _account(anna)
    _seats(anna, ben)
    _invitations(anna, ben, nobody)
    _agreements(anna, ben)
    _jobs(app, anna, auditor, _play(app, anna))
    _webhooks(anna)
    _transparency_log(app, anna, nobody, witness)
    ben.delete("/v1/me")
    return nobody.answers


def _public(nobody: Caller) -> None:
    for path in ("/v1", "/healthz", "/readyz", "/metrics", "/.well-known/kontor-keys.json", "/v1/rulesets", *SIGN_IN):
        nobody.get(path)
    for path in (
        "",
        "/schemas",
        "/labels",
        "/rules",
        "/rules/TINY-1",
        *(f"/boards/square{each}" for each in ("", *PICTURES)),
    ):
        nobody.get(f"/v1/rulesets/tiny{path}")


def _account(anna: Caller) -> None:
    anna.get("/v1/me")
    anna.call("PATCH", "/v1/me", {"named": True})
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json["id"]
    anna.get("/v1/me/keys")
    anna.delete(f"/v1/me/keys/{spare}")
    anna.get("/v1/me/recovery-codes")
    anna.get("/v1/me/export").get_data()  # a long answer holds a slot until it is read
    codes = anna.post("/v1/me/recovery-codes").json["recovery_codes"]
    anna.post("/v1/accounts/recover", {"recovery_code": codes[0]})
    _passkey(anna)
    _apps(anna)
    anna.post("/v1/rulesets/tiny/boards", {"name": "square"})
    anna.post("/v1/me/stream-tickets", {"stream": "/v1/me/stream"})
    anna.get("/v1/me/stream", **{FRONT: ASKS})


def _passkey(anna: Caller) -> None:
    device, here = Authenticator(secret=1), {"Origin": "https://localhost"}
    body = device.create(anna.post("/v1/me/passkeys/options", **here).json["options"])
    added = anna.post("/v1/me/passkeys", body, **here).json["id"]
    anna.get("/v1/me/passkeys")
    body = device.sign(anna.post("/v1/passkeys/options", **here).json["options"])
    anna.post("/v1/passkeys/sign-in", body, **here)
    anna.delete(f"/v1/me/passkeys/{added}")


def _apps(anna: Caller) -> None:
    asked = {"client_name": "Trade Table", "redirect_uris": [CALLBACK]}
    its = ThirdParty(anna.app, anna.post("/v1/oauth/register", asked).json["client_id"])
    returned = anna.post("/v1/me/apps", {"request": its.query()}).json["redirect_to"]
    code = dict(parse_qsl(urlsplit(returned).query))["code"]
    usual = {"redirect_uri": CALLBACK, "code_verifier": VERIFIER, "client_id": its.client_id}
    exchange = urlencode({"grant_type": "authorization_code", "code": code, **usual}).encode()
    device = anna.raw("/v1/oauth/device", urlencode({"client_id": its.client_id}).encode(), FORM).json["user_code"]
    anna.get(f"/v1/me/apps/devices/{device}")
    anna.post(f"/v1/me/apps/devices/{device}", {"allow": True})
    tokens = anna.raw("/v1/oauth/token", exchange, FORM).json
    allowed = anna.get("/v1/me/apps").json["items"][0]["id"]
    anna.delete(f"/v1/me/apps/{allowed}")
    ended = urlencode({"token": tokens["refresh_token"], "client_id": its.client_id}).encode()
    anna.raw("/v1/oauth/revoke", ended, FORM)


def _seats(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open", "bot", seed=anna.post("/v1/seeds").json["id"], stand_in="random")
    ben.post(f"{game}/seats/2/join")
    anna.post(f"{game}/seats/1/token")
    anna.delete(f"{game}/seats/1/token")
    anna.post(f"{game}/seats/1/resign")
    anna.post(f"{game}/seats/1/return")
    free = a_game(anna, "me", "open", "open")
    ben.post(f"{free}/seats/2/join")
    ben.post(f"{free}/seats/2/leave")


def _invitations(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "invited", "invited")
    seat = f"{game}/seats/2/invitations"
    anna.delete(f"{seat}/{anna.post(seat).json['id']}")
    mine = anna.post(seat, {"account": ben.account}).json["id"]
    ben.get("/v1/me/invitations")
    ben.delete(f"/v1/me/invitations/{mine}")
    token = anna.post(seat).json["token"]
    anna.get(seat)
    nobody.post("/v1/invitations/read", {"invitation": token})
    nobody.post("/v1/invitations/accept", {"invitation": token, "name": "Carla"})


def _agreements(anna: Caller, ben: Caller) -> None:
    """Let one caller start each kind of vote, and let the other caller agree. Also create a rematch."""
    game = a_game(anna, "me", "open", clock=CLOCK)
    ben.post(f"{game}/seats/2/join")
    until = stamp(datetime.now(UTC) + timedelta(days=3))
    for each in (anna, ben):
        each.post(f"{game}/pause", {"until": until})
        anna.get(f"{game}/agreements")
        anna.get(game)
    ben.post(f"{game}/resume")
    before = version_of(anna, game)
    anna.post(f"{game}/commands", {"type": "roll"})
    for each in (anna, ben):
        each.post(f"{game}/undo", {"to": before, "together": True})
    for each in (anna, ben):
        each.post(f"{game}/abort", {"reason": "late"})
    for _ in range(2):
        anna.post(f"{game}/rematch")


def _play(app: Flask, anna: Caller) -> str:
    """Play a game to its end, and return its address."""
    game = a_game(anna)
    anna.post(f"{game}/commands", {**next_command(anna, game), "dry_run": True})
    for wrong in ({"type": "roll", "seat": 1}, {"type": "fly"}):
        anna.post(f"{game}/commands", wrong, If_Match='"1"')
    anna.get(f"{game}/refusals")
    anna.post(f"{game}/what-if", {"commands": [{"type": "roll", "seat": 1}]})
    anna.get(f"{game}/stream", **{FRONT: ASKS})
    settled = anna.post(f"{game}/commands", next_command(anna, game)).json["version"]
    finish(app, anna, game)
    version = version_of(anna, game)
    for path in ("", "/state", "/state?version=1", f"/diff?from=3&to={version}", "/board.svg", "/board.txt"):
        anna.get(f"{game}{path}")
    for path in ("/events", "/story", "/score", "/legal-commands?seat=1&expand=3", "/audit", "/head"):
        anna.get(f"{game}{path}")
    anna.get(f"{game}/events", Accept=NDJSON)
    anna.get(f"{game}/stream?after={version}", **{FRONT: ASKS})
    anna.get("/v1/games?limit=3")
    anna.post(f"{game}/branches", {"version": settled})
    return game


def _jobs(app: Flask, anna: Caller, auditor: Caller, game: str) -> None:
    hint = anna.post(f"{a_game(anna, 'me', 'bot', practice=True)}/hints").json["href"]
    analysis = anna.post(f"{game}/analysis").json["href"]
    audit = anna.raw("/v1/audits", anna.get(f"{game}/audit").data, NDJSON).json["href"]
    export = auditor.post("/v1/exports", {}).json["href"]
    anna.get(hint)
    work(app)
    for job in (hint, analysis, audit):
        anna.get(job)
    anna.get(f"{game}/analysis")
    auditor.get(export)
    auditor.get(f"{export}/file")
    anna.delete(hint)
    auditor.get(f"{game}/origins")
    auditor.get("/v1/audit/games")


def _webhooks(anna: Caller) -> None:
    hook = f"/v1/webhooks/{anna.post('/v1/webhooks', HOOK).json['id']}"
    delivery = f"{hook}/deliveries/{anna.post(f'{hook}/ping').json['id']}"
    for path in ("/v1/webhooks", hook, f"{hook}/deliveries", delivery):
        anna.get(path)
    for path in (f"{hook}/rotate", f"{hook}/enable", f"{delivery}/redeliver"):
        anna.post(path)
    anna.delete(hook)


def _transparency_log(app: Flask, anna: Caller, nobody: Caller, witness: Witness) -> None:
    game, context = a_game(anna), app.extensions["kontor"]
    sign_checkpoint(context.pool, note_signer(read_keys(Path(context.settings.signing_keys)), ""))
    note = nobody.get("/v1/tlog/checkpoint").text
    size = int(note.split("\n")[1])
    for path in (f"tile/0/000.p/{size}", f"tile/entries/000.p/{size}"):
        nobody.get(f"/v1/tlog/{path}")
    nobody.raw("/v1/tlog/cosignatures", (note + witness.line(note)).encode(), "text/plain")
    anna.get(f"{game}/proof")
    anna.get(f"{game}/head")
