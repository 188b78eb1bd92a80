"""An isolated network: a namespace with only loopback, in which every address leads back to this machine. No request
leaves the machine, and calls can be counted. Run as a program inside it, this module sends a webhook to each given URL
and prints the results."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from tests.support.paths import ROOT

PORT = 443
LEADS_HERE = "ip link set lo up && ip route add local default dev lo && ip -6 route add local default dev lo"


@dataclass(frozen=True)
class Tried:
    """The result of a webhook: the number of calls, the error that its owner sees, and the duration."""

    calls: int
    error: str
    milliseconds: int


def tried(urls: Sequence[str], hosts: Mapping[str, str] | None = None) -> Mapping[str, Tried]:
    """Send a webhook to each of these URLs, and return the results by URL. `hosts`: host names in the isolated network,
    with their addresses."""
    with tempfile.NamedTemporaryFile("w", suffix=".hosts") as names:
        names.writelines(f"{address} {name}\n" for name, address in (hosts or {}).items())
        names.flush()
        inside = f"mount --bind {names.name} /etc/hosts && {LEADS_HERE} && exec {sys.executable} -m {__name__}"
        done = subprocess.run(
            [*_unshare(), "sh", "-c", inside],
            input=json.dumps(list(urls)),
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return {url: Tried(*found) for url, found in json.loads(done.stdout).items()}


def _unshare() -> list[str]:
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        pytest.skip("there is no unshare or no ip here, so no network of one's own can be made")
    command = ["unshare", "--net", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    if subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system does not let us make a network of our own")
    return command


# ---------------------------------------------------------------- inside


def _count_calls(listener: socket.socket, calls: list[int]) -> None:
    while True:
        connection, _ = listener.accept()
        calls[0] += 1
        connection.close()


def _main() -> None:
    from kontor.service.webhooks.sender import new_secret, send

    calls = [0]
    with socket.create_server(("::", PORT), family=socket.AF_INET6, dualstack_ipv6=True) as listener:
        threading.Thread(target=_count_calls, args=(listener, calls), daemon=True).start()
        told = {}
        for url in json.load(sys.stdin):
            before = calls[0]
            attempt = send(url, "msg_1", "{}", [new_secret()])
            told[url] = (calls[0] - before, attempt.error or "", attempt.milliseconds)
        print(json.dumps(told))
        sys.stdout.flush()
        os._exit(0)  # a thread still waits for further calls


if __name__ == "__main__":
    _main()
