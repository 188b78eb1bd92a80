"""`make questions`: print the questions. `make questions KEY=1` prints the answers.

Give the questions on pages to a reader who has only the site at /manual/, and the questions on files to a reader who
has only the output of `git ls-files`. The goal: 30 of 30 pages within two clicks, and 28 of 30 files.
"""

import argparse
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent


def questions() -> dict[str, dict[str, str]]:
    """Return the questions of each kind by number."""
    return tomllib.loads((FOLDER / "questions.toml").read_text("utf-8"))


def answers() -> dict[str, dict[str, list[str]]]:
    """Return the right files for each question. Each of them counts as a right answer."""
    return tomllib.loads((FOLDER / "answers.toml").read_text("utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.questions", description=__doc__)
    parser.add_argument("--key", action="store_true", help="print the answers, not the questions")
    is_key = parser.parse_args().key
    for kind, asked in questions().items():
        print(f"\n## {kind}\n")
        for number, question in asked.items():
            print(f"{number}. {' or '.join(answers()[kind][number]) if is_key else question}")


if __name__ == "__main__":
    main()
