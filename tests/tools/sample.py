"""`make sample SEED=1`: draw texts for readers who do not know the code, who judge whether they are plain.

The list has no file names, since a reader must not need the code. `KEY=1` prints the file and line of each number.
"""

import argparse
import ast
import random
import re
from collections.abc import Iterator, Sequence

from tests.support.paths import ROOT
from tests.tools.count import product_files
from tests.tools.prose.areas import FREE_LAYOUT, is_listed, passages
from tests.tools.prose.passages import FUNCTIONS, Passage

SHARES = {"docstrings": 100, "messages": 50, "docs": 20}
FEWEST_WORDS = 4  # a shorter text cannot be judged alone
NOT_OURS = re.compile(r"[>!]|\[\w+\]: ")  # a quotation, a picture, or the address of a link

Text = tuple[str, int, str]  # file, line, text


def draw(seed: int) -> dict[str, Sequence[Text]]:
    """Draw the texts of each kind. The same seed and the same files give the same texts."""
    texts: dict[str, list[Text]] = {"docstrings": list(docstrings()), "messages": [], "docs": []}
    for area, path, each in passages():
        if each.kind == "message":
            texts["messages"].append((path.relative_to(ROOT).as_posix(), each.line, each.text))
        elif area.startswith("docs:") and is_prose(each) and not is_listed(path, FREE_LAYOUT):
            texts["docs"].append((path.relative_to(ROOT).as_posix(), each.line, each.text))
    luck = random.Random(seed)
    return {kind: luck.sample(sorted(filter(is_long_enough, texts[kind])), share) for kind, share in SHARES.items()}


def is_prose(passage: Passage) -> bool:
    return passage.kind == "paragraph" and not NOT_OURS.match(passage.text)


def docstrings() -> Iterator[Text]:
    """Yield the whole docstrings of the product."""
    for path in product_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | FUNCTIONS) and (text := ast.get_docstring(node)):
                yield path.relative_to(ROOT).as_posix(), node.body[0].lineno, text


def is_long_enough(text: Text) -> bool:
    return len(re.findall(r"\w+", text[2])) >= FEWEST_WORDS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.sample", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key", action="store_true", help="print file and line of each number, not the texts")
    given = parser.parse_args()
    number = 0
    for kind, drawn in draw(given.seed).items():
        print(f"\n## {kind}\n")
        for file, line, text in drawn:
            number += 1
            print(f"{number}. {f'{file}:{line}' if given.key else ' '.join(text.split())}")


if __name__ == "__main__":
    main()
