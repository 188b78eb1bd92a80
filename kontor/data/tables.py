"""Turn archives and bundles of games into Arrow tables, pandas data frames and Parquet files."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from kontor.data.rows import AnyRuleset, read_log, rows_of, shipped_ruleset
from kontor.data.schemas import SCHEMAS
from kontor.domain.kernel.canonical import NotCanonical
from kontor.errors import NotAGame
from kontor.service.audit.archive import games_in
from kontor.service.audit.bundle import Bundle, NotReadable
from kontor.service.files import write_atomically

if TYPE_CHECKING:
    import pandas as pd

Batches = Mapping[str, pa.RecordBatch]

GROUP = 50_000  # rows per write


@dataclass(frozen=True, slots=True, repr=False)
class PandasFrames:
    """Games, seats, commands, events and ledgers, as pandas data frames."""

    games: "pd.DataFrame"
    seats: "pd.DataFrame"
    commands: "pd.DataFrame"
    events: "pd.DataFrame"
    ledgers: "pd.DataFrame"

    def __repr__(self) -> str:
        return _row_counts(self)


@dataclass(frozen=True, slots=True, repr=False)
class Frames:
    """Games, seats, commands, events and ledgers, as Arrow tables. The columns `game` and `seat` join the tables
    (docs/python.md §4).
    """

    games: pa.Table
    seats: pa.Table
    commands: pa.Table
    events: pa.Table
    ledgers: pa.Table

    def __repr__(self) -> str:
        return _row_counts(self)

    def to_pandas(self) -> PandasFrames:
        """Return the tables as pandas data frames. Numbers that may be missing use pandas' nullable types, so that a
        column has the same type in every archive.
        """
        import pandas as pd

        kinds = {pa.int32(): pd.Int32Dtype(), pa.bool_(): pd.BooleanDtype()}
        return PandasFrames(**{name: getattr(self, name).to_pandas(types_mapper=kinds.get) for name in SCHEMAS})

    def write_parquet(self, folder: str | PathLike[str]) -> None:
        """Write one Parquet file per table into a folder: `games.parquet`, `seats.parquet` and so on."""
        write(folder, [{name: getattr(self, name) for name in SCHEMAS}])


def _row_counts(tables: Frames | PandasFrames) -> str:
    """Return a text with the number of rows of each table. The rows themselves would fill several screens."""
    rows = ", ".join(f"{len(getattr(tables, name))} {name}" for name in SCHEMAS)
    return f"<{type(tables).__name__}: {rows}>"


def frames(
    *archives: str | PathLike[str], rulesets: "Mapping[str, AnyRuleset] | None" = None, events: bool = True
) -> Frames:
    """Read games as tables. The files may be archives (`kontor export`, `kontor tournament --keep`), bundles, or logs
    in NDJSON.

    `rulesets`: rulesets by name that do not come with Kontor. A game of an unknown ruleset has no ledger.
    `events=False` leaves the largest table empty. The logs are not verified: use `kontor audit verify`. Raise NotAGame
    if a file contains no games, or if a log cannot be replayed.
    """
    found: dict[str, list[pa.RecordBatch]] = {name: [] for name in SCHEMAS}
    for batches in batches_of(archives, rulesets):
        for name, batch in batches.items():
            if events or name != "events":
                found[name].append(batch)
    return Frames(**{name: pa.Table.from_batches(found[name], schema) for name, schema in SCHEMAS.items()})


def write_parquet(
    archives: Iterable[str | PathLike[str]],
    folder: str | PathLike[str],
    rulesets: "Mapping[str, AnyRuleset] | None" = None,
) -> None:
    """Write the tables of all games in the archives as Parquet files into a folder. Memory use does not grow with the
    size of the archives.
    """
    write(folder, batches_of(archives, rulesets))


def batches_of(
    archives: Iterable[str | PathLike[str]], rulesets: "Mapping[str, AnyRuleset] | None" = None
) -> Iterator[Batches]:
    """Yield the rows of each game in the archives, one game at a time, by the name of the table."""
    known = dict(rulesets or {})
    for archive in archives:
        try:
            with games_in(Path(archive)) as games:
                for bundle in games:
                    yield _batches(bundle, known)
        except (NotReadable, NotCanonical) as error:
            raise NotAGame(f"{archive}: {error}") from None


def _batches(bundle: Bundle, known: Mapping[str, AnyRuleset]) -> Batches:
    if not bundle.lines:
        return {}
    game = read_log(bundle)
    name = game.created["ruleset"]
    rows = rows_of(game, known.get(name) or shipped_ruleset(name))
    return {table: pa.RecordBatch.from_pylist(rows[table], schema) for table, schema in SCHEMAS.items()}


def write(folder: str | PathLike[str], tables: Iterable[Mapping[str, Any]]) -> None:
    """Write tables as Parquet files. A file appears under its name only when it is complete."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        files = {name: stack.enter_context(_File.at(Path(folder), name)) for name in SCHEMAS}
        for each in tables:
            for name, rows in each.items():
                files[name].add(rows)


class _File:
    """A Parquet file that is being written. Rows are collected first, because one row group per game would make the
    file slow to read.
    """

    def __init__(self, writer: pq.ParquetWriter, schema: pa.Schema) -> None:
        self._writer = writer
        self._schema = schema
        self._rows: list[pa.RecordBatch] = []
        self._count = 0

    @classmethod
    @contextmanager
    def at(cls, folder: Path, name: str) -> "Iterator[_File]":
        schema = SCHEMAS[name]
        with (
            write_atomically(folder / f"{name}.parquet") as out,
            pq.ParquetWriter(out, schema, compression="zstd") as writer,
        ):
            file = cls(writer, schema)
            yield file
            file._flush()

    def add(self, rows: Any) -> None:
        self._rows += rows.to_batches() if isinstance(rows, pa.Table) else [rows]
        self._count += rows.num_rows
        if self._count >= GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(pa.Table.from_batches(self._rows, self._schema))
        self._rows, self._count = [], 0
