"""Measure everything that a running `kontor up` occupies: processes, tables, families of Redis keys, files."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

from kontor.service.store.pool import connection
from tests.faults.running import Running, descendants, role_of

# A partition is counted with its table.
TABLES: LiteralString = """
    SELECT coalesce(pg_partition_root(oid)::regclass, oid::regclass)::text, sum(pg_total_relation_size(oid))::bigint
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace GROUP BY 1
"""
COMMITS: LiteralString = "SELECT count(*) FROM commits"
VARIABLE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}|\d+")
BATCH = 500  # keys of Redis to ask for at a time


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """Something that is measured, such as `table events`, and the unit of its size."""

    kind: str
    name: str
    unit: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """The sizes of all things at a moment, and the number of commits by then."""

    commits: int
    sizes: Mapping[Thing, int]


def measure(kontor: Running) -> Measurement:
    sizes = Counter[Thing]()
    for source in (_processes(kontor), _tables(kontor), _keys(kontor), _files(kontor.directory.path)):
        for thing, size in source:
            sizes[thing] += size
    with connection(kontor.store.pool) as conn:
        (commits,) = conn.execute(COMMITS).fetchall()[0]
    return Measurement(commits, dict(sizes))


def _processes(kontor: Running) -> Iterator[tuple[Thing, int]]:
    """Yield memory (without what is shared with other processes), threads and open files, by role."""
    for pid, words in descendants(kontor.process.pid):
        name, found = role_of(words) or words[-1].strip(), Path(f"/proc/{pid}")
        with suppress(OSError, StopIteration):  # the process has ended meanwhile
            lines = (found / "smaps_rollup").read_text().splitlines()
            private = sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
            yield Thing("process", name, "bytes"), private * 1024
            yield Thing("process", name, "threads"), len(os.listdir(found / "task"))
            yield Thing("process", name, "files"), len(os.listdir(found / "fd"))
            yield Thing("process", name, "processes"), 1


def _tables(kontor: Running) -> Iterator[tuple[Thing, int]]:
    with connection(kontor.store.pool) as conn:
        for table, size in conn.execute(TABLES).fetchall():
            yield Thing("table", table, "bytes"), size


def _keys(kontor: Running) -> Iterator[tuple[Thing, int]]:
    """Yield number and bytes of keys whose names differ only in ids and numbers."""
    keys: list[bytes] = list(kontor.redis.scan_iter(count=BATCH))
    for begin in range(0, len(keys), BATCH):
        some = keys[begin : begin + BATCH]
        with kontor.redis.pipeline(transaction=False) as asked:
            for key in some:
                asked.memory_usage(key, 0)
            for key, size in zip(some, asked.execute(), strict=True):
                family = VARIABLE.sub("*", key.decode())
                yield Thing("redis", family, "bytes"), size or 0
                yield Thing("redis", family, "keys"), 1


def _files(data: Path) -> Iterator[tuple[Thing, int]]:
    """Yield the bytes of files, by the first two folders below the data directory."""
    for folder, _, names in os.walk(data):
        parts = Path(folder).relative_to(data).parts[:2]
        for name in names:
            with suppress(OSError):
                size = (Path(folder) / name).lstat().st_size
                yield Thing("files", "/".join(parts) or ".", "bytes"), size
