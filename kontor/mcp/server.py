"""The MCP server: offers the tools, resources and prompts of an account over standard input and output or HTTP."""

import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from kontor.client import Client
from kontor.mcp.guides import HOW_TO_PLAY, Guides
from kontor.mcp.tools import Tools

INSTRUCTIONS = f"""Kontor serves trading board games. {HOW_TO_PLAY}"""

KINDS = {
    "integer": "a whole number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def serve(url: str, key: str | None) -> None:
    """Serve until standard input ends."""
    with Client(url, key) as client:
        server(lambda: client).run("stdio")


def server(client: Callable[[], Client]) -> MCPServer:
    """Return the server with all its tools, resources and prompts. `client`: a function that returns the client for the
    calling account."""
    # A subscription would be an open stream, and no list of this server ever changes.
    made = Server(
        "kontor", instructions=INSTRUCTIONS, version=version("kontor"), log_level="WARNING", subscriptions=False
    )
    for tool in Tools(client).all():
        made.tool()(tool)
    Guides(client).add_to(made)
    return made


class Server(MCPServer):
    """An MCP server that describes every wrong argument in a plain sentence, and sends JSON without indentation."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in schemas:
            raise ToolError(f"There is no tool {name}. The tools are {', '.join(schemas)}.")
        known = schemas[name]["properties"]
        if unknown := [each for each in arguments if each not in known]:
            raise ToolError(
                f"{name} has no argument {', '.join(unknown)}. Its arguments are {', '.join(known) or 'none'}."
            )
        try:
            result = await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(" ".join(_sentences(cause, known))) from cause
            raise ToolError(str(error).removeprefix(f"Error executing tool {name}: ")) from cause
        if isinstance(result, CallToolResult) and result.structured_content is not None:
            text = json.dumps(result.structured_content, ensure_ascii=False, separators=(",", ":"))
            return result.model_copy(update={"content": [TextContent(type="text", text=text)]})
        return result


def _sentences(error: ValidationError, known: dict[str, Any]) -> list[str]:
    """Return a sentence about each wrong argument."""
    found = {str(each["loc"][0]): each["type"] == "missing" for each in error.errors()}
    must = {True: "is missing: it must be", False: "must be"}
    return [f"{name} {must[missing]} {_kind(known[name])}." for name, missing in found.items()]


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    if "anyOf" in schema:  # one kind, or null
        return f"{_kind(schema['anyOf'][0])}, or left out"
    return KINDS[schema["type"]]
