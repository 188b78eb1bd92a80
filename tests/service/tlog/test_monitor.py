"""A monitor: it follows a log that only grows, remembers, and finds every fork."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.tlog.monitor import BadState, Contradiction, Monitor
from kontor.service.tlog.notes import NoteSigner
from kontor.service.tlog.remote_log import LogAway, RemoteLog
from tests.service.tlog.conftest import Shown
from tests.support.grown_logs import GrownLog
from tests.support.served_logs import served_log


@pytest.fixture
def shown() -> Shown[GrownLog]:
    return Shown(GrownLog().grow(5))


@pytest.fixture
def monitor(tmp_path: Path) -> Iterator[Monitor]:
    with Monitor(tmp_path / "state", [GrownLog().signer.key]) as found:
        yield found


def test_it_follows_a_log_that_grows(monitor: Monitor, remote: RemoteLog, shown: Shown[GrownLog]) -> None:
    for size, new in ((5, 5), (5, 0), (6, 1), (256, 250), (700, 444)):
        shown.log.grow(size - len(shown.log.entries))
        step = monitor.step(remote)
        assert (step.checkpoint, step.new) == (shown.log.checkpoint(), new)


@pytest.mark.parametrize("sizes", [(4, 4), (4, 1), (2, 40), (0, 5)])
def test_a_fork_is_found_with_its_evidence(
    monitor: Monitor, remote: RemoteLog, shown: Shown[GrownLog], sizes: tuple[int, int]
) -> None:
    monitor.step(remote)
    known, common, other = shown.log.note(), *sizes
    shown.log = GrownLog(shown.log.entries[:common]).grow(other, "other")
    with pytest.raises(Contradiction, match=r"^Fork: the entries do not lead from the 5 known leaves") as found:
        monitor.step(remote)
    assert found.value.notes == (known, shown.log.note())


def test_a_log_that_was_taken_back_is_found(monitor: Monitor, remote: RemoteLog, shown: Shown[GrownLog]) -> None:
    monitor.step(remote)
    shown.log = GrownLog(shown.log.entries[:4])
    with pytest.raises(Contradiction, match="Leaves were removed: 5 are known, 4 are left"):
        monitor.step(remote)


def test_a_log_that_was_never_seen_before_must_have_the_root_of_its_entries(
    monitor: Monitor, remote: RemoteLog, shown: Shown[GrownLog]
) -> None:
    class Lying(GrownLog):
        def note(self, size: int | None = None) -> str:
            return GrownLog().grow(5, "other").note()

    shown.log = Lying(shown.log.entries)
    with pytest.raises(Contradiction, match="from the 0 known leaves"):
        monitor.step(remote)


def test_entries_that_are_not_served_are_a_contradiction(
    monitor: Monitor, remote: RemoteLog, shown: Shown[GrownLog]
) -> None:
    class Hiding(GrownLog):
        def note(self, size: int | None = None) -> str:
            return GrownLog().grow(9).note()

    shown.log = Hiding(shown.log.entries)
    with pytest.raises(Contradiction, match=r"does not return what it has signed: .*000.p/9: status 404"):
        monitor.step(remote)


@pytest.mark.parametrize(
    "signer",
    [
        NoteSigner("log.example", Ed25519PrivateKey.generate()),
        NoteSigner("other.example", GrownLog().signer.private),
    ],
    ids=["another key", "another name"],
)
def test_a_checkpoint_of_another_log_is_a_contradiction(
    monitor: Monitor, remote: RemoteLog, shown: Shown[GrownLog], signer: NoteSigner
) -> None:
    shown.log = GrownLog(shown.log.entries, signer)
    with pytest.raises(Contradiction, match=r"no signature of the log log\.example with a known key"):
        monitor.step(remote)


def test_it_remembers_after_a_restart(tmp_path: Path, remote: RemoteLog, shown: Shown[GrownLog]) -> None:
    keys = [shown.log.signer.key]
    with Monitor(tmp_path / "kept", keys) as first:
        first.step(remote)
    shown.log.grow(2)
    with Monitor(tmp_path / "kept", keys) as again:
        assert again.checkpoint == shown.log.checkpoint(5)
        assert again.step(remote).new == 2
    shown.log = GrownLog(shown.log.entries[:4]).grow(9, "other")
    with Monitor(tmp_path / "kept", keys) as third, pytest.raises(Contradiction):
        third.step(remote)
    with Monitor(tmp_path / "kept", keys) as still:  # what contradicts is never remembered
        assert still.checkpoint == GrownLog().grow(7).checkpoint()


def test_it_follows_a_log_that_has_a_new_key(tmp_path: Path, remote: RemoteLog, shown: Shown[GrownLog]) -> None:
    second = NoteSigner("log.example", Ed25519PrivateKey.generate())
    with Monitor(tmp_path / "kept", [shown.log.signer.key, second.key]) as monitor:
        monitor.step(remote)
        shown.log = GrownLog(shown.log.entries, second).grow(1)
        assert monitor.step(remote).new == 1


def test_a_server_that_is_away_is_no_contradiction(monitor: Monitor, tmp_path: Path) -> None:
    with served_log(GrownLog) as url:
        pass
    with httpx.Client(base_url=url) as client, pytest.raises(LogAway):
        monitor.step(RemoteLog(client))


def test_a_state_belongs_to_one_log(tmp_path: Path, monitor: Monitor, remote: RemoteLog) -> None:
    monitor.step(remote)
    other = NoteSigner("other.example", GrownLog().signer.private)
    with pytest.raises(BadState, match=r"has the state of the log log\.example"):
        Monitor(tmp_path / "state", [other.key])
    with pytest.raises(BadState, match="follows one log"):
        Monitor(tmp_path / "new", [other.key, GrownLog().signer.key])
    (tmp_path / "text").write_text("hello, this is not a database of anything\n" * 100)
    with pytest.raises(BadState, match="cannot be used"):
        Monitor(tmp_path / "text", [other.key])
