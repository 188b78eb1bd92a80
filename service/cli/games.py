"""`kontor games` and `kontor rule`: look at a server's games, and rules up by their id."""

import os

import click

from kontor.service.settings import Settings


@click.command()
@click.option("--status", type=click.Choice(["open", "running", "scoring", "finished", "aborted"]))
@click.option("--ruleset")
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True)
def games(status: str | None, ruleset: str | None, limit: int) -> None:
    """List the newest games of a server (KONTOR_URL, default http://127.0.0.1:8080; KONTOR_KEY for yours)."""
    import httpx

    url = os.environ.get("KONTOR_URL", "http://127.0.0.1:8080")
    key = os.environ.get("KONTOR_KEY")
    query = {name: value for name, value in (("status", status), ("ruleset", ruleset)) if value}
    answer = httpx.get(
        f"{url}/v1/games",
        params={**query, "limit": str(limit)},
        headers={"Authorization": f"Bearer {key}"} if key else {},
    )
    if answer.is_error:
        raise click.ClickException(answer.json().get("detail", answer.reason_phrase))
    for game in answer.json()["items"]:
        waiting = ", ".join(map(str, game["awaiting"])) or "–"
        click.echo(f"{game['id']}  {game['ruleset']:<10} {game['status']:<9} v{game['version']:<5} awaits {waiting}")


@click.command()
@click.argument("rule_id")
def rule(rule_id: str) -> None:
    """Print the text of a rule, e.g. HT-PLACE-1."""
    from kontor.service.registry import Registry

    for rules in Registry.load(Settings.from_environment().rulesets).values():
        if text := rules.rules().get(rule_id.upper()):
            click.echo(f"{rules.title}, {rule_id.upper()}\n\n{text}")
            return
    raise click.ClickException(f"No ruleset has a rule {rule_id.upper()}; ids look like HT-PLACE-1.")
