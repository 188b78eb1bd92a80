"""`kontor rule`: a rule by its id."""

import click

from kontor.service.settings import Settings


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
