import os
import subprocess
import sys
from pathlib import Path

from tests.support import own_directories


def test_the_directories_of_a_killed_process_are_deleted_and_those_of_a_running_one_stay(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    names = [f"kontor-{ended.pid}-abandoned", f"kontor-{os.getpid()}-used", "kontor-of-another-program"]
    for name in names:
        (tmp_path / name / "pg").mkdir(parents=True)
    own_directories.delete_abandoned(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])


def test_a_directory_is_named_after_its_process() -> None:
    made = own_directories.make()
    made.rmdir()
    assert made.name.startswith(f"kontor-{os.getpid()}-")
