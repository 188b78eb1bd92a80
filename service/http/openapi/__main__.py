"""`python -m kontor.service.http.openapi` writes openapi/openapi.json; `--check` says whether it is up to date."""

import sys
from pathlib import Path

from kontor.service.http.app import create_app
from kontor.service.http.openapi.document import text
from kontor.service.settings import Settings

PLACE = Path(__file__).resolve().parents[3] / "openapi" / "openapi.json"


def main(arguments: list[str]) -> int:
    made = text(create_app(Settings.from_environment(), connected=False))
    if "--check" not in arguments:
        PLACE.parent.mkdir(exist_ok=True)
        PLACE.write_text(made)
        return 0
    if not PLACE.exists() or PLACE.read_text() != made:
        print("openapi/openapi.json is out of date; run: make openapi", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
