"""`python -m kontor.service.http.openapi` writes openapi/*.json, indented for people and `git diff`. With `--check` it
only reports whether they are up to date."""

import json
import sys
from pathlib import Path

from kontor.service.http.app import create_app
from kontor.service.http.openapi import asyncapi, published
from kontor.service.settings import Settings

PLACE = Path(__file__).resolve().parents[3] / "openapi"


def main(arguments: list[str]) -> int:
    app = create_app(Settings.from_environment(), connected=False)
    served = {
        "openapi.json": published.text(app, "clients"),
        "operators.json": published.text(app, "operators"),
        "asyncapi.json": asyncapi.text(app),
    }
    made = {name: json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n" for name, text in served.items()}
    if "--check" not in arguments:
        PLACE.mkdir(exist_ok=True)
        for name, text in made.items():
            (PLACE / name).write_text(text)
        return 0
    stale = [name for name, text in made.items() if not (PLACE / name).exists() or (PLACE / name).read_text() != text]
    for name in stale:
        print(f"openapi/{name} is out of date; run: make openapi", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
