"""`kontor bots`: list the bots."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

import click

from kontor.terminal.server_calls import calling, echo_json, server_options
from kontor.terminal.shipped import shipped_rules

Offer: TypeAlias = tuple[str, list[str], list[Mapping[str, Any]]]  # ruleset, bots, levels


@click.command()
@click.argument("ruleset", required=False)
@click.option("--offline", is_flag=True, help="list the bots of this installation, without a server")
@server_options
def bots(ruleset: str | None, offline: bool, url: str | None, as_json: bool) -> None:
    """List the bots and the levels of difficulty of a server, for one RULESET or for all."""
    found = 0
    for name, names, levels in _offline(ruleset) if offline else _served_offers(ruleset, url):
        found += 1
        if as_json:
            echo_json({"ruleset": name, "bots": names, "levels": levels})
            continue
        click.echo(f"{name}: {', '.join(names)}")
        for level in levels:
            click.echo(f"  {level['name']} ({level['bot']}): {level['about']}")
    if not found:
        raise click.ClickException("The server offers no ruleset.")


def _offline(ruleset: str | None) -> Iterator[Offer]:
    for rules in shipped_rules(ruleset):
        yield rules.name, sorted(rules.bots), [asdict(level) for level in rules.levels]


def _served_offers(ruleset: str | None, url: str | None) -> Iterator[Offer]:
    with calling(url) as client:
        served = [each["name"] for each in client.ask("GET", "/v1/rulesets")["items"]]
        if ruleset is not None and ruleset not in served:
            raise click.ClickException(f"There is no ruleset {ruleset}. The rulesets are {', '.join(served)}.")
        for name in [ruleset] if ruleset else served:
            told: Mapping[str, Any] = client.ruleset(name)
            yield name, list(told["bots"]), list(told.get("levels", ()))
