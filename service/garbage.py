"""Short pauses of the garbage collector in a process that keeps many games.

A full collection walks through every game that is kept, and nobody is answered meanwhile: with 800 of them for a tenth
of a second. Games hold no cycles; so what has survived a while is put aside, and only what is new is looked through.
"""

import gc
import threading
import time

EVERY = 30.0  # seconds
THOROUGH = 120  # rounds after which everything is looked through once: also what was put aside may have become garbage


def keep_pauses_short() -> None:
    """From now on, for as long as this process lives."""
    gc.set_threshold(5_000, 20, 1_000)  # the oldest are left to the rounds
    threading.Thread(target=_run, name="garbage", daemon=True).start()


def _run() -> None:
    rounds = 0
    while True:
        rounds += 1
        if rounds % THOROUGH == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        time.sleep(EVERY)
