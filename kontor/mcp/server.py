"""The MCP server: offers the tools of an account over standard input and output."""

from importlib.metadata import version

from mcp.server import MCPServer

from kontor.client import Client
from kontor.mcp.tools import Tools

INSTRUCTIONS = """Kontor serves trading board games. `rulesets` lists what can be played. To get a seat, call
`create_game`, or `find_games` and `join_game`. Then repeat: call `look`. If `awaiting` names one of `my_seats`, call
`what_may_i_do` and `do`; otherwise call `wait`. `rules` returns the rule that a refusal names. The game is over once
its status is finished."""


def serve(url: str, key: str | None) -> None:
    """Serve until standard input ends."""
    with Client(url, key) as client:
        server(client).run("stdio")


def server(client: Client) -> MCPServer:
    made = MCPServer("kontor", instructions=INSTRUCTIONS, version=version("kontor"), log_level="WARNING")
    for tool in Tools(client).all():
        made.tool()(tool)
    return made
