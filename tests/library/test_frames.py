"""`kontor.frames`: archives as tables. Types are the same whatever is in them, and sums are those of the games."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kontor
from kontor.data.schemas import SCHEMAS
from kontor.domain.kernel import play
from kontor.domain.kernel.commits import seat_actor
from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.domain.merchants import RULESET as MERCHANTS
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.signing.receipts import Signer
from kontor.service.tournament.archive import keep
from kontor.service.tournament.match import Setting, play_match
from tests.support.archives import archive_of, begun
from tests.support.bundles import MADE_AT, key
from tests.support.eventful_games import eventful
from tests.support.playing import finished
from tests.support.served_games import join, opened
from tests.tiny import RULESET as TINY

SIGNER = Signer([key(1)])
BOTH = pytest.mark.parametrize("ruleset", ["hansa", "merchants"])


@pytest.fixture(scope="module")
def merchants(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a game between bots."""
    path = tmp_path_factory.mktemp("kept") / "games.ndjson.zst"
    played = play_match(MERCHANTS, Setting("merchants-short", {}, 0.05), ["greedy"] * 3, 1, keep=True)
    assert played.bundle is not None
    keep(path, "merchants", [1], {1: played.bundle}.__getitem__)
    return path


def rows(table: pa.Table) -> list[dict[str, Any]]:
    return table.to_pylist()


def test_a_game_of_bots_adds_up(merchants: Path) -> None:
    found = kontor.frames(merchants)
    (game,) = rows(found.games)
    assert (game["ruleset"], game["board_name"], game["status"]) == ("merchants", "merchants-short", "finished")
    assert game["versions"] == found.events.num_rows
    seats = rows(found.seats)
    assert sum(seat["commands"] for seat in seats) == game["commands"] > 50
    assert {seat["bot"] for seat in seats} == {"greedy"}
    assert sorted(seat["turn"] for seat in seats) == [1, 2, 3]
    for seat in seats:
        points = [line["points"] for line in rows(found.ledgers) if line["seat"] == seat["seat"]]
        assert sum(points) == seat["points"]
    assert [seat["won"] for seat in seats] == [seat["rank"] == 1 for seat in seats]
    assert {command["bot"] for command in rows(found.commands) if command["seat"]} == {"greedy"}
    assert all(json.loads(command["body"])["type"] == command["type"] for command in rows(found.commands))
    assert rows(found.events)[-1]["type"] == "game_finished"


@BOTH
def test_tables_mark_undone_commands_and_changed_seats(ruleset: str, tmp_path: Path) -> None:
    played = eventful(ruleset)
    found = kontor.frames(archive_of(tmp_path / "a.zst", SIGNER, [played]))
    (game,) = rows(found.games)
    assert (game["status"], game["practice"], found.ledgers.num_rows) == ("aborted", True, 0)
    undone = [event["version"] for event in rows(found.events) if event["undone"]]
    assert undone == [v for first, last in played.game.undone for v in range(first, last + 1)] != []
    assert sum(command["undone"] for command in rows(found.commands)) == 1
    for seat, place in zip(rows(found.seats), played.game.places, strict=True):
        assert (seat["bot"], seat["participant"]) == (place.bot, place.participant)
        assert (seat["rank"], seat["points"], seat["won"]) == (None, None, None)


def test_a_participant_who_left_before_the_start_has_no_seat(tmp_path: Path) -> None:
    played = opened(TINY, [SeatPlan(1, "open"), SeatPlan(2, "open")])
    join(played, 1)
    played.write(seat_actor(1), {"type": "leave"}, play.leave_seat(played.game, 1))
    found = kontor.frames(archive_of(tmp_path / "a.zst", SIGNER, [played]), rulesets={"tiny": TINY})
    assert [seat["participant"] for seat in rows(found.seats)] == [None, None]


def test_sealed_values_of_a_running_game_are_null(tmp_path: Path) -> None:
    played = begun(1)
    found = kontor.frames(archive_of(tmp_path / "a.zst", SIGNER, [played]), rulesets={"tiny": TINY})
    (game,) = rows(found.games)
    assert (game["status"], game["ended_at"]) == ("running", None)
    sealed = [event for event in rows(found.events) if event["sealed"]]
    assert sealed
    assert {event["parts"] for event in sealed} == {"[]"}
    assert found.ledgers.num_rows == 0


def test_rules_that_are_not_known_here_leave_a_game_without_a_ledger(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "a.zst", SIGNER, [finished(begun(n)) for n in (1, 2)])
    without, known = kontor.frames(path), kontor.frames(path, rulesets={"tiny": TINY})
    assert (without.games.num_rows, without.ledgers.num_rows) == (2, 0)
    assert known.ledgers.num_rows > 0
    assert without.events == known.events
    assert kontor.frames(path, events=False).events.num_rows == 0
    assert kontor.frames(path, path).games.num_rows == 4


def test_every_archive_has_the_same_types_an_empty_one_too(merchants: Path, tmp_path: Path) -> None:
    path = tmp_path / "empty.zst"
    with path.open("wb") as file, ArchiveWriter(file, SIGNER, {"made_at": MADE_AT}) as writer:
        writer.end(None)
    empty, full = kontor.frames(path), kontor.frames(merchants)
    for name, schema in SCHEMAS.items():
        assert getattr(empty, name).num_rows == 0
        assert getattr(empty, name).schema == getattr(full, name).schema == schema
        of_empty, of_full = (getattr(each.to_pandas(), name).dtypes for each in (empty, full))
        assert dict(of_empty) == dict(of_full)


def test_parquet_files_hold_the_same_tables(merchants: Path, tmp_path: Path) -> None:
    found = kontor.frames(merchants)
    found.write_parquet(tmp_path / "tables")
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == sorted(f"{n}.parquet" for n in SCHEMAS)
    for name in SCHEMAS:
        assert pq.read_table(tmp_path / "tables" / f"{name}.parquet") == getattr(found, name)


def test_an_interpreter_shows_how_much_there_is_not_all_of_it(merchants: Path) -> None:
    found = kontor.frames(merchants, events=False)
    counted = f"{len(found.games)} games, {len(found.seats)} seats, {len(found.commands)} commands, 0 events, "
    assert repr(found) == f"<Frames: {counted}{len(found.ledgers)} ledgers>"
    assert repr(found.to_pandas()) == f"<PandasFrames: {counted}{len(found.ledgers)} ledgers>"


def test_a_file_without_games_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello\n")
    with pytest.raises(kontor.NotAGame, match="neither an audit bundle nor a log"):
        kontor.frames(tmp_path / "a")
