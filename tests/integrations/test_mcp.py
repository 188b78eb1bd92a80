"""`kontor mcp`: a client of the protocol plays by tools alone, over standard input and output."""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters

from kontor.service.settings import Settings
from tests.support.api_processes import environment
from tests.support.integration_games import key_of
from tests.support.running_up import Up

pytestmark = pytest.mark.xdist_group("up")

Tool = Callable[..., Awaitable[Any]]


def with_tools(kontor: Up, key: str, play: Callable[[Client, Tool], Awaitable[None]]) -> None:
    """Everything that `play` does, on a server process of its own."""
    env = {**environment(Settings()), "KONTOR_URL": kontor.url, "KONTOR_KEY": key}
    process = StdioServerParameters(command=sys.executable, args=["-m", "kontor.service.cli", "mcp"], env=env)

    async def main() -> None:
        async with Client(process) as client:

            async def call(name: str, **given: Any) -> Any:
                answer = await client.call_tool(name, given)
                assert not answer.is_error, answer.content
                found: Any = answer.structured_content
                return found["result"] if set(found) == {"result"} and name != "look" else found

            await play(client, call)

    asyncio.run(asyncio.wait_for(main(), 120))


def test_a_game_is_played_to_its_end_by_tools_alone(kontor: Up, anna: httpx.Client) -> None:
    async def play(client: Client, call: Tool) -> None:
        named = {tool.name: tool.description for tool in (await client.list_tools()).tools}
        assert all(named.values())
        assert "tiny" in [each["name"] for each in await call("rulesets")]
        asked = {"ruleset": "tiny", "board": "square", "options": {"rounds": 1}}
        game = await call("create_game", **asked, seats=["me", "random"])
        luck = random.Random(1)
        while game["status"] != "finished":
            (mine,) = game["my_seats"]
            if any(each["seat"] == mine for each in game["awaiting"]):
                may = await call("what_may_i_do", game=game["game"], commands=10)
                assert (may["seat"], may["awaited"]) == (mine, True)
                game = await call("do", game=game["game"], command=luck.choice(may["commands"]))
                assert game["happened"]
            else:
                game = await call("wait", game=game["game"], version=game["version"])
        assert {each["rank"] for each in game["result"]} >= {1}
        score = await call("score", game=game["game"])
        assert score["final"]
        assert {each["seat"]: each["total"] for each in score["seats"]} == {
            each["seat"]: each["total"] for each in game["result"]
        }
        assert game["game"] in [each["game"] for each in await call("find_games", mine=True, status="finished")]

    with_tools(kontor, key_of(anna), play)


def test_reading_rules_and_joining(kontor: Up, anna: httpx.Client, ben: httpx.Client) -> None:
    async def play(client: Client, call: Tool) -> None:
        made = ben.post(
            "/v1/games",
            json={"ruleset": "hansa", "board": "hansa", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]},
        ).json()
        assert made["id"] in [each["game"] for each in await call("find_games", status="open")]
        assert (await call("join_game", game=made["id"], seat=2))["my_seats"] == [2]
        assert (await call("join_game", game=made["id"], seat=3))["status"] == "running"
        seen = await call("look", game=made["id"], seat=2)
        assert "Lübeck" in seen["picture"]
        assert seen["state"]["seats"]
        (rule,) = await call("rules", ruleset="hansa", about="HT-PLACE-1")
        assert rule["id"] == "HT-PLACE-1"
        assert len(await call("rules", ruleset="hansa", about="empty post")) > 1

        refused = await client.call_tool("do", {"game": made["id"], "command": {"type": "end_turn"}, "seat": 2})
        assert refused.is_error
        assert "Seat 2 has nothing to decide now" in str(refused.content)
        assert "`wait` until something happens" in str(refused.content)
        lost = await client.call_tool("look", {"game": "nowhere"})
        assert lost.is_error
        assert "`find_games` lists games" in str(lost.content)
        silent = await client.call_tool("rules", {"ruleset": "hansa", "about": "elephants"})
        assert "No rule of hansa mentions elephants" in str(silent.content)

    with_tools(kontor, key_of(anna), play)
