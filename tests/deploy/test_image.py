"""The container image runs: the steps of the Dockerfile are executed, and the services of compose.yaml play a game.

There is no Docker engine in this test. `IMAGE=download` runs every step literally (`make image`); otherwise packages of
the lock are linked from the environment of the tests instead of being downloaded.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.support.compose_up import compose_up
from tests.support.image_build import Image, build, download, link_packages
from tests.support.paths import ROOT

pytestmark = pytest.mark.xdist_group("image")

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
WRITABLE = {"data", "tmp", "signer"}  # paths of the container, as compose.yaml and the manifests mount them
OURS = 1  # our seat
COMMANDS = 5  # sent by our seat before it resigns: without waiting for us, the bots end the game in seconds
GAME = {
    "ruleset": "merchants",
    "board": "merchants-short",
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "novice"}, {"kind": "bot", "bot": "novice"}],
    "practice": True,
    "dice_seed": "07" * 32,
}


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """The image, in a directory that its user can reach and cannot write to."""
    home = Path(tempfile.mkdtemp(prefix="kontor-image-"))
    home.chmod(0o755)
    try:
        made = build(home, DOCKERFILE.read_text(), download if os.environ.get("IMAGE") == "download" else link_packages)
        _set_mode(made.root / "kontor", 0o555)  # also where the tests are not run by root
        yield made
    finally:
        _set_mode(home, 0o755)
        shutil.rmtree(home)


def _set_mode(folder: Path, mode: int) -> None:
    for each in (folder, *(path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink())):
        each.chmod(mode)


def test_the_command_of_the_image_is_kontor(image: Image) -> None:
    assert image.run([*image.entrypoint, "--version"], {}).startswith("kontor, version ")
    assert [*image.entrypoint, *image.command] == ["kontor", "server", "serve"]
    assert image.env["KONTOR_HOST"] == "0.0.0.0"


def test_kontor_is_imported_from_the_image(image: Image) -> None:
    program = "import sys, kontor.service.cli as found; print(sys.version); print(found.__file__)"
    *version, where = image.run(["python", "-c", program], {}).splitlines()
    assert "\n".join(version) == sys.version  # the Python of the tests, not another one of this machine
    assert Path(where).is_relative_to(image.root / "kontor")


def test_the_services_of_compose_play_a_game(image: Image) -> None:
    before = _state_of(image.home)
    with compose_up(image) as url, httpx.Client(base_url=url, timeout=30) as client:
        assert client.get("/readyz").json()["status"] == "ready"
        key = client.post("/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        client.headers["Authorization"] = f"Bearer {key}"
        created = client.post("/v1/games", json=GAME)
        assert created.status_code == 201, created.text
        _play(client, created.json()["href"])
        written = {path for path, state in _state_of(image.home).items() if before.get(path) != state}
        folders = {path.relative_to(image.root).parts[0] for path in written}
        assert {"data", "tmp"} <= folders <= WRITABLE  # /signer is written with the first checkpoint, after a minute
        assert os.geteuid() != 0 or set(_owned_by(image.user, Path(tempfile.gettempdir()))) <= {image.home}


def _play(client: httpx.Client, game: str) -> None:
    """Send legal commands whenever our seat is awaited, then resign and wait until the bots have ended the game."""
    played = 0
    while (now := client.get(game).json())["status"] != "finished":
        if OURS in now["awaiting"] and played <= COMMANDS:
            path, body = f"{game}/seats/{OURS}/resign", {"bot": "novice"}
            if played < COMMANDS:
                path = f"{game}/commands"
                (body,) = client.get(f"{game}/legal-commands?seat={OURS}&sample=1").json()["commands"]
            answer = client.post(path, json=body, headers={"If-Match": f'"{now["version"]}"'})
            assert answer.status_code in (201, 412), answer.text  # 412: a bot has answered an offer meanwhile
            played += answer.status_code == 201
        else:  # a bot, or the score: both are jobs of the worker
            client.get(f"{game}/events", params={"after": now["version"], "limit": 1, "wait": 1})
    assert played > COMMANDS
    assert now["result"]


def _state_of(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return when each file was written, and its size. A socket or a directory counts as a file."""
    found = ((path, path.lstat()) for path in folder.rglob("*"))
    return {path: (state.st_mtime_ns, state.st_size) for path, state in found}


def _owned_by(user: int, folder: Path) -> Iterator[Path]:
    """Return the entries of a folder in which a user owns something: the image's user must leave nothing in /tmp."""
    for entry in folder.iterdir():
        with suppress(OSError):  # a test beside this one has removed it
            if entry.lstat().st_uid == user:
                yield entry
