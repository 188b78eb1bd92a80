"""The command `kontor`. This file must run on any Python 3: on an old Python it prints which version Kontor needs."""

import sys

NEEDED = (3, 11)


def main():  # type: ignore[no-untyped-def]  # an old Python must be able to read this
    if sys.version_info < NEEDED:
        sys.exit("kontor: Kontor needs Python 3.11 or newer, this is %s.%s." % sys.version_info[:2])  # noqa: UP031
    from kontor.service.cli.main import run

    run()
