"""What can be in the way of a start is said in a sentence, before anything is started."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import pytest

from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import BadKeyFile, add_key, make_keys, read_keys
from kontor.service.stack import data_directory
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import reason
from tests.support.paths import ROOT


def test_a_path_too_long_for_sockets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"too long: .* 107 bytes.*--data"):
        data_directory.prepare(tmp_path / ("x" * 100))
    assert not (tmp_path / ("x" * 100)).exists()


def test_a_comma_in_the_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="comma or a quote"):
        data_directory.prepare(tmp_path / "a,b")


def test_the_reason_is_the_last_error_of_a_programs_output() -> None:
    output = b"creating\ninitdb: error: could not write: No space left on device\ninitdb: removing data directory\n"
    assert reason(output) == "initdb: error: could not write: No space left on device"
    assert reason(b"one\ntwo\n\n") == "two"
    assert reason(b"") == "no reason was given"


def test_a_full_disk_is_noticed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9 - 2**20, 2**20))
    with pytest.raises(CannotStart, match=r"The disk is full: .* has 1 MB left"):
        data_directory.prepare(tmp_path / "k")


def test_a_directory_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotStart, match="cannot be used: Not a directory"):
        data_directory.prepare(tmp_path / "file" / "k")


def test_a_directory_has_one_holder(tmp_path: Path) -> None:
    home = data_directory.prepare(tmp_path / "k")
    refused = pytest.raises(CannotStart, match=rf"running on .* already .process {os.getpid()}.")
    with data_directory.held(home), refused, data_directory.held(home):
        pass
    with data_directory.held(home):  # given back
        pass


def test_a_taken_port_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match=rf"127.0.0.1:{port}: Address already in use. .*--port"):
            data_directory.require_free_port("127.0.0.1", port)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("KONTOR_PROT", "8080", "KONTOR_PROT is no setting of Kontor"),
        ("KONTOR_PORT", "eighty", "KONTOR_PORT must be a number, not 'eighty'"),
        ("KONTOR_BOT_SECONDS", "nan", "KONTOR_BOT_SECONDS must not be negative or endless"),
        ("KONTOR_POOL_SIZE", "-1", "KONTOR_POOL_SIZE must not be negative"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused(name: str, value: str, sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        Settings.from_environment({name: value})


def test_settings_survive_the_way_through_an_environment() -> None:
    given = Settings(
        port=9, rulesets=("a:B", "c:D"), bot_seconds=0.25, data=Path("/x y"), public_url="https://k.example"
    )
    assert Settings.from_environment(given.environment()) == given
    assert Settings.from_environment({"KONTOR_URL": "http://elsewhere", "KONTOR_KEY": "k"}) == Settings()


def test_signing_keys_are_made_once_and_for_their_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    make_keys(file)
    before = file.read_bytes()
    make_keys(file)
    assert file.read_bytes() == before
    assert file.stat().st_mode & 0o777 == 0o600
    (key,) = read_keys(file)
    assert len(key.private) == len(key.public) == 32
    assert len(key.id) == 16


def test_a_new_key_signs_and_the_old_one_stays(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    make_keys(file)
    (old,) = read_keys(file)
    time.sleep(0.002)  # `since` has milliseconds
    new = add_key(file)
    assert read_keys(file) == [new, replace(old, until=new.since)]
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{}", "[]", '[{"private": "zz", "since": ""}]', "[1]"])
def test_a_file_that_holds_no_keys_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "keys.json").write_text(text)
    with pytest.raises(BadKeyFile, match="signing key"):
        read_keys(tmp_path / "keys.json")


def test_an_old_python_is_told_so_in_a_sentence() -> None:
    code = "import sys; sys.version_info = (3, 9, 2); sys.argv = ['kontor']; from kontor.service import cli; cli.main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "kontor: Kontor needs Python 3.11 or newer, this is 3.9.\n"
