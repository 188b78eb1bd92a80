"""How PostgreSQL goes about the statements of a command on a young database, where it knows nothing of the tables yet:
by index to the very rows, however long the game is."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from kontor.service.settings import Settings
from kontor.service.store.append_statement import PIECES, statement_of
from kontor.service.store.lookup import WITH_KEY, WITH_NOTHING, WITH_TOKEN
from kontor.service.store.prepared import Statement

GAME = "'01234567-89ab-7def-8123-456789abcdef'"  # some game: it has its partition
LOGS = ("events", "sealed", "commits")
STATEMENTS = [
    WITH_KEY,
    WITH_TOKEN,
    WITH_NOTHING,
    statement_of(has_summary=False, has_standing=False, pieces=("origins",)),
    statement_of(has_summary=False, has_standing=False, pieces=("origins", "answer"), by="key"),
    statement_of(has_summary=False, has_standing=False, pieces=("origins",), by="token"),
    statement_of(has_summary=True, has_standing=True, pieces=tuple(PIECES)),
]


def plan(conn: psycopg.Connection[Any], statement: Statement) -> dict[str, Any]:
    """The plan that a connection keeps, whatever the parameters are."""
    types = [str(conn.execute("SELECT %s::regtype", (oid,)).fetchone()[0]) for oid in statement._oids]
    conn.execute(f"PREPARE asked ({', '.join(types)}) AS {statement._query.decode()}")
    values = [GAME if each == "uuid" else "NULL" for each in types]
    found = conn.execute(f"EXPLAIN (FORMAT JSON) EXECUTE asked ({', '.join(values)})").fetchone()
    return dict(found[0][0]["Plan"])


def nodes(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield found
    for each in found.get("Plans", []):
        yield from nodes(each)


def scans(found: dict[str, Any]) -> list[dict[str, Any]]:
    of_logs = (each for each in nodes(found) if each.get("Relation Name", "").startswith(LOGS))
    return [each for each in of_logs if each["Node Type"] != "ModifyTable"]


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda each: each.name.decode())
def test_no_command_reads_the_log_of_its_game(own_settings: Settings, statement: Statement) -> None:
    with psycopg.connect(own_settings.database_url, autocommit=True) as conn:
        found = scans(plan(conn, statement))
    assert found
    for each in found:
        assert "version" in each.get("Index Cond", ""), each
