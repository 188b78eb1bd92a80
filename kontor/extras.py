"""Optional packages, called extras (docs/python.md). If a package of an extra is not installed, the error says which
extra to install.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap imports that need this extra. If a package is missing, raise an error that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "kontor"):  # a bug in Kontor, not a missing package
            raise
        what = f"{missing} is not installed. To install it: pip install 'kontor[{name}]'"
        raise ModuleNotFoundError(what, name=missing) from None
