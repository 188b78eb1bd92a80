"""`kontor server keys`."""

import json
from pathlib import Path
from typing import Any

from tests.support.commands import call


def test_keys_are_made_and_added(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    assert ": 1. Key " in call("server", "keys", str(file)).output
    assert ": 2. Key " in call("server", "keys", str(file)).output
    listed: list[dict[str, Any]] = json.loads(file.read_text())
    assert [each["until"] is None for each in listed] == [False, True]
