"""`kontor mcp`: offer the public API as tools for a language model."""

import click

from kontor.terminal.server_calls import URL, the_server


@click.command()
@URL
def mcp(url: str | None) -> None:
    """Serve the API to a language model, by the Model Context Protocol on standard input and output.

    The model plays with the key of `kontor login`, or KONTOR_KEY. Without a key it can only watch.
    """
    from kontor.mcp.server import serve

    server = the_server(url)
    serve(server.url, server.key)
