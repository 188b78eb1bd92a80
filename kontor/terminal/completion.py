"""`kontor completion`: let shells complete commands, options and game ids."""

import click

WHERE = {
    "bash": 'eval "$(kontor completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(kontor completion zsh)" in ~/.zshrc',
    "fish": "kontor completion fish > ~/.config/fish/completions/kontor.fish",
}


@click.command(epilog=" · ".join(WHERE.values()))
@click.argument("shell", type=click.Choice(list(WHERE)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete `kontor`."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None, "click supports these three shells"
    click.echo(kind(ctx.find_root().command, {}, "kontor", "_KONTOR_COMPLETE").source())
