"""The bot of openapi/examples/bot/ plays ten games while it and the server are each killed three times."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.faults.running import SMALL, Running, running
from tests.support.paths import IMPORT_PATH, ROOT

BOT = ROOT / "openapi" / "examples" / "bot" / "bot.py"
OWN = "tests.support.own_bots:first"
ROOMY = {
    **SMALL,
    "KONTOR_BOTS": OWN,
    "KONTOR_LIMIT_COMMANDS": "0",
    "KONTOR_LIMIT_READS": "0",
    "KONTOR_LIMIT_CREATES": "0",
    "KONTOR_GAMES_PER_ACCOUNT": "0",
}

pytestmark = pytest.mark.xdist_group("faults")


@contextmanager
def bot(kontor: Running) -> Iterator["subprocess.Popen[bytes]"]:
    given = {"KONTOR_URL": kontor.url, "KONTOR_KEY": kontor.key["Authorization"].removeprefix("Bearer ")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KONTOR_")}
    process = subprocess.Popen([sys.executable, BOT], env={**kept, **given, "PYTHONPATH": IMPORT_PATH})
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)


def answers(kontor: Running) -> bool:
    try:
        return httpx.get(f"{kontor.url}/healthz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def test_ten_games_end_while_server_and_bot_are_each_killed_three_times() -> None:
    with running(settings=ROOMY) as kontor:
        games = [kontor.game("me", "random", rounds=6) for _ in range(8)]
        games += [kontor.game("me", "me", OWN, rounds=3) for _ in range(2)]
        killed = []

        def plays_on(steps: int) -> None:
            """Until so many more events have happened, all games together; they must not be over by then."""
            goal = sum(map(kontor.version, games)) + steps
            kontor.until(lambda: sum(map(kontor.version, games)) >= goal)
            assert any(kontor.status(game) == "running" for game in games)

        for _ in range(3):
            with bot(kontor) as process:
                plays_on(12)
                killed.append(process.pid)
            with bot(kontor) as process:
                plays_on(8)
                killed += kontor.kill("api", with_children=True)
                kontor.until(lambda: answers(kontor))
                plays_on(8)
                assert process.poll() is None  # it waited for the server
        with bot(kontor):
            tallies = kontor.ends(*games)
        print("\nkilled:", killed, *tallies, sep="\n  ")
