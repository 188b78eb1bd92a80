"""`POST /v1/audits`: bundles are sent, judged by a worker, and what came of it is fetched by whoever sent them."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
import zstandard
from flask import Flask

from kontor.domain.kernel.bundles import write_bundle
from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.files import ZSTD
from kontor.service.http.app import create_app
from kontor.service.http.jobs import AuditReportSchema
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store.caller_jobs import MOST_UNFINISHED
from tests.support.caller_jobs import outcome, send, sent, work
from tests.support.callers import Caller, a_game, finish, opened, problem
from tests.support.forging import rewritten
from tests.support.servers import Servers
from tests.tiny import RULESET


@pytest.fixture(scope="module")
def small(servers: Servers, roomy: Settings) -> Iterator[Flask]:
    """A database of its own, so that nobody else's jobs are worked off here; and little room for uploads."""
    name = servers.database()
    own = replace(roomy, database_url=servers.app_url(name), migrate_url=servers.owner_url(name))
    app = create_app(replace(own, max_upload_bytes=200_000, max_unpacked_bytes=400_000))
    yield app
    app.extensions["kontor"].pool.close()


@pytest.fixture
def dora(small: Flask) -> Caller:
    return opened(small, "Dora")


@pytest.fixture(scope="module")
def bundle(small: Flask) -> bytes:
    """A finished game's, as it is served."""
    anna = opened(small)
    game = a_game(anna)
    finish(small, anna, game)
    return anna.get(f"{game}/audit").data


def forged(bundle: bytes, signer: Signer) -> bytes:
    """A winner who did not win, and everything made to fit, the signature included."""
    header, board, *lines, _, _ = map(json.loads, bundle.splitlines())
    lines[-1]["envelope"]["data"]["ranking"][0]["total"] += 1
    lines = rewritten(lines)
    return b"".join(write_bundle({**header, "hash": lines[-1]["hash"]}, board["board"], lines, signer))


def test_the_bundle_of_a_game_is_sent_and_found_good(small: Flask, dora: Caller, bundle: bytes) -> None:
    job = sent(dora, bundle)
    waiting = dora.get(job)
    assert waiting.headers["Retry-After"] == "1"
    assert (waiting.json["status"], waiting.json["kind"], waiting.json["result"]) == ("waiting", "audit", None)
    work(small)
    done = dora.get(job)
    assert "Retry-After" not in done.headers
    assert done.json["status"] == "done"
    found = done.json["result"]
    assert (found["good"], found["flaws"]) == (True, [])
    assert found["game"] == json.loads(bundle.splitlines()[0])["game"]
    assert found["decided_again"] == found["version"] == len(read_bundle(bundle).lines)
    assert done.json["ended_at"] < done.json["expires_at"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstandard"])
def test_the_report_is_that_of_the_command_line(small: Flask, dora: Caller, bundle: bytes, pack: Any) -> None:
    """A flaw too, with its version and words; nothing is lost on the way."""
    text = forged(bundle, small.extensions["kontor"].signer)
    job = sent(dora, pack(text))
    work(small)
    found = outcome(dora, job)
    expected = check_bundle(read_bundle(text), Registry([RULESET])).report(0.0)
    assert found["status"] == "done"
    assert {**found["result"], "seconds": 0.0} == json.loads(json.dumps(expected))
    assert [flaw["check"] for flaw in found["result"]["flaws"]] == ["rules"]
    assert set(AuditReportSchema().fields) == set(expected)


NO_BUNDLE = [b"no bundle at all", b"{}", b"\xff" * 100, b"{" * 1000, b"[" * 100_000, b"[]\n[]"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((text, "The file is neither an audit bundle nor a log in NDJSON.") for text in NO_BUNDLE),
        (b"\n", "The file has an empty line."),
    ],
)
def test_an_invalid_bundle_fails_in_a_sentence(small: Flask, dora: Caller, text: bytes, why: str) -> None:
    job = sent(dora, text)
    work(small)
    found = outcome(dora, job)
    assert (found["status"], found["result"]) == ("failed", None)
    assert found["why"] == why


def test_a_bundle_that_was_cut_off_is_judged(small: Flask, dora: Caller, bundle: bytes) -> None:
    job = sent(dora, bundle[: len(bundle) // 2])
    work(small)
    found = outcome(dora, job)
    assert found["status"] == "done"
    assert not found["result"]["good"]


# ---------------------------------------------------------------- what is not taken


def test_an_upload_that_is_too_large_is_refused(dora: Caller) -> None:
    problem(send(dora, b"x" * 200_001), 413, "too-large")
    assert send(dora, b"x" * 200_000).status_code == 202


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstandard"])
def test_a_bomb_is_refused_before_it_is_kept(small: Flask, dora: Caller, pack: Any) -> None:
    packed = pack(b"x" * 100_000_000)
    assert len(packed) < 200_000
    found = problem(send(dora, packed), 413, "too-large")
    assert "unpacked" in found["detail"]
    assert small.extensions["kontor"].store.caller_jobs.unfinished(dora.account) == 0


def test_a_file_that_takes_much_memory_to_unpack_is_refused(dora: Caller) -> None:
    window = zstandard.ZstdCompressionParameters(window_log=26)  # 64 MiB
    packing = zstandard.ZstdCompressor(compression_params=window).compressobj()
    problem(send(dora, packing.compress(b"x" * 300_000) + packing.flush()), 400, "unreadable")


def test_a_bomb_in_a_bomb_is_no_bundle(small: Flask, dora: Caller) -> None:
    job = sent(dora, gzip.compress(gzip.compress(b"x" * 10_000_000)))
    work(small)
    assert outcome(dora, job)["status"] == "failed"


@pytest.mark.parametrize(
    "text",
    [b"\x1f\x8b", b"\x1f\x8b\x08" + b"\0" * 50, gzip.compress(b"x" * 1000, mtime=0)[:-9], ZSTD + b"\xff" * 99, b""],
)
def test_an_upload_that_cannot_be_unpacked_is_unreadable(dora: Caller, text: bytes) -> None:
    problem(send(dora, text), 400, "unreadable")


def test_an_account_has_few_unfinished_jobs_and_may_cancel_them(small: Flask, dora: Caller) -> None:
    jobs = [sent(dora, b"x") for _ in range(MOST_UNFINISHED)]
    refused = send(dora, b"x")
    problem(refused, 429, "too-many-requests")
    assert refused.headers["Retry-After"] == "60"
    assert send(opened(small), b"x").status_code == 202
    assert dora.delete(jobs[0]).status_code == 204
    problem(dora.get(jobs[0]), 404, "not-found")
    problem(dora.delete(jobs[0]), 404, "not-found")
    assert send(dora, b"x").status_code == 202


def test_jobs_are_limited_by_the_minute(settings: Settings) -> None:
    app = create_app(replace(settings, redis_url="", limit_accounts=0, limit_jobs=1))
    anna = opened(app)
    assert send(anna, b"x").headers["RateLimit-Policy"] == '"jobs";q=1;w=60'
    assert any(send(anna, b"x").status_code == 429 for _ in range(2))  # the minute may have changed once
    app.extensions["kontor"].pool.close()


def test_all_uploads_together_have_their_bounds(small: Flask) -> None:
    settings = small.extensions["kontor"].settings
    full = create_app(replace(settings, job_waiting_bytes=10))
    found = problem(send(opened(full), b"x" * 11), 429, "too-many-requests")
    assert "cannot take more jobs" in found["detail"]
    full.extensions["kontor"].pool.close()


# ---------------------------------------------------------------- whose it is


def test_a_job_exists_only_for_its_caller(small: Flask, dora: Caller, bundle: bytes) -> None:
    job = sent(dora, bundle)
    emil, nobody = opened(small, "Emil"), Caller(small)
    small.extensions["kontor"].store.accounts.grant(emil.account, "admin")
    admin = emil.with_key(emil.post("/v1/me/keys", {"scopes": ["game:read", "admin"]}).json["api_key"])
    for stranger in (emil, admin):
        absent = stranger.get(f"/v1/jobs/{uuid4()}").json
        there = problem(stranger.get(job), 404, "not-found")
        assert {**there, "instance": ""} == {**absent, "instance": ""}
        problem(stranger.delete(job), 404, "not-found")
    problem(nobody.get(job), 401, "unauthenticated")
    problem(send(nobody, bundle), 401, "unauthenticated")
    game = a_game(dora)
    token = dora.with_key(dora.post(f"{game}/seats/1/token").json["token"])
    problem(send(token, bundle), 403, "forbidden")
    problem(token.get(job), 403, "forbidden")
    assert outcome(dora, job)["status"] == "waiting"
