"""Remote MCP: a client of the library `mcp` knows only the address `/mcp`. It discovers the sign-in, registers itself,
signs a person in, and calls the tools of `kontor mcp`."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from kontor.mcp.server import server
from kontor.service.front.mcp.endpoint import PER_CALLER
from tests.support.api_processes import below, process_name
from tests.support.bot_games import wait_until
from tests.support.running_up import Up

pytestmark = pytest.mark.xdist_group("up")

CALLBACK = "http://127.0.0.1:41235/callback"
FORMS = ("auto", "legacy")  # with and without the handshake of older clients
MESSAGE = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPT = {"Accept": "application/json, text/event-stream"}


class Stored:
    """The tokens and the registration of a client."""

    tokens: OAuthToken | None = None
    info: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.info

    async def set_client_info(self, info: OAuthClientInformationFull) -> None:
        self.info = info


@asynccontextmanager
async def connected(address: str, person: httpx.Client, stored: Stored, form: str = "auto") -> AsyncIterator[Client]:
    """Connect as any MCP client does. `person` agrees on the consent page."""
    returned: dict[str, str] = {}

    async def open_browser(url: str) -> None:
        answer = person.post("/v1/me/apps", json={"request": urlsplit(url).query})
        assert answer.status_code == 201, answer.text
        returned.update(parse_qsl(urlsplit(answer.json()["redirect_to"]).query))

    async def come_back() -> AuthorizationCodeResult:
        return AuthorizationCodeResult(**returned)

    app = OAuthClientMetadata(client_name="An assistant", redirect_uris=[AnyUrl(CALLBACK)])
    auth = OAuthClientProvider(address, app, stored, open_browser, come_back)
    async with (
        create_mcp_http_client(auth=auth) as http,
        Client(streamable_http_client(address, http_client=http), mode=form) as client,
    ):
        yield client


async def call(client: Client, name: str, **given: Any) -> Any:
    answer = await client.call_tool(name, given)
    assert not answer.is_error, answer.content
    found: Any = answer.structured_content
    return found["result"] if set(found) == {"result"} else found


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), 120))


async def play_a_game(client: Client) -> str:
    game = await call(client, "create_game", ruleset="tiny", options={"rounds": 1}, seats=["me", "random"])
    luck = random.Random(1)
    while game["status"] != "finished":
        if any(each["seat"] in game["my_seats"] for each in game["awaiting"]):
            may = await call(client, "what_may_i_do", game=game["game"], commands=10)
            game = await call(client, "do", game=game["game"], command=luck.choice(may["commands"]))
        else:
            game = await call(client, "wait", game=game["game"], version=game["version"])
    return str(game["game"])


@pytest.mark.parametrize("form", FORMS)
def test_a_client_that_knows_the_address_signs_in_and_plays(kontor: Up, anna: httpx.Client, form: str) -> None:
    async def play() -> None:
        stored = Stored()
        async with connected(f"{kontor.url}/mcp", anna, stored, form) as client:
            there = {each.name: each for each in (await client.list_tools()).tools}
            here = {each.name: each for each in await server(lambda: pytest.fail("no call")).list_tools()}
            assert there == here  # the same tools as over standard input and output
            game = await play_a_game(client)
            assert "kontor://how-to-play" in [str(each.uri) for each in (await client.list_resources()).resources]
            assert {each.name for each in (await client.list_prompts()).prompts} == {"play_a_game", "explain_a_refusal"}
        assert game in [each["id"] for each in anna.get("/v1/games?mine=true").json()["items"]]
        assert stored.tokens is not None
        assert stored.tokens.scope == "game:create game:play game:read"
        secrets.extend([stored.tokens.access_token, str(stored.tokens.refresh_token)])

    secrets = [anna.headers["Authorization"].removeprefix("Bearer ")]
    run(play)
    logs = [each.read_text(errors="replace") for each in kontor.home.rglob("*.log")]
    assert [each for each in secrets if each in "".join(logs)] == []
    assert len(logs) >= 4
    [app] = anna.get("/v1/me/apps").json()["items"]
    assert app["app"] == "An assistant"


def test_callers_never_share_anything(kontor: Up, anna: httpx.Client, ben: httpx.Client) -> None:
    """Requests of two people at the same time, on one process."""

    async def play() -> None:
        address = f"{kontor.url}/mcp"
        async with connected(address, anna, Stored()) as hers, connected(address, ben, Stored()) as his:
            for _ in range(10):
                made = [call(each, "create_game", ruleset="tiny", seats=["me", "open"]) for each in (hers, his)]
                assert [each["my_seats"] for each in await asyncio.gather(*made)] == [[1], [1]]
            both = await asyncio.gather(*(call(each, "find_games", mine=True) for each in (hers, his)))
        one, other = ({game["game"] for game in games} for games in both)
        assert (len(one), len(other), one & other) == (10, 10, set())

    run(play)


def test_a_revoked_client_is_refused_also_while_it_waits(kontor: Up, anna: httpx.Client) -> None:
    async def play() -> None:
        stored = Stored()
        async with connected(f"{kontor.url}/mcp", anna, stored) as client:
            game = await call(client, "create_game", ruleset="tiny", seats=["me", "me"])
            waiting = asyncio.create_task(client.call_tool("wait", {"game": game["game"], "version": game["version"]}))
            await asyncio.sleep(1)
            [app] = anna.get("/v1/me/apps").json()["items"]
            assert anna.delete(f"/v1/me/apps/{app['id']}").status_code == 204
            since = time.monotonic()
            answer = await waiting
            assert answer.is_error
            assert "key is not valid" in str(answer.content)
            assert time.monotonic() - since < 10  # an untouched wait lasts 25 seconds
        assert stored.tokens is not None
        key = {"Authorization": f"Bearer {stored.tokens.access_token}"}
        assert httpx.post(f"{kontor.url}/mcp", json=MESSAGE, headers={**ACCEPT, **key}).status_code == 401

    run(play)


def test_an_account_has_so_many_requests_open(kontor: Up, anna: httpx.Client) -> None:
    game = anna.post("/v1/games", json={"ruleset": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}).json()
    waits = {"game": game["id"], "version": game["version"], "seconds": 5}
    body = {**MESSAGE, "method": "tools/call", "params": {"name": "wait", "arguments": waits}}
    ours = {**ACCEPT, "Authorization": anna.headers["Authorization"]}

    async def play() -> None:
        async with httpx.AsyncClient(base_url=kontor.url, headers=ours, timeout=60) as http:
            await http.post("/mcp", json=MESSAGE)
            answers = await asyncio.gather(*(http.post("/mcp", json=body) for _ in range(PER_CALLER + 5)))
        refused = [each for each in answers if each.status_code == 429]
        assert refused
        assert {each.status_code for each in answers} == {200, 429}
        assert "requests to /mcp" in refused[0].json()["detail"]

    run(play)


def test_the_process_is_restarted(kontor: Up, anna: httpx.Client) -> None:
    def mine() -> list[int]:
        return [pid for pid in below(kontor.process.pid) if process_name(pid).strip() == "kontor mcp"]

    ours = {**ACCEPT, "Authorization": anna.headers["Authorization"]}
    [pid] = mine()
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: mine() not in ([], [pid]))
    wait_until(lambda: httpx.post(f"{kontor.url}/mcp", json=MESSAGE, headers=ours, timeout=60).status_code == 200)


def test_an_app_without_a_scope_is_refused_in_words(kontor: Up, anna: httpx.Client) -> None:
    small = anna.post("/v1/me/keys", json={"scopes": ["game:read"]}).json()["api_key"]
    given = {"name": "create_game", "arguments": {"ruleset": "tiny", "seats": ["me", "me"]}}
    body = {**MESSAGE, "method": "tools/call", "params": given}
    answer = httpx.post(f"{kontor.url}/mcp", json=body, headers={**ACCEPT, "Authorization": f"Bearer {small}"})
    assert answer.status_code == 200
    assert answer.json()["result"]["isError"]
    assert "needs a key with the scope game:create" in answer.json()["result"]["content"][0]["text"]


def test_a_refusal_leads_to_the_sign_in(kontor: Up, anna: httpx.Client) -> None:
    nobody = httpx.post(f"{kontor.url}/mcp", json=MESSAGE, headers=ACCEPT)
    assert nobody.status_code == 401
    assert nobody.json()["type"] == "/problems/unauthenticated"
    challenge = nobody.headers["WWW-Authenticate"]
    address = challenge.partition('resource_metadata="')[2].rstrip('"')
    assert httpx.get(address).json()["resource"] == f"{kontor.url}/mcp"
    assert httpx.get(f"{kontor.url}/mcp", headers=ACCEPT).status_code == 401
    token = anna.headers["Authorization"]
    for method in ("GET", "DELETE"):
        refused = httpx.request(method, f"{kontor.url}/mcp", headers={**ACCEPT, "Authorization": token})
        assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    game = anna.post("/v1/games", json={"ruleset": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}).json()
    seat = anna.post(f"{game['href']}/seats/1/token").json()["token"]
    with_seat = httpx.post(f"{kontor.url}/mcp", json=MESSAGE, headers={**ACCEPT, "Authorization": f"Bearer {seat}"})
    assert with_seat.status_code == 403


def test_pages_may_call_it_and_limits_apply(kontor: Up, anna: httpx.Client) -> None:
    there = {"Origin": "https://inspector.example", "Access-Control-Request-Method": "POST"}
    asked = {**there, "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version"}
    preflight = httpx.options(f"{kontor.url}/mcp", headers=asked)
    assert preflight.status_code == 204
    assert "Mcp-Protocol-Version" in preflight.headers["Access-Control-Allow-Headers"]
    ours = {**ACCEPT, "Authorization": anna.headers["Authorization"], "Origin": there["Origin"]}
    answer = httpx.post(f"{kontor.url}/mcp/", json=MESSAGE, headers=ours)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Request-Id"]
    large = httpx.post(f"{kontor.url}/mcp", json={**MESSAGE, "params": {"x": "y" * 300_000}}, headers=ours)
    assert large.status_code == 413
