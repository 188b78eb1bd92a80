"""Two verifiers, written apart from each other, agree: the kernel's and openapi/verifiers/verify.mjs."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel.canonical import NotCanonical, canonical, canonical_text
from kontor.domain.kernel.verify import lines_of, verify
from tests.support.playing import created, finished
from tests.support.verifier_mjs import NEEDS_NODE, PROGRAM, node, run_command
from tests.tiny import RULESET
from tests.vectors.forge import rechained
from tests.vectors.make import HERE

pytestmark = [NEEDS_NODE, pytest.mark.system]

MUTATIONS = 150  # of the thousands that there are of each log

Line = dict[str, Any]
Way = tuple[str | int, ...]


def test_it_is_short_and_needs_nothing() -> None:
    for program in PROGRAM.parent.glob("*.mjs"):
        text = program.read_text(encoding="utf-8")
        assert len(text.splitlines()) < 250
        assert all('"node:' in line or '"./' in line for line in text.splitlines() if line.startswith("import "))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("log", str(HERE / "game.ndjson")), 0),
        (("log", str(HERE / "bundle.ndjson")), 1),
        (("log", str(HERE / "missing.ndjson")), 2),
    ],
    ids=["good", "bad", "missing"],
)
def test_the_command_line_exits_with_the_documented_code(arguments: tuple[str, ...], code: int) -> None:
    """All other tests share one Node process: it must answer as a new process does."""
    done = run_command(*arguments)
    shared = node(*arguments)
    assert done.returncode == code
    assert (shared.returncode, shared.stdout, shared.stderr) == (done.returncode, done.stdout, done.stderr)


def test_it_agrees_with_all_vectors() -> None:
    done = node("vectors", str(HERE))
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(list(HERE.glob("*.json")))


def test_it_notices_a_wrong_vector(tmp_path: Path) -> None:
    cases = json.loads((HERE / "seals.json").read_text(encoding="utf-8"))
    cases[2]["digest"] = "0" * 64
    (tmp_path / "seals.json").write_text(json.dumps(cases), encoding="utf-8")
    done = node("vectors", str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "seals.json: this program disagrees with case 2, counted from 0\n")


def test_it_says_what_a_log_proves() -> None:
    log = HERE / "game.ndjson"
    head = json.loads(lines_of(log.read_bytes())[-1])["hash"]
    done = node("log", str(log), "--head", head)
    assert done.returncode == 0, done.stderr
    assert "The game has ended: its seed matches the commitment" in done.stdout
    assert "The last hash matches --head." in done.stdout


def test_it_says_what_a_redacted_log_cannot_prove() -> None:
    done = node("log", str(HERE / "game-as-spectator.ndjson"))
    assert done.returncode == 0, done.stderr
    assert "The game has not ended" in done.stdout
    assert "events may be missing at the end" in done.stdout


@pytest.mark.parametrize(("mode", "code"), [("log", 0), ("bundle", 3)])
def test_it_reports_that_a_first_page_continues(tmp_path: Path, mode: str, code: int) -> None:
    lines = lines_of((HERE / "game.ndjson").read_bytes())
    end = next(n for n, line in enumerate(lines, 1) if json.loads(line)["envelope"]["command"]["last"] > n > 5)
    page = tmp_path / "page.ndjson"
    page.write_bytes(b"\n".join(lines[:end]) + b"\n")
    done = node(mode, str(page))
    assert done.returncode == code, done.stderr
    assert f"a commit that is cut off at {end}: the log continues" in done.stdout
    assert verify(lines[:end], is_page=True).is_good
    if mode == "log":
        head = json.loads(lines[-1])["hash"]
        assert node("log", str(page), "--head", head).returncode == 1


def test_it_names_version_and_flaw(tmp_path: Path) -> None:
    lines = lines_of((HERE / "game.ndjson").read_bytes())
    (tmp_path / "forged.ndjson").write_bytes(b"\n".join([*lines[:4], *lines[5:]]) + b"\n")
    done = node("log", str(tmp_path / "forged.ndjson"))
    assert (done.returncode, done.stderr) == (1, "Version 5: version 5 is missing here.\n")


def test_a_question_that_it_does_not_understand_is_answered_with_its_usage() -> None:
    assert node("log").returncode == 2
    assert node("log", "x", "--head", "short").returncode == 2


@pytest.mark.parametrize(
    "log", ["game.ndjson", "game-as-spectator.ndjson", "game-as-seat-1.ndjson", "aborted.ndjson", "additions.ndjson"]
)
def test_both_come_to_the_same_verdict_on_every_mutation(log: str, tmp_path: Path) -> None:
    base = (HERE / log).read_bytes()
    lines = [json.loads(line) for line in lines_of(base)]
    luck = random.Random(log)
    cases = luck.sample(list(mutations(lines, luck)), MUTATIONS)
    judged = [{**case, "version": version_of_flaw(case, lines)} for case in cases]
    assert sum(case["version"] is not None for case in judged) > len(judged) / 2
    if log in (
        "game.ndjson",
        "aborted.ndjson",
        "additions.ndjson",
    ):  # everything is open, so that nothing may be left out either
        assert all(case["version"] is not None for case in judged if not case["rechain"])
    agree(tmp_path, log, base, judged)


@pytest.mark.parametrize("number", range(1, 5))
def test_both_accept_games_of_bots(number: int, tmp_path: Path) -> None:
    played = finished(created(RULESET, 2 + number % 3, number, order="drawn", bots=(2,) if number % 2 else ()))
    running = played.commits[-1].first - 1
    for name, lines in {
        "full": played.lines(),
        "spectator": played.lines((), ended=False)[:running],
        "seat": played.lines((1,), ended=False)[:running],
    }.items():
        assert verify(lines).is_good
        file = tmp_path / f"{name}.ndjson"
        file.write_text("".join(f"{canonical_text(line)}\n" for line in lines), encoding="utf-8")
        done = node("log", str(file))
        assert done.returncode == 0, done.stderr


def agree(folder: Path, log: str, base: bytes, judged: list[Line]) -> None:
    (folder / log).write_bytes(base)
    (folder / "forged.json").write_text(json.dumps({"base": log, "cases": judged}), encoding="utf-8")
    done = node("vectors", str(folder))
    if done.returncode != 0:
        number = int(done.stderr.split(" case ")[1].split(",")[0]) if " case " in done.stderr else 0
        pytest.fail(f"{done.stderr}{judged[number]['name']}: the kernel says {judged[number]['version']}")


def version_of_flaw(case: Line, base: list[Line]) -> int | None:
    lines = [base[each - 1] if isinstance(each, int) else each for each in case["lines"]]
    findings = verify(rechained(lines) if case["rechain"] else lines).findings
    return findings[0].version if findings else None


# ---------------------------------------------------------------- mutations


def mutations(lines: list[Line], luck: random.Random) -> Iterator[Line]:
    """Fields of any depth changed in some way, with the chain as it was and hashed anew; and lines moved about."""
    everything = list(range(1, len(lines) + 1))
    for number, line in enumerate(lines, 1):
        for way in ways(line):
            changed = altered(line, way, luck)
            for rechain in (False, True) if is_canonical(changed) else (False,):
                name = f"version {number}, {'/'.join(map(str, way))}, rechain {rechain}"
                replaced = [changed if each == number else each for each in everything]
                yield {"name": name, "lines": replaced, "rechain": rechain}
    for _ in range(20):
        one, other = sorted(luck.sample(everything, 2))
        swapped = [{one: other, other: one}.get(each, each) for each in everything]
        for rechain in (False, True):
            yield {"name": f"{one} and {other} swapped", "lines": swapped, "rechain": rechain}
            yield {"name": f"{one} repeated", "lines": sorted([*everything, one]), "rechain": rechain}
            left = [each for each in everything if each != one]
            yield {"name": f"{one} removed", "lines": left, "rechain": rechain}


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    if way:
        yield way
    if isinstance(value, dict):
        for key, item in value.items():
            yield from ways(item, (*way, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from ways(item, (*way, number))


def altered(line: Line, way: Way, luck: random.Random) -> Line:
    changed = copy.deepcopy(line)
    place: Any = changed
    for key in way[:-1]:
        place = place[key]
    if luck.random() < 0.2:
        del place[way[-1]]
    else:
        place[way[-1]] = other(place[way[-1]], luck)
    return changed


def other(value: Any, luck: random.Random) -> Any:
    """Another value, mostly of the same kind."""
    strange: list[Any] = [None, True, 0, -1, 2**53, "", "x", [], {}, [None], {"a": 1}]
    if isinstance(value, bool):
        near: list[Any] = [not value]
    elif isinstance(value, int):
        near = [value + 1, value - 1, value * 2 + 1, str(value), bool(value)]
    elif isinstance(value, str):
        near = [value + "0", value[1:], value.upper() + " ", value[::-1] + "a", "0" * 64, "seat:2x", "system "]
    elif isinstance(value, list):
        near = [value[1:], [*value, *value[:1]], value[::-1], [*value, 1]]
    elif isinstance(value, dict):
        near = [{**value, "more": 1}, dict(list(value.items())[1:]), [value]]
    else:
        near = [0]
    return luck.choice(
        [each for each in (*near, luck.choice(strange)) if each != value or type(each) is not type(value)]
    )


def is_canonical(line: Line) -> bool:
    try:
        canonical(line["envelope"])
    except (NotCanonical, KeyError):
        return False
    return True
