"""`make wheel`: test the built wheel in empty environments, bare and with each extra, and measure their sizes.

Bare, it plays, saves and verifies a game, and commands that need more say so in a sentence. With `server` and
`embedded` it runs `kontor up`, and bots play a game there. Wheel and sdist contain real files under the one name
`kontor` and all package data, and need nothing of the checkout.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.api_processes import free_port
from tests.support.paths import ROOT

SECONDS = 300  # for a game of bots on a busy machine
NEEDED = (
    "kontor/py.typed",
    "kontor/domain/hansa/boards/hansa-3.json",
    "kontor/domain/hansa/recorded.ndjson.gz",
    "kontor/service/migrations/roles.sql",
    "kontor/workers/jobs.py",
    "kontor/service/http/manual/site.zip",
    "kontor/service/http/static/client/index.js",
)
EVERYTHING = "[server,embedded]"
EXTRAS = ("", "[server]", EVERYTHING, "[data]", "[rl]", "[mcp]")
SHOWN = {
    "[data]": """
import kontor

game = kontor.load("game.ndjson")
frames = kontor.frames("game.ndjson")
assert frames.to_pandas().ledgers["points"].sum() == sum(each.total for each in game.ranking)
print("tables:", frames.events.num_rows, "events")
""",
    "[rl]": """
from kontor import rl

env = rl.env("hansa")
env.reset(seed=1)
env.step(0)
print("environment:", env)
""",
    "[mcp]": """
from kontor import Client
from kontor.mcp.server import server

print("tools:", server(lambda: Client("http://127.0.0.1:1")).name)
""",
}
LIBRARY = """
import kontor

game = kontor.merchants.new(seats=3, seed=7)
while not game.is_over:
    seat = game.awaiting[0]
    game.play(game.ask("novice", seat), seat)
game.save("game.ndjson")
kontor.Client("http://127.0.0.1:1").close()
print("played in memory:", repr(game))
"""


def main() -> int:
    dist = Path(sys.argv[1])
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    require_contents(wheel, sdist)
    for extras in EXTRAS:
        with installed(wheel, extras) as home:
            if not extras:
                require_library(home)
            if extras == EVERYTHING:
                require_service(home)
            if extras in SHOWN:
                require_shown(home, SHOWN[extras])
    return 0


@contextmanager
def installed(wheel: Path, extras: str) -> Iterator[Path]:
    """Yield a directory with an otherwise empty environment."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        print(f"installing {wheel.name}{extras} in an empty environment …", flush=True)
        venv.create(home / "env", with_pip=True)
        (packages,) = (home / "env" / "lib").glob("python*/site-packages")
        before = size_of(packages)
        install = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", f"{wheel}{extras}"]
        subprocess.run([home / "env" / "bin" / "python", *install], check=True)
        size = (size_of(packages) - before) / 1e6
        print(f"kontor{extras}: {size:.0f} MB", flush=True)
        told = told_size(extras)
        assert abs(size - told) <= told / 20, f"docs/python.md says {told} MB of kontor{extras}"
        yield home


def told_size(extras: str) -> int:
    """Return the size on the page."""
    rows = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").splitlines()
    (row,) = [each for each in rows if each.startswith(f"| `kontor{extras}` |")]
    return int(re.findall(r"\| (\d+) MB", row)[0])


def size_of(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file() and each.suffix != ".pyc")


def require_library(home: Path) -> None:
    """Check the bare package."""
    python, kontor = home / "env" / "bin" / "python", home / "env" / "bin" / "kontor"
    subprocess.run([python, "-c", LIBRARY], cwd=home, env=outside(), check=True)
    verified = subprocess.run([kontor, "audit", "verify", "game.ndjson"], cwd=home, env=outside(), check=False)
    assert verified.returncode == 3, "the library signs no file"
    subprocess.run([kontor, "bots", "--offline"], cwd=home, env=outside(), check=True)
    at_a_table = [kontor, "play", "--offline", "hansa", "--seats", "me,random,random"]
    subprocess.run(
        at_a_table, cwd=home, env=outside(), input=b"end\nsend\n/quit\n", stdout=subprocess.DEVNULL, check=True
    )
    refused = subprocess.run([kontor, "up"], cwd=home, env=outside(), capture_output=True, text=True, check=False)
    assert refused.returncode == 1, refused
    assert "pip install 'kontor[server,embedded]'" in refused.stderr, refused.stderr
    assert "Traceback" not in refused.stderr, refused.stderr


def require_shown(home: Path, program: str) -> None:
    """Check an extra, on a game that was just played."""
    python = home / "env" / "bin" / "python"
    for each in (LIBRARY, program):
        subprocess.run([python, "-c", each], cwd=home, env=outside(), check=True)


def require_service(home: Path) -> None:
    with running(home) as address:
        print(f"kontor up answers at {address}; bots play …", flush=True)
        print(f"finished: {played(address)}")


def require_contents(wheel: Path, sdist: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    top = {name.partition("/")[0] for name in names}
    assert top == {"kontor", f"{wheel.name.partition('-py3')[0]}.dist-info"}, f"the wheel installs {sorted(top)}"
    assert names.issuperset(NEEDED), f"the wheel lacks {sorted(set(NEEDED) - names)}"
    with tarfile.open(sdist) as archive:
        links = [member.name for member in archive.getmembers() if member.issym()]
        files = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    assert not links, f"the sdist holds links: {links}"
    assert files.issuperset(NEEDED), f"the sdist lacks {sorted(set(NEEDED) - files)}"


@contextmanager
def running(home: Path) -> Iterator[str]:
    port = free_port()
    command = [home / "env" / "bin" / "kontor", "up", "--port", str(port), "--data", str(home / "data")]
    process = subprocess.Popen(command, cwd=home, env=outside())  # outside the checkout, which must not be found
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: asked(f"{address}/readyz"))
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def outside() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def played(address: str) -> Any:
    key = asked(f"{address}/v1/accounts", {"name": "Wheel"})["api_key"]
    seats = [{"kind": "bot", "bot": "novice"}] * 3  # its games are short: those of `random` take 10,000 decisions
    body = {"ruleset": "merchants", "board": "merchants-short", "seats": seats}
    game = f"{address}{asked(f'{address}/v1/games', body, key)['href']}"
    wait_until(lambda: asked(game)["status"] == "finished")
    return asked(game)["result"]


def asked(address: str, body: Any = None, key: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=10) as answer:
        return json.load(answer)


def wait_until(holds: Any) -> None:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        try:
            if holds():
                return
        except OSError:
            pass  # not there yet
        time.sleep(0.5)
    raise TimeoutError("kontor up did not get there in time")


if __name__ == "__main__":
    sys.exit(main())
