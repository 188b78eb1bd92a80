"""A witness that listens on a port of this machine: `kontor witness` in this process, or with TEST_WITNESS the program
`aics-witness` of another author."""

import os
import re
import subprocess
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
    if "TEST_WITNESS" in os.environ:
        with _running_program(os.environ["TEST_WITNESS"], path, logs, name) as listed:
            yield listed
        return
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


@contextmanager
def _running_program(program: str, path: Path, logs: Sequence[VerifierKey], name: str) -> Iterator[str]:
    def words(name: str, *more: str) -> list[str]:
        return [program, name, "--config", str(path), *more]

    def run(name: str, *more: str) -> str:
        return subprocess.run(words(name, *more), check=True, capture_output=True, text=True).stdout

    key = VerifierKey.read(run("init", "--name", name, "--listen", "127.0.0.1:0").split()[-1])
    for log in logs:
        run("add-log", "--origin", log.name, "--vkey", str(log))
    with subprocess.Popen(words("serve"), stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            found = next(filter(None, (re.search(r"listening on (http://\S+)", line) for line in process.stderr)))
            yield f"{key} {found[1]}"
        finally:
            process.terminate()
