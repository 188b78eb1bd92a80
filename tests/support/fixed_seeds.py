"""Fixed seeds for the games of tests: the nth seed that a test draws is the same in every run and in every order.

A random seed makes a test fail once in a hundred runs, when the dice end a game early. Seeds are drawn
with `secrets.token_bytes` and nonces with `secrets.token_hex`, in the modules of DRAWERS. Here both follow from a label
(the running test, or the shared fixture that is being set up) and a number. Label and numbers are files in a directory
that the environment names, so that processes which a test starts share them.
"""

import hashlib
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

VARIABLE = "TEST_SEEDS"
DRAWERS = frozenset(
    {
        "kontor.service.http.games.create",
        "kontor.service.http.games.rematch",
        "kontor.terminal.new",
        "kontor.engine.new_game",
    }
)

T = TypeVar("T", bytes, str)


def install() -> None:
    """Replace the two functions of `secrets` in the modules of DRAWERS. All other modules still get random values."""
    if VARIABLE in os.environ:
        secrets.token_bytes = _fixed(secrets.token_bytes, seed)
        secrets.token_hex = _fixed(secrets.token_hex, lambda label, number: seed(label, number).hex())


def start(directory: Path) -> None:
    """Fix the seeds of this process and of all processes that it starts."""
    os.environ[VARIABLE] = str(directory)
    _write_label("none")
    install()


@contextmanager
def labelled(label: str) -> Iterator[None]:
    """Draw the seeds that belong to this label inside the `with` block. If a label is used again, it starts with its
    first seed again."""
    before = _label()
    _write_label(label)
    _counter(label).unlink(missing_ok=True)
    try:
        yield
    finally:
        _write_label(before)


def draw_number() -> int:
    """Return a number for a game that a test creates by itself. The id and the seed of the game follow from the
    number."""
    label = _label()
    return int.from_bytes(seed(label, _next_number(label))[:7], "big")


def seed(label: str, number: int) -> bytes:
    return hashlib.sha256(f"kontor/tests/{label}/{number}".encode()).digest()


def _fixed(drawn: Callable[[int | None], T], fixed: Callable[[str, int], T]) -> Callable[[int | None], T]:
    def draw(size: int | None = None) -> T:
        caller = sys._getframe(1).f_globals.get("__name__")
        if caller not in DRAWERS or size != 32:
            return drawn(size)
        label = _label()
        return fixed(label, _next_number(label))

    return draw


def _next_number(label: str) -> int:
    """Return the next number for a label. The numbers are counted in a file, because an append is atomic, and no two
    processes get the same number."""
    file = os.open(_counter(label), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, b".")
        return os.lseek(file, 0, os.SEEK_CUR)
    finally:
        os.close(file)


def _directory() -> Path:
    return Path(os.environ[VARIABLE])


def _counter(label: str) -> Path:
    return _directory() / hashlib.sha256(label.encode()).hexdigest()


def _label() -> str:
    return (_directory() / "label").read_text()


def _write_label(label: str) -> None:
    """Write the label to its file. The file is replaced in one step, because another process may read it at any
    moment."""
    new = _directory() / f"label.{os.getpid()}"
    new.write_text(label)
    new.replace(_directory() / "label")
