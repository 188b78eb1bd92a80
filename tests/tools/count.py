"""`make count`: count product code without comments, blank lines and docstrings, and list files that are too long.
Generated code counts separately, because nobody writes or reviews it."""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

PRODUCT = ("domain", "service", "workers", "kontor")
PAGES = ROOT / "service" / "http" / "static"
LONGEST = 300  # lines of a file, all of them
GENERATED = "generates this file"  # in the docstring of such a file
BLANK = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def main() -> None:
    files = {path: path.read_text(encoding="utf-8") for path in product_files()}
    counts: Counter[str] = Counter()
    for path, text in files.items():
        folder = "/".join(path.relative_to(ROOT).parent.parts[:2])
        counts[f"{folder}, generated" if is_generated(text) else folder] += code_lines(text)
    for folder, lines in sorted(counts.items()):
        print(f"{lines:7,}  {folder}")
    generated = sum(lines for folder, lines in counts.items() if folder.endswith(", generated"))
    print(f"{counts.total() - generated:7,}  lines of code and {generated:,} generated lines, in {len(files):,} files")
    if found := list(too_long()):
        raise SystemExit("\n".join(found))


def too_long() -> Iterator[str]:
    """Yield a sentence about each file with more than `LONGEST` lines, scripts of the pages included."""
    for path in (*product_files(), *sorted(PAGES.rglob("*.js"))):
        length = len(path.read_text(encoding="utf-8").splitlines())
        if length > LONGEST:
            yield f"{path.relative_to(ROOT)} has {length} lines; the limit is {LONGEST}"


def product_files() -> Iterator[Path]:
    """Yield the Python files of the product. `kontor/` links to the other folders, which count once."""
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not any((ROOT / parent).is_symlink() for parent in path.relative_to(ROOT).parents):
                yield path


def is_generated(text: str) -> bool:
    return GENERATED in (ast.get_docstring(ast.parse(text)) or "")


def code_lines(text: str) -> int:
    """Count the lines with code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BLANK:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - set(_docstring_lines(ast.parse(text))))


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str())) as first, *_]:
                    yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)


if __name__ == "__main__":
    main()
