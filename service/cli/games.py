"""`kontor games`: the newest games of a server."""

import os

import click

from kontor.service.cli.servers import HERE, body_of


@click.command()
@click.option("--status", type=click.Choice(["open", "running", "scoring", "finished", "aborted"]))
@click.option("--ruleset")
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True)
def games(status: str | None, ruleset: str | None, limit: int) -> None:
    """List the newest games of a server (KONTOR_URL, default http://127.0.0.1:8080; KONTOR_KEY for yours)."""
    import httpx

    url = os.environ.get("KONTOR_URL", HERE)
    key = os.environ.get("KONTOR_KEY")
    query = {name: value for name, value in (("status", status), ("ruleset", ruleset)) if value}
    answer = httpx.get(
        f"{url}/v1/games",
        params={**query, "limit": str(limit)},
        headers={"Authorization": f"Bearer {key}"} if key else {},
    )
    for game in body_of(answer)["items"]:
        waiting = ", ".join(map(str, game["awaiting"])) or "–"
        click.echo(f"{game['id']}  {game['ruleset']:<10} {game['status']:<9} v{game['version']:<5} awaits {waiting}")
