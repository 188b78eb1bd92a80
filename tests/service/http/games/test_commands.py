"""A game from its creation to its score, and the commands on the way."""

import hashlib
import json
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Flask

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.seals import commitment
from kontor.domain.kernel.verify import verify
from tests.support.callers import Caller, a_game, asked, finish, next_command, play_on, problem, version_of


def test_a_game_runs_from_its_creation_to_a_score_that_verifies(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "me", "me")
    finish(app, anna, game)
    summary = nobody.get(game).json
    score = nobody.get(f"{game}/score").json
    assert summary["status"] == "finished"
    assert score["final"] is True
    assert {each["seat"]: each["total"] for each in score["seats"]} == {
        each["seat"]: each["total"] for each in summary["result"]
    }
    for seat in score["seats"]:
        assert seat["total"] == sum(each["points"] for each in score["ledger"] if each["seat"] == seat["seat"])
    lines = nobody.get(f"{game}/events", Accept="application/x-ndjson").data.splitlines()
    assert len(lines) == summary["version"]
    verdict = verify(lines, summary["head"])
    assert not verdict.findings, verdict.findings


def test_a_log_seen_by_a_spectator_verifies_while_the_game_runs(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    anna.post(f"{game}/commands", next_command(anna, game))
    lines = nobody.get(f"{game}/events", Accept="application/x-ndjson").data.splitlines()
    assert not verify(lines, nobody.get(game).json["head"]).findings


def test_the_last_seat_taken_starts_the_game(anna: Caller, ben: Caller) -> None:
    created = anna.post("/v1/games", asked("me", "open"))
    assert created.json["status"] == "open"
    assert created.headers["Location"] == created.json["href"]
    joined = ben.post(f"{created.json['href']}/seats/2/join", {"colour": "blue", "nonce": "ab" * 32})
    assert joined.status_code == 201
    assert anna.get(created.json["href"]).json["status"] == "running"
    seats = ben.get(created.json["href"]).json["seats"]
    assert [each["mine"] for each in seats] == [False, True]
    assert seats[1]["colour"] == "blue"
    problem(ben.post(f"{created.json['href']}/seats/2/join"), 409, "seat-taken")


def test_an_accepted_command_answers_with_events_and_a_receipt_that_verifies(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    answer = anna.post(f"{game}/commands", next_command(anna, game))
    assert answer.status_code == 201
    body = answer.json
    assert [each["version"] for each in body["events"]] == list(range(before + 1, body["version"] + 1))
    assert answer.headers["ETag"] == f'"{body["version"]}"'
    assert body["awaiting"] == anna.get(game).json["awaiting"]
    receipt = dict(body["receipt"])
    assert receipt["hash"] == body["events"][-1]["hash"] == anna.get(game).json["head"]
    keys = {each["id"]: each["public_key"] for each in nobody.get("/.well-known/kontor-keys.json").json["keys"]}
    signature = bytes.fromhex(receipt.pop("signature"))
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[receipt["key"]]))
    public.verify(signature, b"kontor/receipt/1\n" + canonical(receipt))  # raises if it does not hold


def test_what_is_listed_complete_is_accepted_and_covered_by_the_options(anna: Caller) -> None:
    game = a_game(anna)
    legal = anna.get(f"{game}/legal-commands?expand=50").json
    assert legal["commands"]
    assert legal["options"]
    for command in legal["commands"]:
        tried = anna.post(f"{game}/commands", {**command, "dry_run": True})
        assert tried.status_code == 200, tried.text
    assert anna.get(f"{game}/legal-commands?expand=50").json == legal  # it depends on version, seat and number only


def test_a_dry_run_appends_nothing_and_stops_before_a_draw(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    answer = anna.post(f"{game}/commands", {"type": "roll", "dry_run": True})
    assert answer.json["undetermined"] is True
    assert answer.json["events"] == []
    assert version_of(anna, game) == before


def test_a_batch_happens_as_a_whole_or_not_at_all(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    offer = {"type": "offer", "points": 1}
    refused = anna.post(f"{game}/commands", {"commands": [offer, {"type": "show_card", "card": "none"}], "seat": 1})
    body = problem(refused, 422, "rule-violation")
    assert body["pointer"] == "/commands/1"
    assert body["rule_href"].endswith(body["rule"])
    assert anna.get(body["rule_href"]).status_code == 200
    assert version_of(anna, game) == before
    accepted = anna.post(f"{game}/commands", {"commands": [offer, {"type": "roll"}], "seat": 1})
    assert accepted.status_code == 201, accepted.text
    ids = {each["envelope"]["command"]["id"] for each in accepted.json["events"]}
    assert len(ids) == 2  # one commit each


def test_a_command_that_draws_must_be_the_last_of_its_batch(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    batch = {"commands": [{"type": "roll"}, {"type": "offer", "points": 1}], "seat": 1}
    assert problem(anna.post(f"{game}/commands", batch), 422, "draw-not-last")["pointer"] == "/commands/0"
    assert version_of(anna, game) == before


def test_another_seats_turn_is_not_yours(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 409, "not-your-decision")
    problem(ben.post(f"{game}/commands", {"type": "roll", "seat": 1}), 403, "forbidden")


def test_a_game_that_waits_for_its_seats_takes_no_commands(anna: Caller) -> None:
    game = a_game(anna, "me", "open")
    problem(anna.post(f"{game}/commands", {"type": "roll"}), 409, "not-started")
    problem(anna.get(f"{game}/score"), 409, "not-started")


def test_nothing_can_be_added_to_a_finished_game(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    problem(anna.post(f"{game}/commands", {"type": "roll", "seat": 1}), 409, "game-over")
    problem(anna.post(f"{game}/seats/1/resign"), 409, "game-over")
    problem(anna.post(f"{game}/abort"), 409, "game-over")


def test_the_state_of_every_version_can_be_asked_for(anna: Caller) -> None:
    game = a_game(anna)
    play_on(anna, game)
    last = version_of(anna, game)
    ends = {each["envelope"]["command"]["last"] for each in anna.get(f"{game}/events").json["items"]}
    for version in range(1, last + 1):
        found = anna.get(f"{game}/state?version={version}").json
        assert found["version"] == version
        assert found["settled"] is (version in ends)
        assert found["state_hash"] == hashlib.sha256(canonical(found["state"])).hexdigest()
    assert (
        problem(anna.get(f"{game}/state?version={last + 1}"), 400, "unreadable")["errors"][0]["code"] == "out-of-range"
    )


def test_a_state_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.get(f"{game}/state")
    again = anna.get(f"{game}/state", If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    assert again.data == b""
    assert "Authorization" in answer.headers["Vary"]


def test_a_reserved_seed_is_committed_to_before_any_nonce(app: Flask, anna: Caller) -> None:
    seed = anna.post("/v1/seeds").json
    game = a_game(anna, "me", "me", seed=seed["id"])
    assert game.endswith(seed["id"])
    assert anna.get(game).json["commitment"] == seed["commitment"]
    problem(anna.post("/v1/games", asked("me", "me", seed=seed["id"])), 400, "unreadable")
    finish(app, anna, game)
    last = anna.get(f"{game}/events").json["items"][-1]["envelope"]
    assert commitment(bytes.fromhex(last["data"]["seed"]), UUID(game.rpartition("/")[2])).hex() == seed["commitment"]


def test_anothers_seed_cannot_be_used(anna: Caller, ben: Caller) -> None:
    seed = anna.post("/v1/seeds").json["id"]
    assert (
        problem(ben.post("/v1/games", asked("me", "me", seed=seed)), 400, "unreadable")["errors"][0]["pointer"]
        == "/seed"
    )


def test_what_if_changes_nothing_and_answers_the_same_twice(anna: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    question = {"version": before, "commands": [{"type": "roll"}]}
    first = anna.post(f"{game}/what-if", question)
    assert first.status_code == 200, first.text
    assert first.json == anna.post(f"{game}/what-if", question).json
    assert first.json["determined"] is False
    assert version_of(anna, game) == before


def test_what_if_in_a_finished_game_uses_its_own_draws(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    start = version_of(anna, game)
    rolled = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}).json["events"]
    finish(app, anna, game)
    again = nobody.post(f"{game}/what-if", {"version": start, "commands": [{"type": "roll", "seat": 1}]}).json
    assert again["determined"] is True
    assert again["events"][0]["data"] == json.loads(json.dumps(rolled[0]["envelope"]["data"]))


def test_what_if_asks_where_somebody_can_act_only(anna: Caller) -> None:
    game = a_game(anna)
    body = problem(anna.post(f"{game}/what-if", {"version": version_of(anna, game) - 1}), 400, "unreadable")
    assert body["errors"][0]["code"] in ("not-settled", "out-of-range")
