"""A witness that listens on a port of this machine, as `kontor witness` does."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kontor.service.cli.witness import server_of
from kontor.service.tlog.notes import VerifierKey
from kontor.service.tlog.witness import Witness, WitnessFile


@contextmanager
def running_witness(path: Path, logs: Sequence[VerifierKey], name: str = "witness.example/w1") -> Iterator[str]:
    """Yield the witness as KONTOR_WITNESSES lists it: its verifier key and its address."""
    if not path.exists():
        WitnessFile.create(name).write(path)
    witness = Witness(path, logs, lambda: 1_700_000_000)
    with server_of(witness, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"{witness.key} http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
            witness.close()
