"""`kontor rule`: print the text of a rule."""

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell


@click.command()
@click.argument("rule_id")
@AS_JSON
def rule(rule_id: str, as_json: bool) -> None:
    """Print the text of a rule, e.g. HT-PLACE-1."""
    from kontor.service.registry import Registry

    name = rule_id.upper()
    for rules in Registry.load(Settings.from_environment().rulesets).values():
        if text := rules.rules().get(name):
            tell(as_json, f"{rules.title}, {name}\n\n{text}", ruleset=rules.name, id=name, text=text)
            return
    raise click.ClickException(f"No ruleset has a rule {name}; ids look like HT-PLACE-1.")
