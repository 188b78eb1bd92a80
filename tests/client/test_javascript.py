"""The JavaScript client in Node: retries, streams that resume, and webhooks. The pages use the same files.

`make clients` checks its types and plays a game with its package.
"""

import base64
import hashlib
import hmac
import json
import subprocess
import time
from typing import Any

import pytest

from tests.client.misbehaving import Answer, hangs_up, misbehaving, says
from tests.support.api_processes import free_port
from tests.support.verifier_mjs import NEEDS_NODE, NODE
from tests.tools.client_types import documents
from tests.tools.javascript_types import CLIENT, TABLE, TYPES, files

pytestmark = [NEEDS_NODE, pytest.mark.system]

PROBLEM = '{"type":"/problems/%s","title":"No","status":%d,"detail":"Not now."}'
JSON = {"Content_Type": "application/json"}
EVENTS = {"Content_Type": "text/event-stream"}
SECRET = "whsec_" + base64.b64encode(b"a secret of 24 bytes....").decode()
START = f"""
import {{ Client, positionOf, verifyWebhook }} from "{(CLIENT / "index.js").as_uri()}";
const told = (value) => console.log(JSON.stringify(value));
const failure = (error) => told({{ name: error.name, message: error.message, kind: error.kind, status: error.status }});
const client = new Client({{ server: process.argv[1] || "http://127.0.0.1:1", key: "ktk_x", patience: 5000 }});
"""


def node(program: str, *arguments: str) -> list[Any]:
    """Run a program that has the client, and return the JSON lines that it writes."""
    command = [str(NODE), "--input-type=module", "--eval", START + program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


# ---------------------------------------------------------------- what follows from the document


def test_the_committed_files_are_up_to_date() -> None:
    document = documents()
    for path, text in files(document).items():
        assert path.read_text() == text, path.name


def test_the_client_has_a_method_for_each_operation() -> None:
    paths = documents()["paths"]
    named = {each["operationId"] for item in paths.values() for key, each in item.items() if key != "parameters"}
    (methods,) = node("told(Object.getOwnPropertyNames(Client.prototype))")
    assert set(methods) - {"constructor", "items"} == named


def test_a_new_operation_becomes_a_method_with_types() -> None:
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": ["integer", "null"]}, "b-c": {}}}
    answer = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}
    given = {"name": "thing", "in": "path", "required": True, "schema": {"enum": ["x", "y"]}}
    operation = {"operationId": "getThing", "summary": "Get a thing", "parameters": [given], "responses": answer}
    document = {"paths": {"/v1/{thing}": {"get": operation}}, "components": {"schemas": {"Thing": schema}}}
    written = files(document)
    assert '  getThing: { method: "GET", path: "/v1/{thing}" },\n' in written[TABLE]
    assert 'getThing(request: {\n    thing: "x" | "y";\n  } & CallOptions): Promise<Thing>;' in written[TYPES]
    assert 'export type Thing = {\n  a: number | null;\n  "b-c"?: unknown;\n};\n' in written[TYPES]


# ---------------------------------------------------------------- calls


def test_a_command_is_repeated_with_the_same_key_until_the_server_answers() -> None:
    answers = (hangs_up, says(503, Retry_After="0"), says(429, Retry_After="0"), says(201, '{"version": 3}', **JSON))
    send = 'told(await client.sendCommand({ game_id: "a b", body: { type: "end_turn" }, ifMatch: 2 }))'
    with misbehaving(*answers) as server:
        assert node(send, server.url) == [{"version": 3}]
    assert [path for path, _, _ in server.got] == ["/v1/games/a%20b/commands"] * 4
    assert len({headers["idempotency-key"] for _, headers, _ in server.got}) == 1
    _, headers, body = server.got[-1]
    assert (headers["if-match"], headers["authorization"]) == ('"2"', "Bearer ktk_x")
    assert json.loads(body) == {"type": "end_turn"}


@pytest.mark.parametrize("answer", [hangs_up, says(503, PROBLEM % ("unavailable", 503))])
def test_a_request_without_a_key_is_not_repeated(answer: Answer) -> None:
    with misbehaving(answer) as server:
        node('await client.openAccount({ body: { name: "Anna" } }).catch(failure)', server.url)
        assert len(server.got) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 422, 500])
def test_a_refusal_is_final(status: int) -> None:
    with misbehaving(says(status, PROBLEM % ("x", status))) as server:
        (refusal,) = node("await client.getMe().catch(failure)", server.url)
        assert refusal == {"name": "Problem", "message": "Not now.", "kind": "x", "status": status}
        assert len(server.got) == 1


def test_a_refusal_of_oauth_has_its_error_as_kind_and_its_description_as_message() -> None:
    with misbehaving(says(400, '{"error":"slow_down","error_description":"Ask less often."}')) as server:
        (refusal,) = node("await client.getAppTokens({ body: {} }).catch(failure)", server.url)
    assert refusal == {"name": "Problem", "message": "Ask less often.", "kind": "slow_down", "status": 400}


def test_parameters_go_into_path_and_query() -> None:
    with misbehaving(says(200, "{}", **JSON)) as server:
        node('await client.listLegalCommands({ game_id: "g", seat: 1, sample: 2, cursor: undefined })', server.url)
    assert server.got[0][0] == "/v1/games/g/legal-commands?seat=1&sample=2"


def test_the_fields_of_a_form_are_sent_as_a_form() -> None:
    body = '{ grant_type: "refresh_token", client_id: "a b", scope: undefined, resource: null }'
    with misbehaving(says(200, "{}", **JSON)) as server:
        node(f"await client.getAppTokens({{ body: {body} }})", server.url)
    _, headers, content = server.got[0]
    assert headers["content-type"].startswith("application/x-www-form-urlencoded")
    assert content == b"grant_type=refresh_token&client_id=a+b"
    assert "getAppTokens(request: {\n    body: TokenRequest;\n  }" in TYPES.read_text()


def test_a_missing_parameter_and_an_address_of_another_server_are_refused_before_anything_is_sent() -> None:
    program = """
    await client.getGame({ game_id: ".." }).catch(failure);
    await client.call("GET", "//example.org/v1/me").catch(failure);
    """
    with misbehaving(says(200, "{}", **JSON)) as server:
        missing, foreign = node(program, server.url)
        assert server.got == []
    assert missing["message"] == "/v1/games/{game_id} needs game_id."
    assert "another server" in foreign["message"]


def test_a_server_that_does_not_answer_is_unreachable() -> None:
    address = f"http://127.0.0.1:{free_port()}"
    (error,) = node("client.patience = 0; await client.getMe().catch(failure)", address)
    assert error["name"] == "Unreachable"
    assert "ECONNREFUSED" in error["message"]


def test_a_caller_can_abort_a_request_and_its_retries() -> None:
    program = "await client.getMe({ signal: AbortSignal.timeout(50) }).catch(failure)"
    with misbehaving(says(503, Retry_After="4")) as server:
        assert node(program, server.url)[0]["name"] == "TimeoutError"


def test_a_list_is_read_page_by_page() -> None:
    first, last = '{"items": [1, 2], "next": "/v1/games?cursor=x"}', '{"items": [3], "next": null}'
    program = "for await (const game of client.items(client.listGames({ mine: true }))) told(game)"
    with misbehaving(says(200, first, **JSON), says(200, last, **JSON)) as server:
        assert node(program, server.url) == [1, 2, 3]
    assert [path for path, _, _ in server.got] == ["/v1/games?mine=true", "/v1/games?cursor=x"]


def test_an_answer_is_json_text_bytes_or_nothing() -> None:
    answers = (says(200, "<svg/>", Content_Type="image/svg+xml"), says(200, "a", Content_Type="application/zstd"))
    program = """
    told(await client.getBoardSvg({ game_id: "g" }));
    told([...(await client.getJobFile({ job_id: "j" }))]);
    told(await client.getMe());
    """
    with misbehaving(*answers, says(204)) as server:
        assert node(program, server.url) == ["<svg/>", [97], None]


# ---------------------------------------------------------------- streams


def event(version: int) -> str:
    return f'id: {version}-0123456789ab\nevent: x\ndata: {{"version":{version},"hash":"0123456789abcdef"}}\n\n'


def half(*versions: int) -> Answer:
    """A stream that breaks off in the middle of an event."""
    text = "retry: 10\n\n" + "".join(map(event, versions)) + "id: 99\nevent: x\ndata: {"
    return says(200, text, Content_Length=str(len(text) + 50), **EVENTS)


FOLLOW = """
const states = [];
const onstate = (state) => states.push(state), onreplaced = ({ version }) => told(`replaced ${version}`);
const after = process.argv[2] || null;
for await (const line of client.streamGame({ game_id: "g", after, onstate, onreplaced })) told(positionOf(line));
told(states);
"""


def test_a_stream_resumes_after_the_last_complete_event() -> None:
    answers = (half(1, 2), hangs_up, says(503, Retry_After="0"), half(3), says(204))
    with misbehaving(*answers) as server:
        *read, states = node(FOLLOW, server.url)
    assert read == [f"{version}-0123456789ab" for version in (1, 2, 3)]
    sent = [headers.get("last-event-id") for _, headers, _ in server.got]
    assert sent == [None, *["2-0123456789ab"] * 3, "3-0123456789ab"]
    assert states == ["live", "away", "away", "away", "live", "away"]


def test_a_stream_begins_again_if_the_log_was_replaced() -> None:
    gone = says(200, 'id: \nevent: log_replaced\ndata: {"version":7}\n\n', **EVENTS)
    with misbehaving(half(8), gone, half(1, 2), says(204)) as server:
        *read, _ = node(FOLLOW, server.url, "7-0123456789ab")
    assert read == ["8-0123456789ab", "replaced 7", "1-0123456789ab", "2-0123456789ab"]
    sent = [headers.get("last-event-id") for _, headers, _ in server.got]
    assert sent == ["7-0123456789ab", "8-0123456789ab", None, "2-0123456789ab"]


def test_a_damaged_log_is_reported_and_not_followed() -> None:
    text = 'event: log_damaged\ndata: {"version":3,"detail":"It is not as it was written."}\n\n'
    with misbehaving(says(200, text, **EVENTS)) as server:
        (damage,) = node(
            "try { for await (const _ of client.streamGame({ game_id: 'g' })); } catch (error) { failure(error) }",
            server.url,
        )
        assert (damage["kind"], damage["message"]) == ("log-damaged", "It is not as it was written.")
        assert len(server.got) == 1


def test_a_stream_that_is_refused_says_so() -> None:
    with misbehaving(says(401, PROBLEM % ("unauthenticated", 401))) as server:
        (refusal,) = node(
            "try { for await (const _ of client.streamMyDecisions()); } catch (error) { failure(error) }", server.url
        )
        assert refusal["kind"] == "unauthenticated"
        assert len(server.got) == 1


def test_a_signal_ends_a_stream_and_so_does_its_reader() -> None:
    text = 'id: a\nevent: decision\ndata: {"game":"g"}\n\n'
    endless = says(200, text, Content_Length="1000", **EVENTS)
    program = """
    const closing = new AbortController();
    for await (const message of client.streamMyDecisions({ signal: closing.signal })) {
        told(message);
        closing.abort();
    }
    for await (const { type } of client.streamMyDecisions()) { told(type); break; }
    """
    with misbehaving(endless) as server:
        assert node(program, server.url) == [{"type": "decision", "data": {"game": "g"}, "id": "a"}, "decision"]


# ---------------------------------------------------------------- webhooks


def signed(body: str, late: int = 0) -> dict[str, str]:
    now = str(int(time.time()) - late)
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    digest = hmac.digest(key, f"1.{now}.{body}".encode(), hashlib.sha256)
    signature = f"v1,{base64.b64encode(bytes(32)).decode()} v1,{base64.b64encode(digest).decode()}"
    return {"Webhook-Id": "1", "Webhook-Timestamp": now, "Webhook-Signature": signature}


MESSAGE = '{"id":"1","type":"ping","time":"2026-01-01T00:00:00Z","data":{"city":"Lübeck"}}'
VERIFY = "await verifyWebhook(...JSON.parse(process.argv[2])).then(told, failure)"


def verified(headers: object, body: str = MESSAGE, secret: str = SECRET) -> Any:
    return node(VERIFY, "", json.dumps([headers, body, secret]))[0]


def test_a_signed_message_is_read() -> None:
    assert verified(signed(MESSAGE))["data"] == {"city": "Lübeck"}


@pytest.mark.parametrize(
    ("late", "changed", "body", "why"),
    [
        (0, {}, MESSAGE + " ", "No signature matches"),
        (400, {}, MESSAGE, " s ago, but at most 300 s are allowed"),
        (-400, {}, MESSAGE, " s in the future"),
        (0, {"Webhook-Signature": "v1,!"}, MESSAGE, "No signature matches"),
        (0, {"Webhook-Signature": ""}, MESSAGE, "its headers lack webhook-signature"),
        (0, {"Webhook-Timestamp": "soon"}, MESSAGE, "webhook-timestamp is malformed"),
    ],
)
def test_a_forged_or_late_message_is_refused(late: int, changed: dict[str, str], body: str, why: str) -> None:
    found = verified({**signed(MESSAGE, late), **changed}, body)
    assert found["name"] == "BadSignature"
    assert why in found["message"]


def test_a_signed_body_that_is_no_message_is_refused() -> None:
    assert "the body is not a message of Kontor" in verified(signed("[]"), "[]")["message"]


def test_a_malformed_secret_is_reported_as_such() -> None:
    assert verified(signed(MESSAGE), secret="whsec_?")["name"] == "BadSecret"
