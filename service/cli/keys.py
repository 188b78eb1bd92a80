"""`kontor keys`: the keys that sign receipts."""

from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def keys(file: Path) -> None:
    """Add a new signing key to FILE, which is made if it is missing; restart the API to sign with it.

    Old keys stay in the file: what they signed can be verified for ever.
    """
    from kontor.service.signing.keys import add_key, read_keys

    new = add_key(file)
    click.echo(f"{file} holds {len(read_keys(file))}; {new.id} signs from {new.since} on.")
