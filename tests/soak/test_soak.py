"""The soak notices what grows, and measures everything that `kontor up` occupies."""

import pytest

from tests.faults.running import running
from tests.soak.judging import judge
from tests.soak.measuring import Measurement, Thing, measure

MB = 2**20
MEMORY = Thing("process", "requests", "bytes")
EVENTS, DEBTS = Thing("table", "events", "bytes"), Thing("table", "debts", "bytes")
REFUSALS, JOBS = Thing("redis", "kontor:listening", "bytes"), Thing("redis", "rq:job:*", "keys")
LOG, OTHER = Thing("files", "log", "bytes"), Thing("files", "signer", "bytes")
STEADY = {
    MEMORY: (80 * MB, 120 * MB, 125 * MB),
    EVENTS: (1 * MB, 101 * MB, 201 * MB),
    DEBTS: (MB, MB, MB),
    REFUSALS: (0, 1000, 2000),
    JOBS: (10, 150, 90),
    LOG: (0, 20 * MB, 40 * MB),
}


def flaws(**changed: tuple[int, int, int]) -> dict[str, str]:
    sizes = {thing: changed.get(thing.name, of_thing) for thing, of_thing in STEADY.items()}
    measured = [Measurement(n * 10_000, {thing: three[n] for thing, three in sizes.items()}) for n in range(3)]
    return {line.thing.name: line.flaw for line in judge(measured) if line.flaw}


@pytest.mark.unit
def test_a_steady_run_is_level() -> None:
    assert flaws() == {}


@pytest.mark.unit
@pytest.mark.parametrize(
    ("name", "sizes", "flaw"),
    [
        ("requests", (80 * MB, 120 * MB, 160 * MB), "grows"),
        ("debts", (MB, 10 * MB, 20 * MB), "grows"),
        ("kontor:listening", (0, 100_000, 500_000), "grows"),
        ("rq:job:*", (10, 500, 1000), "grows"),
        ("events", (MB, 101 * MB, 301 * MB), "grows faster than the log"),
        ("log", (0, 20 * MB, 80 * MB), "grows faster than the log"),
    ],
)
def test_what_grows_is_named(name: str, sizes: tuple[int, int, int], flaw: str) -> None:
    assert flaws(**{name: sizes}) == {name: flaw}


@pytest.mark.system
def test_every_process_table_key_and_file_is_measured() -> None:
    with running() as kontor:
        game = kontor.game("random", "random")
        kontor.ends(game)
        found = measure(kontor)
    assert found.commits > 2
    names = {kind: {each.name for each in found.sizes if each.kind == kind} for kind in ("process", "table", "files")}
    assert names["process"] >= {"redis", "front", "requests", "streams", "api", "postgres", "relay", "bots", "pool"}
    assert names["table"] >= {"events", "commits", "games", "debts", "accounts"}
    assert any(name.startswith("pg") for name in names["files"])
    assert {each.name for each in found.sizes if each.kind == "redis"} >= {"kontor:alive", "kontor:relay"}
    assert all(found.sizes[each] > 0 for each in found.sizes if each.kind == "process")
