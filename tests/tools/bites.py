"""`make bites`: is every refusal tested? Each `raise Violation` of a ruleset is removed in turn, and the tests that
name its rule run without it: at least one must fail.

The change is made in memory only, in a forked process that imports the changed module in place of the real one.
`R=hansa` names the ruleset, `ONLY=establish.py` one of its files.
"""

import argparse
import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from rich.progress import Progress

from tests.tools.rule_ids import ROOT, citing_tests, ids_in

SURVIVES, BITTEN, UNCLEAR = 0, 10, 11
VERDICTS = {SURVIVES: "survives", BITTEN: "bitten", UNCLEAR: "cannot be judged"}
SECONDS = 60  # a mutant that takes longer loops forever: detected
QUIET = ["-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-o", "markers=xdist_group"]
PRELOADED = ("hypothesis", "jsonschema", "tests.conftest")  # once, so that forks need not import them


@dataclass(frozen=True, slots=True)
class Refusal:
    """One `raise` of the code; `line` and `column` identify it."""

    path: Path
    line: int
    column: int
    rules: tuple[str, ...]

    @property
    def where(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}"

    @property
    def module(self) -> str:
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(("kontor", *(parts[:-1] if parts[-1] == "__init__" else parts)))


@dataclass(frozen=True, slots=True)
class Outcome:
    refusal: Refusal
    verdict: str  # "bitten", "survives" or "cannot be judged"


# ---------------------------------------------------------------- finding refusals


def refusals(folder: Path, only: str) -> Iterator[Refusal]:
    """Yield every `raise Violation(…)`, and every `raise f(…)` where f is declared to return a Violation."""
    trees = {path: _tree(path) for path in sorted(folder.rglob("*.py"))}
    makers = {name: rules for tree in trees.values() for name, rules in _makers(tree)}
    for path, tree in trees.items():
        if only and path.name != only:
            continue
        for node in ast.walk(tree):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            name = _called(node.exc)
            if name == "Violation" or name in makers:
                rules = _cited(node.exc) or makers.get(name, ()) or _cited_around(trees.values(), tree, node)
                yield Refusal(path, node.lineno, node.col_offset, rules)


def _cited_around(trees: Iterable[ast.Module], tree: ast.Module, node: ast.AST) -> tuple[str, ...]:
    """The rule is a variable: return the ids that callers of the surrounding function pass, else the ids in it."""
    around = _function_around(tree, node)
    name = getattr(around, "name", "")
    calls = [
        each for other in trees for each in ast.walk(other) if isinstance(each, ast.Call) and _called(each) == name
    ]
    handed_in = [rule for call in calls for rule in _cited(call)]
    return tuple(dict.fromkeys(handed_in)) or _cited(around)


def _makers(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == "Violation":
            yield node.name, _cited(node)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _cited(node: ast.AST) -> tuple[str, ...]:
    """Return the ids that are whole strings in the code."""
    texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return tuple(dict.fromkeys(text for text in texts if ids_in(text) == [text]))


def _function_around(tree: ast.Module, node: ast.AST) -> ast.AST:
    around: ast.AST = tree
    for each in ast.walk(tree):  # outer functions come first: the last match is the innermost
        if isinstance(each, ast.FunctionDef) and node in ast.walk(each):
            around = each
    return around


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def tests_by_rule() -> dict[str, list[str]]:
    """Return the tests about each rule, with pytest's names."""
    found: dict[str, list[str]] = {}
    for cited in citing_tests():
        for rule in cited.rules:
            found.setdefault(rule, []).append(f"{cited.file}::{cited.name}")
    return found


# ---------------------------------------------------------------- removing a refusal


class TakeOut(ast.NodeTransformer):
    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        if (node.lineno, node.col_offset) == (self.refusal.line, self.refusal.column):
            return ast.copy_location(ast.Pass(), node)
        return node


class Loader(importlib.abc.InspectLoader):
    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal

    def get_source(self, fullname: str) -> str:
        return self.refusal.path.read_text(encoding="utf-8")

    def get_code(self, fullname: str) -> CodeType:
        tree = TakeOut(self.refusal).visit(ast.parse(self.get_source(fullname)))
        return compile(tree, str(self.refusal.path), "exec")

    def get_filename(self, fullname: str) -> str:
        return str(self.refusal.path)


class _Finder(importlib.abc.MetaPathFinder):
    """Imports the changed module in place of the real one."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.refusal.module:
            return None
        package = self.refusal.path.name == "__init__.py"
        spec = importlib.util.spec_from_loader(fullname, Loader(self.refusal), origin=str(self.refusal.path))
        if spec is not None and package:
            spec.submodule_search_locations = [str(self.refusal.path.parent)]
        return spec


# ---------------------------------------------------------------- running


class _Names:
    """Collects the failed tests."""

    def __init__(self) -> None:
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)


def fails(refusal: Refusal, tests: Sequence[str]) -> bool:
    """Return whether a test fails without the refusal. Runs in its own process, which ends with it."""
    sys.meta_path.insert(0, _Finder(refusal))
    signal.alarm(SECONDS)  # kills the process
    code = _silently([*QUIET, "-x", *tests])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"pytest could not run {tests}")
    return code == pytest.ExitCode.TESTS_FAILED


def failing_anyway(tests: Sequence[str]) -> set[str]:
    """Return tests that fail with the unchanged code: they prove nothing."""
    names = _Names()
    _silently([*QUIET, *tests], names)
    return names.failed


def _silently(arguments: list[str], *plugins: object) -> int:
    os.chdir(ROOT)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        return int(pytest.main(arguments, plugins=list(plugins)))


def _in_fork(task: tuple[Refusal, Sequence[str]]) -> Outcome:
    """Run one mutant in a fork of this process, which has imported pytest but no ruleset."""
    refusal, tests = task
    child = os.fork()
    if child == 0:
        try:
            os._exit(BITTEN if fails(refusal, tests) else SURVIVES)
        finally:
            os._exit(UNCLEAR)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return Outcome(refusal, "bitten")
    return Outcome(refusal, VERDICTS.get(os.waitstatus_to_exitcode(status), VERDICTS[UNCLEAR]))


def outcomes(tasks: Sequence[tuple[Refusal, Sequence[str]]], jobs: int) -> Iterator[Outcome]:
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(_in_fork, tasks)


def _baseline(tests: Sequence[str]) -> set[str]:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        return pool.submit(failing_anyway, tests).result()


def main() -> int:
    asked = _arguments()
    started = time.monotonic()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the plugins take longer than most tests
    for name in PRELOADED:
        importlib.import_module(name)
    require_unimported(asked.ruleset)
    found = list(refusals(ROOT / "domain" / asked.ruleset, asked.only))
    about = tests_by_rule()
    every = sorted({test for refusal in found for rule in refusal.rules for test in about.get(rule, ())})
    broken = _baseline(every) if every else set()
    about = {rule: [test for test in tests if not _is_broken(test, broken)] for rule, tests in about.items()}
    tasks = [(each, _selected(each.rules, about)) for each in found]
    survivors: list[Outcome] = []
    with Progress(transient=True) as progress:
        bar = progress.add_task(f"{len(found)} refusals of {asked.ruleset}", total=len(tasks))
        for outcome in outcomes([task for task in tasks if task[1]], asked.jobs):
            progress.advance(bar)
            if outcome.verdict != "bitten":
                survivors.append(outcome)
                rules = ", ".join(outcome.refusal.rules)
                progress.console.print(f"{outcome.verdict} {outcome.refusal.where} {rules}", soft_wrap=True)
    untested = [refusal for refusal, tests in tasks if not tests]
    for refusal in untested:
        print(f"untested {refusal.where} {', '.join(refusal.rules) or 'names no rule'}")
    for test in sorted(broken):
        print(f"fails anyway {test}")
    bitten = len(found) - len(survivors) - len(untested)
    print(
        f"{asked.ruleset}: {len(found)} refusals, {bitten} bitten, {len(survivors)} survive, {len(untested)} without"
        f" a test, {time.monotonic() - started:.0f} s"
    )
    return int(bool(survivors or untested or broken))


def require_unimported(ruleset: str) -> None:
    """A fork must import the ruleset itself: what is imported already cannot be changed any more."""
    known = [name for name in sys.modules if name.startswith(f"kontor.domain.{ruleset}.")]
    if known:
        raise RuntimeError(f"imported too early: {', '.join(known)}")


def _is_broken(test: str, broken: set[str]) -> bool:
    return test in broken or test.partition("::")[0] in broken  # the test, or its file


def _selected(rules: Iterable[str], about: dict[str, list[str]]) -> list[str]:
    """Return the tests about these rules, fast ones first: those of the modules before those of whole games."""
    found = dict.fromkeys(test for rule in rules for test in about.get(rule, ()))
    return sorted(found, key=lambda test: not test.startswith("tests/domain/"))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bites", description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--only", default="", help="one file of the ruleset, as establish.py")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
