"""Run a command at a real terminal (a pty), read its output and press keys."""

import contextlib
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from fcntl import ioctl

from tests.support.paths import IMPORT_PATH, ROOT

PATIENCE = 120.0  # seconds, on a busy machine
PRESSED_AGAIN = 10.0  # seconds after which a key is pressed again
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
ROWS, COLUMNS = 60, 200
KONTOR = ("-m", "kontor.service.cli")


class AtATerminal:
    """A command that runs at a terminal. `shown`: the output since the last key press, without escape sequences."""

    def __init__(self, process: "subprocess.Popen[bytes]", terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self._raw = b""
        self.all = ""

    def until(self, *texts: str) -> str:
        """Return the output up to the end of the first of these texts. Raise `AssertionError` if none of the texts
        comes."""
        end = time.monotonic() + PATIENCE
        while True:
            shown = ESCAPES.sub("", self._raw.decode(errors="replace")).replace("\r\n", "\n")
            if any(text in shown for text in texts):
                self._raw = b""
                self.all += shown
                return shown
            ready, _, _ = select.select([self._terminal], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"never showed {texts}, but: {shown[-3000:]}"
            more = self._read()
            assert more, f"ended without {texts}: {shown[-3000:]}"
            self._raw += more

    def _read(self) -> bytes:
        try:
            return os.read(self._terminal, 65536)
        except OSError:  # the other end is closed
            return b""

    def type(self, text: str) -> None:
        """Type a line, with Enter."""
        self.press(f"{text}\r")

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C until the command ends, and return its exit code. Python ignores a Ctrl-C after it has shown a
        prompt and before it waits for a line, so one Ctrl-C may not be enough."""
        self.press("\x03")
        while not self._ends_within(PRESSED_AGAIN):
            self.press("\x03")
        return self.ended()

    def _ends_within(self, seconds: float) -> bool:
        """Return whether the command ends before it has been silent for so many seconds."""
        while select.select([self._terminal], [], [], seconds)[0]:
            if not (more := self._read()):
                return True
            self._raw += more
        return False

    def ended(self) -> int:
        """Wait until the command ends by itself, and return its exit code."""
        while more := self._read():
            self._raw += more
        self.all += ESCAPES.sub("", self._raw.decode(errors="replace")).replace("\r\n", "\n")
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Close the window: the command gets a SIGHUP."""
        if self._terminal >= 0:
            os.close(self._terminal)
        self._terminal = -1


@contextlib.contextmanager
def at_a_terminal(*words: str, env: Mapping[str, str], program: Sequence[str] = KONTOR) -> Iterator[AtATerminal]:
    """Run `kontor` with these words at a terminal, with only the necessary part of our environment."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    process = subprocess.Popen(
        [sys.executable, *program, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={**bare(), "TERM": "xterm", **env},
        start_new_session=True,
        preexec_fn=_with_a_terminal_of_its_own,
    )
    os.close(theirs)
    terminal = AtATerminal(process, ours)
    try:
        yield terminal
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        terminal.close()


def _with_a_terminal_of_its_own() -> None:
    """Give the new process its own terminal, so that Ctrl-C reaches the process even if the tests were started to
    ignore Ctrl-C."""
    ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def bare() -> dict[str, str]:
    """Return an environment without a server and a key."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "PYTHONPATH": IMPORT_PATH}
