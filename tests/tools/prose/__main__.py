"""`make prose`: report the flaws of the areas in force. `make prose ALL=1` reports all areas, with a count for each."""

import argparse
import sys
from collections import Counter

from tests.support.paths import ROOT
from tests.tools.prose.areas import flaws, is_in_force


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.prose", description=__doc__)
    parser.add_argument("--all", action="store_true", help="report all areas, not only those in force")
    parser.add_argument("--count", action="store_true", help="print only the number of flaws of each area")
    parser.add_argument("paths", nargs="*", help="files or folders, as in docs/ or service/http; without any, all")
    given = parser.parse_args()
    found = sorted(
        (path.relative_to(ROOT).as_posix(), line, what, area)
        for area, path, (line, what) in flaws()
        if given.all or is_in_force(area)
    )
    if given.paths:
        found = [flaw for flaw in found if flaw[0].startswith(tuple(given.paths))]
    if not given.count:
        for file, line, what, _ in found:
            print(f"{file}:{line}: {what}")
    if given.all:
        counts = Counter(area for *_, area in found)
        for area, count in sorted(counts.items()):
            print(f"{count:6}  {area}{'  (in force)' if is_in_force(area) else ''}")
    print(f"{len(found):6}  flaws", file=sys.stderr)
    return 1 if any(is_in_force(area) for *_, area in found) else 0


if __name__ == "__main__":
    sys.exit(main())
