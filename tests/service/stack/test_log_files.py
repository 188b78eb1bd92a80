"""Logs do not grow for ever, and whoever writes one need not know."""

import sys
from pathlib import Path

import pytest

from kontor.service.stack import log_files, processes
from kontor.service.stack.data_directory import DataDirectory
from kontor.service.stack.log_files import LogFiles
from tests.support.bot_games import wait_until


def test_a_large_log_is_rotated_while_its_writer_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = DataDirectory(tmp_path)
    log = directory.log("api")
    log.parent.mkdir()
    argv = [sys.executable, "-c", "import time\nwhile True: print('x' * 99, flush=True); time.sleep(0.001)"]
    child = processes.start("A writer", argv, log=log)
    try:
        monkeypatch.setattr(log_files, "LARGEST", 20_000)
        monkeypatch.setattr(log_files, "EVERY", 0.0)
        wait_until(lambda: log.stat().st_size > 30_000)
        files = LogFiles(directory)
        files.check()
        older = log.with_name("api.log.1")
        assert older.stat().st_size > 30_000
        assert log.stat().st_size < 20_000
        wait_until(lambda: log.stat().st_size > 1_000)  # it goes on where the log ends now, without a hole
        assert b"\0" not in log.read_bytes()
        files.check()
        assert older.stat().st_size > 30_000  # small enough now
    finally:
        child.stop(5)
