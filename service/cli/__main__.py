"""`python -m kontor.service.cli` is `kontor`."""

from kontor.service.cli import main

main()  # type: ignore[no-untyped-call]  # see there
