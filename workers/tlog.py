"""The process of the transparency log: at intervals it appends changed games and signs a checkpoint. It is a separate
process, so that neither Redis nor a busy queue delays it."""

import structlog

from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat, report_refusal
from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import BadKeyFile
from kontor.service.stop_event import StopEvent
from kontor.service.store import StoreAway
from kontor.service.store.pool import Pool
from kontor.service.tlog.log import LogSigner, sign_checkpoint
from kontor.service.tlog.signer_note import CannotSign
from kontor.workers.context import open_store

logger = structlog.get_logger()


def run(settings: Settings, stop: StopEvent) -> None:
    """Sign checkpoints until `stop` is set. If the database is unreachable, try again. Read the key file each time."""
    if not settings.signing_keys:
        logger.warning("checkpoints disabled: KONTOR_SIGNING_KEYS is not set")
        stop.wait()
        return
    client = connect(settings.redis_url)
    with open_store(settings).pool as pool:
        while True:
            report_refusal(client, sign_once(pool, settings), settings.checkpoint_seconds)
            beat(client, "tlog")
            if stop.wait(settings.checkpoint_seconds):
                return


def sign_once(pool: Pool, settings: Settings) -> str | None:
    """Sign one checkpoint if a game has changed. Log an error; the next round tries again. Return the reason if the
    signer refuses."""
    try:
        if (found := sign_checkpoint(pool, LogSigner.of(settings))) is not None:
            logger.info("checkpoint signed", size=found.size, root=found.root.hex())
    except StoreAway as error:
        logger.warning("postgres unreachable, signing tries again", error=str(error))
    except (BadKeyFile, BadSetting, CannotSign) as error:
        logger.error("no checkpoint is signed", reason=str(error))
        return str(error)
    return None
