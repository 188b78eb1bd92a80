"""A command that a rule refuses gets a signed refusal, which the game's bundle confirms."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from kontor.service.audit.bundle import read_bundle
from kontor.service.audit.refusals import CheckedRefusal, check_refusal
from kontor.service.audit.signatures import keys_of
from kontor.service.http.app import create_app
from kontor.service.http.problems import LONGEST_FACT
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_dealt_game, a_game, finish, next_command, opened, problem, version_of
from tests.support.limit_clock import stop_limit_clock
from tests.tiny import RULESET

ILLEGAL = {"type": "show_card", "card": "c99"}


def refused(caller: Caller, game: str, body: dict[str, Any]) -> dict[str, Any]:
    return problem(caller.post(f"{game}/commands", body), 422, "rule-violation")


def checked(caller: Caller, game: str, receipt: dict[str, Any]) -> CheckedRefusal:
    keys = keys_of(caller.get("/.well-known/kontor-keys.json").json["keys"])
    return check_refusal(read_bundle(caller.get(f"{game}/audit").data), receipt, Registry([RULESET]), keys)


def test_a_refusal_is_signed_and_decided_again_after_the_end(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    head = anna.get(f"{game}/head").json
    problem = refused(anna, game, {**ILLEGAL, "seat": 1, "note": "perhaps"})
    receipt = problem["receipt"]
    assert {name: receipt[name] for name in ("game", "version", "hash", "key")} == {
        name: head[name] for name in ("game", "version", "hash", "key")
    }
    assert (receipt["rule"], receipt["code"]) == (problem["rule"], problem["code"])
    assert receipt["commands"] == [{"seat": 1, "body": ILLEGAL}]
    finish(app, anna, game)
    result = checked(nobody, game, receipt)
    assert (result.outcome.findings, result.undecided) == ((), None)
    wrong = checked(nobody, game, {**receipt, "commands": [{"seat": 1, "body": {"type": "roll"}}]})
    assert [each.check for each in wrong.outcome.findings] == ["receipt"]


def test_the_refusal_of_a_batch_has_the_commands_before_it(app: Flask, anna: Caller) -> None:
    """The third command was not decided, so it is not signed."""
    game = a_game(anna)
    offer = {"type": "offer", "points": 1}
    receipt = refused(anna, game, {"commands": [offer, offer, ILLEGAL], "seat": 1})["receipt"]
    assert [each["body"]["type"] for each in receipt["commands"]] == ["offer", "offer"]
    assert (receipt["code"], receipt["version"]) == ("one_offer", version_of(anna, game))
    finish(app, anna, game)
    assert checked(anna, game, receipt).undecided is None
    assert checked(anna, game, receipt).outcome.findings == ()


def test_a_refusal_names_the_head_on_which_it_was_decided(anna: Caller, other_app: Flask, app: Flask) -> None:
    """Another process has moved the game: this one refuses at the new version, not at the one it had cached."""
    game = a_game(anna)
    before = refused(anna, game, {**ILLEGAL, "seat": 1})["receipt"]
    there = anna.at(other_app)
    assert there.post(f"{game}/commands", {"type": "offer", "points": 1, "seat": 1}).status_code == 201
    after = refused(anna, game, {**ILLEGAL, "seat": 1})["receipt"]
    assert (after["version"], after["hash"]) == (version_of(anna, game), anna.get(f"{game}/head").json["hash"])
    assert after["version"] > before["version"]


def test_only_refusals_by_a_rule_are_signed(anna: Caller, ben: Caller) -> None:
    """A dry run refuses nothing, and other refusals do not depend on the rules."""
    game = a_dealt_game(anna, ben)
    seat = anna.get(game).json["awaiting"][0]
    mover, other = (anna, ben) if seat == 1 else (ben, anna)
    assert "receipt" not in refused(mover, game, {**ILLEGAL, "dry_run": True})
    assert "receipt" not in problem(other.post(f"{game}/commands", ILLEGAL), 409, "not-your-decision")
    drawn = {"commands": [{"type": "roll"}, {"type": "roll"}]}
    assert "receipt" not in problem(mover.post(f"{game}/commands", drawn), 422, "draw-not-last")
    assert "receipt" not in problem(mover.post(f"{game}/commands", {"type": "fly"}), 400, "unreadable")


def test_a_signed_refusal_can_be_read_again(anna: Caller) -> None:
    game = a_game(anna)
    receipt = refused(anna, game, {**ILLEGAL, "seat": 1})["receipt"]
    [found] = anna.get(f"{game}/refusals").json["items"]
    assert found["problem"]["receipt"] == receipt


def test_a_command_with_a_long_text_is_refused_without_a_signature(anna: Caller) -> None:
    """An answer does not repeat a long text, and a signature without the command could not be checked."""
    game = a_game(anna)
    assert "receipt" in refused(anna, game, {"type": "show_card", "card": "c" * LONGEST_FACT, "seat": 1})
    assert "receipt" not in refused(anna, game, {"type": "show_card", "card": "c" * (LONGEST_FACT + 1), "seat": 1})


def test_beyond_the_limit_refusals_are_not_signed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_limit_clock(monkeypatch)
    app = create_app(replace(settings, redis_url="", limit_refusals=2, limit_accounts=0))
    anna = opened(app)
    game = a_game(anna)
    signed = ["receipt" in refused(anna, game, {**ILLEGAL, "seat": 1}) for _ in range(4)]
    assert signed == [True, True, False, False]
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    app.extensions["kontor"].pool.close()
