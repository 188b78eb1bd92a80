"""A full disk under everything that `kontor up` starts: nobody is told anything but that there is no room, nothing
gives up, and when there is room everything goes on."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.support.bot_games import wait_until
from tests.support.running_up import running_up

SIZE = "size=450m"


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of its own, which the user as whom PostgreSQL runs can reach."""
    place = tempfile.mkdtemp(prefix="kontor-disk-")
    mounting = ["mount", "-t", "tmpfs", "-o", SIZE, "kontor-test", place]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("no disk of one's own can be mounted here")
    os.chmod(place, 0o755)
    try:
        yield Path(place)
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)
        os.rmdir(place)


def fill(filler: Path) -> None:
    """Take all the room there is; PostgreSQL may give some back now and then."""
    with filler.open("ab", buffering=0) as file:
        for size in (2**20, 4096):
            with suppress(OSError):
                while file.write(b"x" * size) == size:
                    pass


def test_a_full_disk_is_refused_in_a_sentence_and_everything_continues_with_space(small_disk: Path) -> None:
    with (
        running_up(
            small_disk,
            rulesets="tests.tiny:RULESET",
            limit_creates="0",
            games_per_account="0",
            min_free_bytes="50000000",
        ) as url,
        httpx.Client(base_url=url, timeout=30) as client,
    ):
        client.headers["Authorization"] = f"Bearer {client.post('/v1/accounts', json={'name': 'A'}).json()['api_key']}"
        asked = {
            "ruleset": "tiny",
            "board": "square",
            "seats": [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}],
        }
        assert client.get("/readyz").json()["status"] == "ready"
        filler, refused = small_disk / "filler", []
        for _ in range(500):  # the first ones find room on pages that are there
            fill(filler)
            answer = client.post("/v1/games", json=asked)
            refused += [answer] if answer.status_code != 201 else []
            if len(refused) == 20:
                break
        assert len(refused) == 20
        assert {(each.status_code, each.json()["type"]) for each in refused} == {(503, "/problems/unavailable")}
        assert "has no disk space left" in refused[-1].json()["detail"]
        assert client.get("/readyz").json() == {
            "status": "degraded",
            "postgres": True,
            "redis": True,
            "disk": False,
            "signing": True,
        }
        filler.unlink()
        wait_until(lambda: client.get("/readyz").json()["status"] == "ready")
        game = client.post("/v1/games", json=asked).json()
        wait_until(lambda: client.get(game["href"]).json()["status"] == "finished")  # the workers are there
