"""`kontor server keys`: create the keys that sign receipts."""

from pathlib import Path

import click

from kontor.terminal.server_calls import AS_JSON, tell


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@AS_JSON
def keys(file: Path, as_json: bool) -> None:
    """Add a new signing key to FILE, and create the file if it is missing. Restart the API to sign with the new key.

    Old keys stay in the file, so that clients can always verify old signatures."""
    from kontor.service.signing.keys import add_key, read_keys

    new = add_key(file)
    count = len(read_keys(file))
    sentence = f"Keys in {file}: {count}. Key {new.id} signs from {new.since} on."
    tell(as_json, sentence, keys=count, id=new.id, since=new.since)
