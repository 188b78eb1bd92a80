"""Sign checkpoints of the transparency log as a worker that has no note yet. Each call acts as another worker."""

import tempfile
from pathlib import Path

from kontor.service.store.pool import Pool
from kontor.service.tlog import log
from kontor.service.tlog.notes import Checkpoint, NoteSigner
from kontor.service.tlog.signer_note import SignerNote


def sign_checkpoint(pool: Pool, signer: NoteSigner, *older: NoteSigner) -> Checkpoint | None:
    """Sign a checkpoint with the games that changed. `older`: the previous keys of the log."""
    with tempfile.TemporaryDirectory() as directory:
        keys = [each.key.public for each in (signer, *older)]
        return log.sign_checkpoint(
            pool, log.LogSigner(signer, keys, SignerNote(Path(directory) / "note.json"))
        ).checkpoint
