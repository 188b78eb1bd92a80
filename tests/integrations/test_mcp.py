"""`kontor mcp`: a client of the protocol plays by tools alone, over standard input and output."""

import asyncio
import random
import re
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


def full_look(game: str) -> dict[str, Any]:
    return {"game": game, "seat": 2, "form": "full"}


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
        asked = {"ruleset": "tiny", "options": {"rounds": 1}}
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
        seen = await call("look", game=made["id"], seat=2, form="full")
        assert "Lübeck" in seen["picture"]
        assert seen["state"]["seats"]
        compact = await client.call_tool("look", {"game": made["id"], "seat": 2})
        assert compact.structured_content["state"]["seats"]
        sizes = [
            len(str(each.content[0].text)) for each in (compact, await client.call_tool("look", full_look(made["id"])))
        ]
        assert 3 * sizes[0] < sizes[1], sizes
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


def test_refusals_are_in_our_own_words_and_list_all_errors(kontor: Up, anna: httpx.Client) -> None:
    async def play(client: Client, call: Tool) -> None:
        async def refusal(tool: str, **given: Any) -> str:
            answer = await client.call_tool(tool, given)
            assert answer.is_error
            return str(answer.content[0].text)

        both = await refusal("look", seat="two", form="short")
        assert "game is missing: it must be text." in both
        assert "seat must be a whole number, or left out." in both
        assert "form must be one of compact, full." in both
        assert "pydantic" not in both
        assert "look has no argument table. Its arguments are game, seat, form." in await refusal("look", table=1)
        assert "There is no tool dance. The tools are rulesets," in await refusal("dance")
        game = await call("create_game", ruleset="hansa", seats=["me", "me", "me"])
        wrong = {"type": "place_piece", "post": 7, "colour": "red"}
        listed = await refusal("do", game=game["game"], command=wrong)
        assert all(f"/{field}: " in listed for field in ("post", "shape", "colour")), listed
        assert "`what_may_i_do` lists complete commands" in listed
        (kept,) = await call("refusals", game=game["game"])
        assert '"colour"' in kept["sent"]

    with_tools(kontor, key_of(anna), play)


def test_commands_are_tried_without_playing_them(kontor: Up, anna: httpx.Client) -> None:
    async def play(client: Client, call: Tool) -> None:
        game = await call("create_game", ruleset="hansa", seats=["me", "me", "me"])
        seat = game["awaiting"][0]["seat"]
        tried = await call("try_commands", game=game["game"], commands=[{"type": "end_turn"}], seat=seat)
        assert tried["awaiting"] != [seat]
        assert "turn_ended" in [each["type"] for each in tried["events"]]
        assert (await call("look", game=game["game"]))["version"] == game["version"]

    with_tools(kontor, key_of(anna), play)


def test_resources_and_prompts_explain_the_rules_and_how_to_play(kontor: Up, anna: httpx.Client) -> None:
    async def play(client: Client, call: Tool) -> None:
        def text(answer: Any) -> str:
            return str(answer.contents[0].text)

        assert [str(each.uri) for each in (await client.list_resources()).resources] == ["kontor://how-to-play"]
        named = {each.uri_template for each in (await client.list_resource_templates()).resource_templates}
        assert named == {"kontor://rulesets/{ruleset}/rules", "kontor://games/{game}/board"}
        tools = {each.name for each in (await client.list_tools()).tools}
        how_to = text(await client.read_resource("kontor://how-to-play"))
        assert set(re.findall(r"`(\w+)`", how_to)) - {"awaiting", "my_seats"} <= tools
        assert "- HT-PLACE-1: " in text(await client.read_resource("kontor://rulesets/hansa/rules"))
        game = await call("create_game", ruleset="hansa", seats=["me", "me", "me"])
        assert "Lübeck" in text(await client.read_resource(f"kontor://games/{game['game']}/board"))
        prompts = {each.name for each in (await client.list_prompts()).prompts}
        assert prompts == {"play_a_game", "explain_a_refusal"}
        asked = await client.get_prompt("play_a_game", {"ruleset": "merchants"})
        assert "Create a game of merchants" in str(asked.messages[0].content.text)

    with_tools(kontor, key_of(anna), play)
