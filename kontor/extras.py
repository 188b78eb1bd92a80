"""Extras (docs/python.md): where what one of them brings is not installed, the error says what to install."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around the imports that need it."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "kontor"):  # a flaw of ours
            raise
        what = f"{missing} is not installed. To install it: pip install 'kontor[{name}]'"
        raise ModuleNotFoundError(what, name=missing) from None
