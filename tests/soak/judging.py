"""Judge the measurements at start, middle and end of a soak. Caches fill in the first half: the second half counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.soak.measuring import Measurement, Thing

# These are stored for ever, or for days: they may grow with the number of commits, but not faster.
LASTING = {
    "table": (
        *("events", "sealed", "commits", "origins", "games", "seeds", "participants", "rematches", "snapshots"),
        *("answers", "boards", "accounts", "api_keys", "tlog_leaves", "tlog_hashes", "tlog_checkpoints"),
        *(
            "tlog_cosignatures",
            "tlog_maps",
            "tlog_map_nodes",
            "deliveries",
            "attempts",
            "audit_reads",
            "analyses",
            "verdicts",
        ),
    ),
    "files": ("pg", "log"),
    "redis": ("kontor:refusals",),  # for a day, and 32 MiB at most
}
SLACK: Mapping[str, int] = {"bytes": 8 * 2**20, "keys": 200, "threads": 4, "files": 20, "processes": 2}
REDIS_SLACK = 2**18  # bytes of a family of keys
GROWTH = 1.15  # of what must stay level
FASTER = 1.5  # times as many bytes a commit in the second half as in the first


@dataclass(frozen=True, slots=True)
class Line:
    """A thing at start, middle and end. `flaw` says why it is not level, or is empty."""

    thing: Thing
    sizes: tuple[int, int, int]
    flaw: str

    def __str__(self) -> str:
        name = f"{self.thing.kind} {self.thing.name} ({self.thing.unit})"
        return f"{name:60}" + "".join(f"{size:>15,}" for size in self.sizes) + (f"  {self.flaw}" if self.flaw else "")


def judge(measured: Sequence[Measurement]) -> Iterator[Line]:
    """Yield a line for each thing."""
    start, middle, end = measured
    for thing in sorted({*start.sizes, *middle.sizes, *end.sizes}):
        sizes = (start.sizes.get(thing, 0), middle.sizes.get(thing, 0), end.sizes.get(thing, 0))
        halves = (middle.commits - start.commits, end.commits - middle.commits)
        yield Line(thing, sizes, _flaw(thing, sizes, halves))


def _flaw(thing: Thing, sizes: tuple[int, int, int], commits: tuple[int, int]) -> str:
    start, middle, end = sizes
    slack = REDIS_SLACK if (thing.kind, thing.unit) == ("redis", "bytes") else SLACK[thing.unit]
    if not _is_lasting(thing):
        return "grows" if end > middle * GROWTH + slack else ""
    each = (middle - start) / max(commits[0], 1)
    allowed = middle + each * FASTER * commits[1] + slack
    return "grows faster than the log" if end > allowed else ""


def _is_lasting(thing: Thing) -> bool:
    parts = LASTING.get(thing.kind, ())
    return any(thing.name == each or thing.name.startswith((f"{each}/", f"{each}:")) for each in parts)
