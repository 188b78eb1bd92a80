"""A witness: it cosigns what continues the log that it knows, and nothing else (C2SP tlog-witness)."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.tlog.notes import Checkpoint, NoteSigner
from kontor.service.tlog.witness import BadWitness, Refused, Witness, WitnessFile
from tests.support.grown_logs import GrownLog

NOW = 1_700_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    WitnessFile.create("witness.example/w1").write(tmp_path / "witness.json")
    return tmp_path / "witness.json"


@pytest.fixture(autouse=True)
def all_are_closed() -> Iterator[None]:
    yield
    while RUNNING:
        RUNNING.pop().close()


RUNNING: list[Witness] = []


def started(path: Path, *logs: GrownLog) -> Witness:
    RUNNING.append(Witness(path, [log.signer.key for log in logs or (GrownLog(),)], lambda: NOW))
    return RUNNING[-1]


def refused(witness: Witness, body: bytes) -> tuple[int, int | None]:
    with pytest.raises(Refused) as found:
        witness.add_checkpoint(body)
    return found.value.status, found.value.size


def test_it_cosigns_a_log_that_grows(path: Path) -> None:
    log, witness = GrownLog(), started(path)
    for old, new in ((0, 3), (3, 8), (8, 8), (8, 300)):
        log.grow(new - len(log.leaves))
        line = witness.add_checkpoint(log.request(old))
        assert Checkpoint.signed_by(log.note() + line, witness.key) == log.checkpoint()
        assert Checkpoint.signed_by(log.note() + line, log.signer.key) == log.checkpoint()


def test_it_remembers_after_a_restart(path: Path) -> None:
    log, first = GrownLog().grow(5), started(path)
    first.add_checkpoint(log.request(0))
    first.close()
    again = started(path)
    assert again.key == first.key
    assert refused(again, log.request(0)) == (409, 5)
    assert refused(again, GrownLog().grow(5, "other").request(5)) == (409, 5)
    again.add_checkpoint(log.grow(1).request(5))


def test_it_refuses_a_fork(path: Path) -> None:
    """The same size with another root, and a larger tree with another past, however it is proved."""
    log, witness = GrownLog().grow(5), started(path)
    witness.add_checkpoint(log.request(0))
    fork = GrownLog(log.entries[:4]).grow(4, "other")
    assert refused(witness, fork.request(5, 5, ())) == (409, 5)
    assert refused(witness, fork.request(5)) == (422, None)
    assert refused(witness, fork.request(0, path=())) == (409, 5)
    assert refused(witness, log.grow(3).request(5, path=())) == (422, None)
    witness.add_checkpoint(log.request(5))


def test_it_refuses_a_rollback(path: Path) -> None:
    log, witness = GrownLog().grow(8), started(path)
    witness.add_checkpoint(log.request(0))
    assert refused(witness, log.request(3, 5)) == (409, 8)
    assert refused(witness, log.request(8, 5, ())) == (400, None)
    assert refused(witness, log.request(0, 8)) == (409, 8)


def test_it_refuses_strangers(path: Path) -> None:
    log, witness = GrownLog().grow(2), started(path)
    other = GrownLog(log.entries, NoteSigner("other.example", log.signer.private))
    assert refused(witness, other.request(0)) == (404, None)
    thief = GrownLog(log.entries, NoteSigner(log.signer.name, Ed25519PrivateKey.generate()))
    assert refused(witness, thief.request(0)) == (403, None)
    false = log.request(0).replace(b"\n2\n", b"\n3\n")
    assert refused(witness, false) == (403, None)


def test_it_knows_the_next_key_of_a_log(path: Path) -> None:
    log = GrownLog().grow(2)
    later = GrownLog(log.entries, NoteSigner(log.signer.name, Ed25519PrivateKey.generate()))
    witness = started(path, log, later)
    witness.add_checkpoint(log.request(0))
    witness.add_checkpoint(later.grow(1).request(2))


@pytest.mark.parametrize(
    "change",
    [
        (b"old 0", b"old 00"),
        (b"old 0", b"old -1"),
        (b"old 0", b"new 0"),
        (b"old 0\n", b"old 0\nhash\n"),
        (b"old 0\n\n", b"old 0\n"),
        (b"\n2\n", b"\ntwo\n"),
        (b"old 0\n", b"old 0\n" + b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n" * 64),
        (b"log.example", b"\xff"),
    ],
    ids=lambda change: change[1].decode(errors="replace").strip()[:20],
)
def test_a_request_of_another_form_is_refused(path: Path, change: tuple[bytes, bytes]) -> None:
    assert refused(started(path), GrownLog().grow(2).request(0).replace(*change)) == (400, None)


def test_a_proof_from_nothing_is_empty(path: Path) -> None:
    assert refused(started(path), GrownLog().grow(2).request(0, path=[bytes(32)])) == (422, None)


def test_an_empty_log_has_one_root(path: Path) -> None:
    log, witness = GrownLog(), started(path)
    root = log.note().split("\n")[2].encode()
    assert Checkpoint.signed_by(log.note() + witness.add_checkpoint(log.request(0)), witness.key).size == 0
    forged = Checkpoint("log.example", 0, bytes(32))
    body = b"old 0\n\n" + str(log.signer.signed(forged.text)).encode()
    assert root not in body
    assert refused(witness, body) == (409, 0)


def test_of_two_forks_at_a_time_one_is_cosigned(path: Path) -> None:
    witness, base = started(path), GrownLog().grow(1)
    witness.add_checkpoint(base.request(0))
    forks = [GrownLog(list(base.entries)).grow(1, f"fork {n}") for n in range(8)]
    begin = threading.Barrier(8)

    def ask(fork: GrownLog) -> bool:
        begin.wait()
        try:
            return bool(witness.add_checkpoint(fork.request(1)))
        except Refused:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(ask, forks)) == 1


def test_two_processes_do_not_share_a_file(path: Path) -> None:
    first = started(path)
    with pytest.raises(BadWitness, match="Another witness"):
        started(path)
    first.close()
    started(path).close()


def test_a_file_that_is_none_is_refused(path: Path) -> None:
    text = json.loads(path.read_text())
    assert path.stat().st_mode & 0o777 == 0o600
    for changed in ("", "[]", json.dumps({**text, "private": "00"}), json.dumps({**text, "notes": {"a": "b"}})):
        path.write_text(changed)
        with pytest.raises(BadWitness, match="is not the file of a witness"):
            started(path)
    with pytest.raises(BadWitness, match="must not contain spaces"):
        WitnessFile.create("a b")
