"""Write the export that an auditor requested, in a separate program with limits (`workers.limited_program`). The
argument of the program is the file descriptor for the archive.
"""

import errno
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kontor.domain.kernel.model import read
from kontor.service.audit.bundle_writer import StoredBundles
from kontor.service.audit.export import AskedExport, Exported, export
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.signing.receipts import Signer
from kontor.service.tlog.served import LeafContradicted, ServedLog
from kontor.workers.context import open_store
from kontor.workers.limited_program import Progress, run


def write_export(text: bytes, settings: Settings) -> Mapping[str, Any]:
    try:
        made = _write(read(AskedExport, json.loads(text)), settings)
    except LeafContradicted as error:
        return {"why": f"{error} The operator must run `kontor audit db`."}
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        most = settings.max_export_bytes // 2**20
        return {
            "why": f"The archive is larger than {most} MiB. Ask for fewer games with `since`, or run `kontor export`."
        }
    return {"result": {"games": made.games, "events": made.events, "next": made.following}}


def _write(asked: AskedExport, settings: Settings) -> Exported:
    signer, progress = Signer(read_keys(Path(settings.signing_keys))), Progress()
    store = open_store(settings)
    with store.pool as pool, os.fdopen(int(sys.argv[1]), "wb") as file:
        bundles = StoredBundles(store, ServedLog(pool, (), lambda: signer.public_keys), signer)
        wanted = asked.wanted(signer.cursor_secret)
        made = export(bundles, file, wanted, lambda games: progress("exporting", games, 0))
        progress("exporting", made.games, made.games)
        return made


if __name__ == "__main__":
    run(write_export, Settings.from_environment().max_export_bytes)
