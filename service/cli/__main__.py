"""Run the command `kontor` by `python -m kontor.service.cli`."""

from kontor.service.cli import main

main()  # type: ignore[no-untyped-call]  # see there
