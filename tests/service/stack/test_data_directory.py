"""What can be wrong with a data directory is said in a sentence, before anything is started."""

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from kontor.service.stack import data_directory
from kontor.service.stack.data_directory import CannotStart


def test_a_path_too_long_for_sockets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"too long: .* 107 bytes.*--data"):
        data_directory.prepare(tmp_path / ("x" * 100))
    assert not (tmp_path / ("x" * 100)).exists()


def test_a_comma_in_the_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="comma or a quote"):
        data_directory.prepare(tmp_path / "a,b")


def test_a_full_disk_is_noticed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9 - 2**20, 2**20))
    with pytest.raises(CannotStart, match=r"The disk is full: .* has 1 MB free"):
        data_directory.prepare(tmp_path / "k")


def test_a_directory_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotStart, match=r"Cannot use the data directory .*: Not a directory"):
        data_directory.prepare(tmp_path / "file" / "k")


def test_a_directory_has_one_holder(tmp_path: Path) -> None:
    directory = data_directory.prepare(tmp_path / "k")
    refused = pytest.raises(CannotStart, match=rf"already running on .* .process {os.getpid()}.")
    with data_directory.lock_directory(directory), refused, data_directory.lock_directory(directory):
        pass
    with data_directory.lock_directory(directory):  # given back
        pass
