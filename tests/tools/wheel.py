"""`make wheel`: the built wheel, installed in an empty environment, runs `kontor up`, and bots play a game there.

Wheel and sdist hold real files under the one name `kontor`, all package data is there, and nothing of the checkout is
needed.
"""

import json
import os
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

SECONDS = 300  # for a game of two bots on a busy machine
NEEDED = ("kontor/domain/hansa/boards/hansa-3.json", "kontor/service/migrations/roles.sql", "kontor/workers/jobs.py")


def main() -> int:
    dist = Path(sys.argv[1])
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    require_contents(wheel, sdist)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        print(f"installing {wheel.name} in an empty environment …", flush=True)
        venv.create(home / "env", with_pip=True)
        python = home / "env" / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel], check=True)
        with running(home) as address:
            print(f"kontor up answers at {address}; two bots play …", flush=True)
            print(f"finished: {played(address)}")
    return 0


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
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    process = subprocess.Popen(command, cwd=home, env=environment)  # not in the checkout: it must not be found
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: asked(f"{address}/readyz"))
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def played(address: str) -> Any:
    key = asked(f"{address}/v1/accounts", {"name": "Wheel"})["api_key"]
    rules = asked(f"{address}/v1/rulesets")["items"][0]["name"]
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    body = {"ruleset": rules, "board": "hansa", "seats": seats}
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
