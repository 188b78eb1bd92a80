"""`kontor server keys`: the keys that sign receipts."""

from pathlib import Path

import click

from kontor.terminal.server_calls import AS_JSON, tell


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@AS_JSON
def keys(file: Path, as_json: bool) -> None:
    """Add a new signing key to FILE, which is made if it is missing; restart the API to sign with it.

    Old keys stay in the file: what they signed can be verified for ever.
    """
    from kontor.service.signing.keys import add_key, read_keys

    new = add_key(file)
    count = len(read_keys(file))
    tell(as_json, f"{file} holds {count}; {new.id} signs from {new.since} on.", keys=count, id=new.id, since=new.since)
