"""Write the games of a tournament to an archive (docs/audit.md), in the format of `kontor export`.

The archive is not signed, because no server played the games.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from kontor.domain.kernel.canonical import JsonObject
from kontor.engine.log import AT
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.files import write_atomically

ASKED: JsonObject = {"made_at": AT, "status": "finished", "imported": False}


def keep(path: Path, ruleset: str, numbers: Iterable[int], bundle: Callable[[int], bytes]) -> None:
    """Write an archive with the bundles of these games, in this order. The archive of the same tournament has the same
    bytes."""
    asked: JsonObject = {**ASKED, "ruleset": ruleset}
    with write_atomically(path) as file, ArchiveWriter(file, None, asked) as archive:
        for number in numbers:
            archive.add([bundle(number)])
        archive.end(None)
