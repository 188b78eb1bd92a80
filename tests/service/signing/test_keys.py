"""The file of signing keys: made once, for its owner only, and added to."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from kontor.service.signing.keys import BadKeyFile, add_key, make_keys, read_keys


def test_signing_keys_are_made_once_and_for_their_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    make_keys(file)
    before = file.read_bytes()
    make_keys(file)
    assert file.read_bytes() == before
    assert file.stat().st_mode & 0o777 == 0o600
    (key,) = read_keys(file)
    assert len(key.private) == 32
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
