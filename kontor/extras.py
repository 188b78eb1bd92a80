"""Extras (docs/python.md): if a package of an extra is not installed, the error says what to install."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap the imports that need the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "kontor"):  # a bug of ours, not a missing package
            raise
        what = f"{missing} is not installed. To install it: pip install 'kontor[{name}]'"
        raise ModuleNotFoundError(what, name=missing) from None
