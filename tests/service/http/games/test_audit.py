"""Bundles and signed heads, as they are asked for over HTTP."""

import gzip
import json
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.checker import Outcome
from kontor.service.audit.signatures import keys_of
from kontor.service.http.app import create_app
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_dealt_game, a_game, finish, next_command, open_parts, opened, problem
from tests.support.damage import alter
from tests.support.servers import Servers
from tests.tiny import RULESET

REGISTRY = Registry([RULESET])


def checked(caller: Caller, text: bytes, *receipts: Any) -> Outcome:
    keys = keys_of(caller.get("/.well-known/kontor-keys.json").json["keys"])
    return check_bundle(read_bundle(text), REGISTRY, keys, receipts)


def lines_of(text: bytes) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_bundle_of_a_finished_game_is_checked_to_the_last_command(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    receipt = nobody.get(f"{game}/head")
    assert receipt.status_code == 200
    answer = nobody.get(f"{game}/audit")
    assert answer.status_code == 200
    assert answer.content_type == "application/x-ndjson"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{game.rpartition("/")[2]}.ndjson"'
    outcome = checked(nobody, answer.data, receipt.json)
    assert (outcome.findings, outcome.unchecked) == ((), ())
    assert outcome.decided == receipt.json["version"]
    assert lines_of(answer.data)[0]["for"] == [1, 2]


def test_a_bundle_holds_no_more_than_the_asker_may_see(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_dealt_game(anna, ben)
    for caller, seats in ((anna, [1]), (ben, [2]), (nobody, [])):
        text = caller.get(f"{game}/audit").data
        header, _, *lines, _, _ = lines_of(text)
        assert header["for"] == seats
        shown = {
            each["version"]: [part["part"] for part in each["parts"]] for each in lines if each["envelope"]["sealed"]
        }
        assert shown == open_parts(caller, game)
        outcome = checked(nobody, text)
        assert outcome.is_good
        assert outcome.unchecked


def test_a_bundle_is_packed_for_those_who_unpack(anna: Caller) -> None:
    game = a_game(anna)
    packed = anna.get(f"{game}/audit", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert checked(anna, gzip.decompress(packed.data)).is_good
    assert checked(anna, packed.data).is_good


def test_a_log_of_many_pages_is_whole(anna: Caller, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontor.service.audit.bundle_writer.PAGE", 3)
    monkeypatch.setattr("kontor.service.http.long_answers.CHUNK", 100)
    game = a_game(anna)
    finish(app, anna, game)
    assert checked(anna, anna.get(f"{game}/audit").data).is_good


def test_a_head_is_signed_at_every_version(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "open")
    early = nobody.get(f"{game}/head").json
    assert anna.post(f"{game}/seats/2/join").status_code == 201
    late = nobody.get(f"{game}/head")
    events = nobody.get(f"{game}/events").json["items"]
    assert late.json["command"] == events[-1]["envelope"]["command"]["id"]
    assert late.headers["ETag"] == f'"{late.json["version"]}"'
    assert checked(nobody, nobody.get(f"{game}/audit").data, early, late.json).is_good


def test_private_games_are_for_those_who_may_read_them(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "me", visibility="private")
    for caller in (ben, nobody):
        for what in ("audit", "head"):
            problem(caller.get(f"{game}/{what}"), 404, "not-found")
    assert anna.get(f"{game}/audit").data


def test_bundles_hold_no_stream_once_they_are_sent(app: Flask, anna: Caller, settings: Settings) -> None:
    game = a_game(anna)
    for _ in range(settings.max_streams + 1):
        answer = anna.get(f"{game}/audit")
        assert answer.status_code == 200
        assert answer.data
    unread = [anna.get(f"{game}/audit") for _ in range(settings.max_streams)]
    problem(anna.get(f"{game}/audit"), 429, "too-many-requests")
    for each in unread:
        each.close()
    assert anna.get(f"{game}/audit").data


def test_a_damaged_log_is_bundled_unchanged_and_marked(servers: Servers, roomy: Settings) -> None:
    """Also if the process does not know of it before it reads the log; no head of it is signed."""
    name = servers.database()
    own = replace(roomy, database_url=servers.app_url(name), migrate_url=servers.owner_url(name))
    anna = opened(create_app(own))
    game = a_game(anna)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    alter(own, game, 2)
    for line in (-1, 0):  # found on the way, then known from the beginning
        text = anna.get(f"{game}/audit").data
        assert lines_of(text)[line]["damaged"] == 2
        outcome = checked(anna, text)
        assert {(flaw.check, flaw.version) for flaw in outcome.findings} == {("bundle", 2), ("log", 2)}
        assert len(lines_of(text)) == lines_of(text)[0]["version"] + 4
        problem(anna.get(f"{game}/head"), 503, "log-damaged")
