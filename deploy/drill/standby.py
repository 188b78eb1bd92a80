"""Read from a standby, as docs/growing.md describes: `kontor export`, and a separate node for spectators."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx
import zstandard

from deploy.drill.cluster import Cluster
from deploy.drill.network import NODES
from kontor.service.settings import PREFIX
from tests.support.paths import ROOT

LOOKED_AT = 20  # games to compare


def standby_url(cluster: Cluster) -> str:
    """Return the direct address of a node that does not lead."""
    follower = next(node for node in NODES if node != cluster.leader())
    return cluster.url("kontor_app", way=f"postgres {follower}")


def export_lines(env: Mapping[str, str], database_url: str, place: Path) -> list[str]:
    """Export a database, and return the lines of the archive without headers and signatures, which differ each time."""
    given = {**env, f"{PREFIX}DATABASE_URL": database_url}
    argv = [sys.executable, "-m", "kontor.service.cli", "export", "--out", str(place)]
    subprocess.run(argv, cwd=ROOT, env=given, check=True, stdout=subprocess.DEVNULL)
    with place.open("rb") as file:
        lines = zstandard.ZstdDecompressor().stream_reader(file).read().decode().splitlines()
    return [line for line in lines if "format" not in json.loads(line)]


def told_by(url: str) -> list[str]:
    """Return the events of the newest public games, as a spectator reads them."""
    with httpx.Client(base_url=url, timeout=30) as client:
        games = [each["id"] for each in client.get(f"/v1/games?limit={LOOKED_AT}").json()["items"]]
        answers = [client.get(f"/v1/games/{game}/events?limit=200") for game in games]
    assert games
    assert all(answer.is_success for answer in answers), [answer.text for answer in answers if not answer.is_success]
    return [answer.text for answer in answers]
