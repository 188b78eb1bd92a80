"""Kontor: trading board games. The rules as a library, a client for servers, and the service itself.

    >>> import kontor
    >>> game = kontor.hansa.new(seats=3, board="hansa-3", seed=7)

`kontor.hansa`, `kontor.merchants` and `kontor.load` need only Python. `kontor.Client`, `kontor.AsyncClient`,
`kontor.run_bot` and `kontor.verify_webhook` are imported on first use. So are `kontor.frames` and `kontor.rl`, which
need extras (docs/python.md).
`kontor.domain`, `kontor.service` and `kontor.workers` are folders at the top of the repository. Here they are links, so
that import names are the same in a checkout and in an installation (docs/decisions/0005-one-import-name.md).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kontor.domain.shipped import SHIPPED
from kontor.errors import BadCommand, KontorError, NotAGame, NotNow, RuleViolation, TooMany

if TYPE_CHECKING:
    from kontor import hansa, merchants
    from kontor import rl as rl
    from kontor.client import (
        AsyncClient,
        BadSecret,
        BadSignature,
        Client,
        Problem,
        Unreachable,
        run_bot,
        verify_webhook,
    )
    from kontor.data import frames as frames
    from kontor.domain.kernel.ruleset import Look
    from kontor.engine import Game, load

__all__ = [  # Names of a bare installation.
    "AsyncClient",
    "BadCommand",
    "BadSecret",
    "BadSignature",
    "Client",
    "Game",
    "KontorError",
    "Look",
    "NotAGame",
    "NotNow",
    "Problem",
    "RuleViolation",
    "TooMany",
    "Unreachable",
    "hansa",
    "load",
    "merchants",
    "run_bot",
    "verify_webhook",
]

# Import these names on first use: a library user needs no network code, and a client need not load the rules.
_PLACES = {
    "AsyncClient": "kontor.client",
    "BadSecret": "kontor.client",
    "BadSignature": "kontor.client",
    "Client": "kontor.client",
    "Game": "kontor.engine",
    "Look": "kontor.domain.kernel.ruleset",
    "Problem": "kontor.client",
    "Unreachable": "kontor.client",
    "frames": "kontor.data",
    "load": "kontor.engine",
    "run_bot": "kontor.client",
    "verify_webhook": "kontor.client",
}


def __getattr__(name: str) -> object:
    if name in SHIPPED or name == "rl":
        return import_module(f"kontor.{name}")
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"kontor has no {name}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_PLACES, "rl"})
