"""Reading from a standby, as docs/growing.md offers it: `kontor export`, and a node of its own for spectators."""

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

LOOKED_AT = 20  # games


def standby_url(cluster: Cluster) -> str:
    """Of one that does not lead, past PgBouncer and HAProxy."""
    follower = next(node for node in NODES if node != cluster.leader())
    return cluster.url("kontor_app", way=f"postgres {follower}")


def exported(env: Mapping[str, str], database_url: str, place: Path) -> list[str]:
    """What `kontor export` makes of a database, but for when it was made and the signatures of that."""
    given = {**env, f"{PREFIX}DATABASE_URL": database_url}
    argv = [sys.executable, "-m", "kontor.service.cli", "export", "--out", str(place)]
    subprocess.run(argv, cwd=ROOT, env=given, check=True, stdout=subprocess.DEVNULL)
    with place.open("rb") as file:
        lines = zstandard.ZstdDecompressor().stream_reader(file).read().decode().splitlines()
    return [line for line in lines if "format" not in json.loads(line)]


def told_by(url: str) -> list[str]:
    """The events of the newest public games, as a spectator gets them."""
    with httpx.Client(base_url=url, timeout=30) as client:
        games = [each["id"] for each in client.get(f"/v1/games?limit={LOOKED_AT}").json()["items"]]
        answers = [client.get(f"/v1/games/{game}/events?limit=200") for game in games]
    assert games
    assert all(answer.is_success for answer in answers), [answer.text for answer in answers if not answer.is_success]
    return [answer.text for answer in answers]
