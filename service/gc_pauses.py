"""Keep pauses of the garbage collector short in a process that holds many games or many streams.

A full collection visits every cached game, and the process answers no request meanwhile. With 800 games, this takes a
tenth of a second. Games contain no reference cycles. So objects that survive a collection are frozen (`gc.freeze`), and
later collections visit only new objects.
"""

import gc
import threading
import time

EVERY = 30.0  # seconds
THOROUGH = 3600.0  # seconds between full collections: frozen objects may have become garbage


def keep_pauses_short(every: float = EVERY) -> None:
    """Start a thread that collects and freezes objects every `every` seconds until the process ends. The length of a
    pause then depends only on the objects of the last `every` seconds."""
    gc.set_threshold(5_000, 20, 1_000)  # leave the oldest generation to the thread
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
