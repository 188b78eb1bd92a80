"""`POST /v1/exports`: an archive of many games, for auditors, made by a worker and fetched as a file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from kontor.service.audit.archive import games_in
from kontor.service.audit.bundle import check_bundle
from kontor.service.http.app import create_app
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.store.caller_jobs import CallerJobs
from tests.support.caller_jobs import outcome, work
from tests.support.callers import Caller, a_game, finish, opened, problem
from tests.support.servers import Servers
from tests.tiny import RULESET


@pytest.fixture
def hall(servers: Servers, roomy: Settings) -> Iterator[Flask]:
    """A server of its own: an export takes all games that are there."""
    name = servers.database()
    app = create_app(replace(roomy, database_url=servers.app_url(name), migrate_url=servers.owner_url(name)))
    yield app
    app.extensions["kontor"].pool.close()


@pytest.fixture
def anna(hall: Flask) -> Caller:
    return opened(hall)


@pytest.fixture
def vera(hall: Flask) -> Caller:
    return opened(hall, "Vera")


@pytest.fixture
def auditor(vera: Caller) -> Caller:
    return with_grant(vera)


def with_grant(person: Caller) -> Caller:
    """The same person with a key for auditing."""
    person.app.extensions["kontor"].store.accounts.grant(person.account, "audit:read")
    key = person.post("/v1/me/keys", {"scopes": ["game:read", "audit:read"]}).json["api_key"]
    return Caller(person.app, key, person.account)


def finished(app: Flask, caller: Caller, **more: Any) -> str:
    game = a_game(caller, "me", "me", **more)
    finish(app, caller, game)
    return game.rpartition("/")[2]


def asked(auditor: Caller, **body: Any) -> str:
    answer = auditor.post("/v1/exports", body)
    assert answer.status_code == 202, answer.text
    assert answer.headers["Location"] == answer.json["href"]
    return str(answer.json["href"])


def games_of(archive: bytes, path: Path) -> list[str]:
    """The games of an archive, in its order; all of it has been checked."""
    path.write_bytes(archive)
    with games_in(path) as games:
        found = [check_bundle(bundle, Registry([RULESET])) for bundle in games]
        assert games.is_archive
        assert games.errors(None) == []
    assert all(each.is_good for each in found)
    return [each.game for each in found]


def test_all_finished_games_are_made_into_one_file(hall: Flask, anna: Caller, auditor: Caller, tmp_path: Path) -> None:
    games = [finished(hall, anna), finished(hall, anna, visibility="private")]
    a_game(anna)  # goes on
    job = asked(auditor)
    assert outcome(auditor, job)["file"] is None
    assert "\nkontor_caller_jobs 1.0\n" in anna.get("/metrics").text
    problem(auditor.get(f"{job}/file"), 404, "not-found")
    work(hall)
    found = outcome(auditor, job)
    assert (found["status"], found["kind"], found["result"]) == ("done", "export", None)
    assert found["file"]["games"] == 2
    file = auditor.get(found["file"]["href"])
    assert file.content_type == "application/zstd"
    assert file.headers["Content-Length"] == str(found["file"]["bytes"]) == str(len(file.data))
    assert games_of(file.data, tmp_path / "games.ndjson.zst") == games


def test_an_export_continues_where_the_last_one_ended(
    hall: Flask, anna: Caller, auditor: Caller, tmp_path: Path
) -> None:
    finished(hall, anna)
    first = asked(auditor)
    work(hall)
    cursor = outcome(auditor, first)["file"]["next"]
    later = finished(hall, anna)
    second = asked(auditor, cursor=cursor)
    work(hall)
    assert games_of(auditor.get(f"{second}/file").data, tmp_path / "games.ndjson.zst") == [later]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"since": "2026-02-30T00:00:00Z"}, "/since"),
        ({"since": "yesterday"}, "/since"),
        ({"cursor": "AAAA"}, "/cursor"),
        ({"ruleset": "chess"}, "/ruleset"),
        ({"status": "none"}, "/status"),
        ({"games": []}, "/games"),
    ],
)
def test_an_impossible_selection_is_refused_at_once(auditor: Caller, body: Any, pointer: str) -> None:
    found = problem(auditor.post("/v1/exports", body), 400, "unreadable")
    assert [each["pointer"] for each in found["errors"]] == [pointer]


def test_an_archive_that_grows_too_large_fails_in_a_sentence(
    hall: Flask, anna: Caller, auditor: Caller, tmp_path: Path
) -> None:
    finished(hall, anna)
    job = asked(auditor)
    context = hall.extensions["kontor"]
    work(hall, replace(context.settings, max_export_bytes=100))
    found = outcome(auditor, job)
    assert (found["status"], found["file"]) == ("failed", None)
    assert found["why"].startswith("The archive is larger than 0 MiB. Ask for fewer games")
    assert list(CallerJobs(context.pool).pieces(found["id"])) == []


def test_it_is_for_auditors_and_recorded(hall: Flask, anna: Caller, vera: Caller, auditor: Caller) -> None:
    """Another key of the same account sees that there is a job, and not what it holds."""
    finished(hall, anna, visibility="private")
    problem(anna.post("/v1/exports", {}), 403, "forbidden")
    job = asked(auditor)
    work(hall)
    href = outcome(auditor, job)["file"]["href"]
    assert vera.get(job).status_code == 200
    for other in (anna, vera):
        problem(other.get(href), 403, "forbidden")
    walter = opened(hall, "Walter")
    problem(with_grant(walter).get(href), 404, "not-found")
    assert auditor.get(href).status_code == 200
    with hall.extensions["kontor"].pool.connection() as conn:
        reads = conn.execute("SELECT account_id::text, call FROM audit_reads ORDER BY call").fetchall()
    fetched, made = "GET /v1/jobs/{job_id}/file", "POST /v1/exports"
    assert sorted(reads) == sorted([(auditor.account, fetched), (walter.account, fetched), (auditor.account, made)])
