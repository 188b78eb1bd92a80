"""The games of a tournament as an archive (docs/audit.md), as `kontor export` writes those of a server.

No server stands behind them: nobody signs it, as files of the library.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from kontor.domain.kernel.canonical import JsonObject
from kontor.engine.log import AT
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.files import write_atomically

ASKED: JsonObject = {"made_at": AT, "status": "finished", "imported": False}


def keep(path: Path, ruleset: str, numbers: Iterable[int], bundle: Callable[[int], bytes]) -> None:
    """The archive of these games, in this order: the same tournament is the same archive, byte for byte."""
    asked: JsonObject = {**ASKED, "ruleset": ruleset}
    with write_atomically(path) as file, ArchiveWriter(file, None, asked) as archive:
        for number in numbers:
            archive.add([bundle(number)])
        archive.end(None)
