"""`kontor board`: check board files."""

from pathlib import Path
from typing import cast

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell


@click.group()
def board() -> None:
    """Check board files."""


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--ruleset", help="the board's ruleset; not needed if only one is served")
@AS_JSON
def check(file: Path, ruleset: str | None, as_json: bool) -> None:
    """Check a board FILE as the API does, and print its hash."""
    from kontor.domain.kernel.boards import board_hash
    from kontor.domain.kernel.canonical import Json, JsonObject, parse_strict
    from kontor.service.registry import Registry

    registry = Registry.load(Settings.from_environment().rulesets)
    name = ruleset or (next(iter(registry)) if len(registry) == 1 else None)
    if name is None or name not in registry:
        raise click.UsageError(f"Name the board's ruleset with --ruleset: {', '.join(registry)}.")
    try:
        body: Json = parse_strict(file.read_text())
    except (ValueError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} cannot be read: {error}") from error
    if not isinstance(body, dict):
        raise click.ClickException(f"{file} is not a JSON object.")
    flaws = registry[name].check_board(cast(JsonObject, body))
    for flaw in flaws:
        click.echo(f"{flaw.pointer or '/'}: {flaw.message} ({flaw.code})", err=True)
    if flaws:
        raise click.ClickException(f"{file} is not a valid board of {name}.")
    tell(as_json, board_hash(cast(JsonObject, body)), ruleset=name, hash=board_hash(cast(JsonObject, body)))
