"""The how-to guides for client authors: each example runs on a real server, after the steps of start/client.md."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kontor.service.webhooks.sender import signed_headers
from tests.support.running_up import Up
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor

pytestmark = pytest.mark.xdist_group("up")

FIRST = slice(1, 3)  # of start/client.md: an account, a game, and client.py; not `make run`, and not the whole game


@pytest.mark.parametrize(
    ("page", "printed"),
    [
        ("call-from-a-web-page.md", ("event: game_started",)),
        ("fill-in-an-option.md", ("'type': 'place_piece'", "legal: {'type': 'end_turn'}")),
        ("handle-a-refusal.md", ("422 HT-INCOME-1", "The active seat moves")),
        ("invite-a-friend.md", ('"status":"waiting"', "\n2\n")),
        ("play-several-seats.md", ("seat 1 ", " → version ")),
        ("recover-an-account.md", ('"left":7', "the old key: 401", "the code again: 403")),
        ("resume-a-stream.md", ("connection 1 version 3 game_started", "connection 2 version 4 ", "version 6 ")),
        ("retry-safely.md", ("replayed: true",)),
        ("try-a-command.md", (" → ['Red ", "points on paper: [0, 0, 0]")),
        ("verify-a-webhook.md", ("genuine: True forged: False",)),
        ("wait-for-my-turn.md", ("version 7 seat 1 ",)),
    ],
)
def test_the_example_of_a_guide_runs(page: str, printed: tuple[str, ...], shared_up: Up, tmp_path: Path) -> None:
    blocks = [*shell_blocks("docs/start/client.md")[FIRST], *shell_blocks(f"docs/how-to/{page}")]
    here = [block.replace("http://127.0.0.1:8080", shared_up.url) for block in blocks]
    output = run_blocks(here, tmp_path, with_kontor())
    assert [words for words in printed if words not in output] == []


def test_the_guide_verifies_what_the_server_signs() -> None:
    program: dict[str, Any] = {"__name__": "webhook"}
    [block] = shell_blocks("docs/how-to/verify-a-webhook.md")
    [code] = re.findall(r"<<'END'\n(.*?)^END$", block, re.MULTILINE | re.DOTALL)
    exec(code, program)
    is_genuine, body, now = program["is_genuine"], '{"name":"Jürgen"}', datetime.now(UTC)
    old, new, other = (f"whsec_{letter * 32}" for letter in "abc")
    headers = signed_headers("0199", body, [old, new], now)
    assert [is_genuine(headers, body.encode(), secret) for secret in (old, new, other)] == [True, True, False]
    assert not is_genuine(headers | {"webhook-id": "0198"}, body.encode(), new)
    assert not is_genuine(signed_headers("0199", body, [new], now - timedelta(minutes=6)), body.encode(), new)
    assert not is_genuine({}, body.encode(), new)
