"""`make reference`: provoke problems, run commands and play games for the examples, and write docs/reference/ again.

`--keep-runs` keeps the output of the server and the command line, and takes everything else from the code.
"""

import sys

from tests.tools.reference import example_games
from tests.tools.reference.pages import EXAMPLES, FOLDER, load_examples, pages
from tests.tools.reference.recording import recorded, saved
from tests.tools.reference.stable_runs import keep_stable


def main() -> None:
    before = {name: load_examples()[name] for name in ("problems", "cli")}
    runs = before if "--keep-runs" in sys.argv else recorded()
    told = {
        **{name: keep_stable(before[name], each) for name, each in runs.items()},
        "played": example_games.examples(),
    }
    saved(EXAMPLES, told)
    for name, text in pages(told):
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/reference/{name}")


if __name__ == "__main__":
    main()
