"""The process of the transparency log. At intervals it appends the changed games to the log and signs a checkpoint. The
log has a separate process, so that neither Redis nor a busy queue delays it.

Each witness has its own thread. So a slow witness delays neither the signing nor other witnesses.
"""

import threading
from collections.abc import Sequence

import httpx
import structlog

from kontor.service.jobs.after_commit import connect
from kontor.service.jobs.liveness import beat, report_refusal
from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import BadKeyFile
from kontor.service.stop_event import StopEvent
from kontor.service.store.pool import Pool, StoreAway
from kontor.service.tlog.cosigning import ForkReported, ListedWitness, NotCosigned, cosign_newest, read_listed
from kontor.service.tlog.guard import HELP
from kontor.service.tlog.log import LogSigner, sign_checkpoint
from kontor.service.tlog.signer_note import CannotSign
from kontor.workers.context import open_store

logger = structlog.get_logger()

NAMED = 3  # damaged games in the reason that `kontor server doctor` shows


def run(settings: Settings, stop: StopEvent) -> None:
    """Sign checkpoints until `stop` is set. If the database is unreachable, try again. Read the file with the signing
    keys each time.
    """
    if not settings.signing_keys:
        logger.warning("checkpoints disabled: KONTOR_SIGNING_KEYS is not set")
        stop.wait()
        return
    client = connect(settings.redis_url)
    with open_store(settings).pool as pool:
        wake = _start_witnesses(pool, settings, stop)
        while True:
            report_refusal(client, sign_once(pool, settings), settings.checkpoint_seconds)
            beat(client, "tlog")
            for each in wake:
                each.set()
            if stop.wait(settings.checkpoint_seconds):
                break
        for each in wake:
            each.set()


def sign_once(pool: Pool, settings: Settings) -> str | None:
    """Sign one checkpoint if a game has changed. If this fails, log the error, and the next round tries again. Return
    the reason if the signer refuses to sign, or if it leaves out damaged games.
    """
    try:
        found = sign_checkpoint(pool, LogSigner.of(settings))
        if found.checkpoint is not None:
            logger.info("checkpoint signed", size=found.checkpoint.size, root=found.checkpoint.root.hex())
        if found.left_out:
            logger.error("damaged games are left out of the checkpoints", games=found.left_out)
            count = f"{len(found.left_out)} games are" if len(found.left_out) > 1 else "A game is"
            return f"{count} left out of the checkpoints: {'; '.join(found.left_out[:NAMED])}. {HELP}"
    except StoreAway as error:
        logger.warning("postgres unreachable, the signer tries again", error=str(error))
    except (BadKeyFile, BadSetting, CannotSign) as error:
        logger.error("no checkpoint is signed", reason=str(error))
        return str(error)
    return None


def _start_witnesses(pool: Pool, settings: Settings, stop: StopEvent) -> Sequence[threading.Event]:
    """Start a thread for each witness that has an address. Return the events that wake these threads. The threads end
    with the process, because a witness that does not answer must not delay the end of the process.
    """
    try:
        witnesses = [each for each in read_listed(settings.witnesses) if each.url]
    except BadSetting as error:
        logger.error("no witness is asked", reason=str(error))
        return []
    wake = [threading.Event() for _ in witnesses]
    for witness, event in zip(witnesses, wake, strict=True):
        threading.Thread(target=_follow, args=(pool, witness, event, stop), daemon=True).start()
    return wake


def _follow(pool: Pool, witness: ListedWitness, wake: threading.Event, stop: StopEvent) -> None:
    with httpx.Client() as client:
        while wake.wait() and not stop.is_set():
            wake.clear()
            cosign_once(pool, witness, client)


def cosign_once(pool: Pool, witness: ListedWitness, client: httpx.Client) -> None:
    """Ask a witness to cosign the newest checkpoint. If this fails, log the error, and the next round tries again."""
    try:
        if (size := cosign_newest(pool, witness, client)) is not None:
            logger.info("checkpoint cosigned", size=size, witness=witness.key.name)
    except StoreAway as error:
        logger.warning("postgres unreachable, witness is asked again", witness=witness.key.name, error=str(error))
    except ForkReported as error:
        logger.error("a witness reports a fork", witness=witness.key.name, reason=str(error))
    except NotCosigned as error:
        logger.warning("a witness has not cosigned", witness=witness.key.name, reason=str(error))
