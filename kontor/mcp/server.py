"""The MCP server: the tools of an account, spoken over standard input and output."""

from importlib.metadata import version

from mcp.server import MCPServer

from kontor.client import Client
from kontor.mcp.tools import Tools

INSTRUCTIONS = """Kontor serves trading board games. Ask `rulesets` what can be played; `create_game`, or `find_games`
and `join_game`, to sit down. Then, again and again: `look`; if `awaiting` names one of `my_seats`, `what_may_i_do` and
`do`; else `wait`. `rules` explains what a refusal names. The game is over when its status is finished."""


def serve(url: str, key: str | None) -> None:
    """Until the standard input ends."""
    with Client(url, key) as client:
        server(client).run("stdio")


def server(client: Client) -> MCPServer:
    made = MCPServer("kontor", instructions=INSTRUCTIONS, version=version("kontor"), log_level="WARNING")
    for tool in Tools(client).all():
        made.tool()(tool)
    return made
