"""Short pauses of the garbage collector in a process that keeps many games, or many streams.

A full collection walks through every game that is kept, and nobody is answered meanwhile: with 800 of them for a tenth
of a second. Games hold no cycles; so what has survived a while is put aside, and only what is new is looked through.
"""

import gc
import threading
import time

EVERY = 30.0  # seconds
THOROUGH = (
    3600.0  # seconds after which everything is looked through once: also what was put aside may be garbage by now
)


def keep_pauses_short(every: float = EVERY) -> None:
    """From now on, for as long as this process lives. A pause is as long as what was made in `every` seconds and has
    survived takes to be looked through."""
    gc.set_threshold(5_000, 20, 1_000)  # the oldest are left to the rounds
    threading.Thread(target=_run, args=(every,), name="garbage", daemon=True).start()


def _run(every: float) -> None:
    thorough_at = time.monotonic() + THOROUGH
    while True:
        if time.monotonic() >= thorough_at:
            gc.unfreeze()
            thorough_at = time.monotonic() + THOROUGH
        gc.collect()
        gc.freeze()
        time.sleep(every)
