"""`make reference`: provoke, run and play what the examples are taken from, and write docs/reference/ anew.

`--keep-runs` leaves what the server and the command line said, and takes everything else from the code.
"""

import sys

from tests.tools.reference import played
from tests.tools.reference.made import EXAMPLES, FOLDER, kept, pages
from tests.tools.reference.recording import recorded, saved


def main() -> None:
    runs = {name: kept()[name] for name in ("problems", "cli")} if "--keep-runs" in sys.argv else recorded()
    told = {**runs, "played": played.examples()}
    saved(EXAMPLES, told)
    for name, text in pages(told):
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/reference/{name}")


if __name__ == "__main__":
    main()
