"""Commands of cached callers in cached games: one statement checks and writes, and sees what has changed since."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.prepared import Statement
from tests.support.callers import Caller, a_dealt_game, a_game, expire, next_command, problem, version_of


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the statements that are sent, as they are sent."""
    names: list[str] = []
    plain = Statement.ask

    def ask(self: Statement, *rest: Any) -> Any:
        names.append(self.name.decode())
        return plain(self, *rest)

    monkeypatch.setattr(Statement, "ask", ask)
    return names


def commanded(caller: Caller, game: str, asked: list[str]) -> tuple[int, list[str]]:
    """The status of the next command, and the statements that it took."""
    command = next_command(caller, game)
    asked.clear()
    return caller.post(f"{game}/commands", command).status_code, list(asked)


def known_game(caller: Caller) -> str:
    """A game in which the process has met the caller; a turn has begun, and nothing has happened in it."""
    game = a_game(caller)
    tried = {"type": "roll", "seat": caller.get(game).json["awaiting"][0], "dry_run": True}
    assert caller.post(f"{game}/commands", tried).status_code == 200
    return game


def test_the_append_checks_a_cached_caller(anna: Caller, asked: list[str]) -> None:
    game = a_game(anna)
    assert commanded(anna, game, asked) == (201, ["look-up-by-key", "append-origins"])
    assert commanded(anna, game, asked) == (201, ["append-by-key-origins"])


def test_so_is_one_with_a_token(anna: Caller, asked: list[str]) -> None:
    game = a_game(anna)
    seat = anna.get(game).json["awaiting"][0]
    token = anna.with_key(anna.post(f"{game}/seats/{seat}/token").json["token"])
    offer, roll = {"type": "offer", "points": 1}, {"type": "roll"}
    for sent, first in ((offer, "look-up-by-token"), (roll, "append-by-token-origins")):
        asked.clear()
        assert token.post(f"{game}/commands", sent).status_code == 201
        assert asked[0] == first
    assert len(asked) == 1
    assert anna.delete(f"{game}/seats/{seat}/token").status_code == 204
    problem(token.post(f"{game}/commands", roll), 401, "unauthenticated")


def test_a_key_that_was_revoked_is_refused_and_nothing_written(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    other = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:play"]}).json
    by_other, offer = anna.with_key(other["api_key"]), {"type": "offer", "points": 1, "seat": 1}
    assert by_other.post(f"{game}/commands", offer).status_code == 201
    assert anna.delete(f"/v1/me/keys/{other['id']}").status_code == 204
    version = version_of(anna, game)
    problem(by_other.post(f"{game}/commands", offer), 401, "unauthenticated")
    assert version_of(anna, game) == version


def test_a_key_that_was_revoked_gets_no_stored_answer_and_no_dry_run(anna: Caller) -> None:
    """The append statement fails on the used Idempotency-Key, so that it says nothing about the credential."""
    game = a_game(anna)
    other = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:play"]}).json
    by_other = anna.with_key(other["api_key"])
    offer, take = {"type": "offer", "points": 1, "seat": 1}, {"type": "take_card", "seat": 1}
    assert by_other.post(f"{game}/commands", offer, Idempotency_Key="k").status_code == 201
    assert anna.delete(f"/v1/me/keys/{other['id']}").status_code == 204
    for command in (offer, take):
        problem(by_other.post(f"{game}/commands", command, Idempotency_Key="k"), 401, "unauthenticated")
    problem(by_other.post(f"{game}/commands", {**take, "dry_run": True}), 401, "unauthenticated")


def test_a_key_that_has_expired_is_refused(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    other = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:play"]}).json
    by_other, offer = anna.with_key(other["api_key"]), {"type": "offer", "points": 1, "seat": 1}
    assert by_other.post(f"{game}/commands", offer).status_code == 201
    expire(app, other["id"])
    assert "expired" in problem(by_other.post(f"{game}/commands", offer), 401, "unauthenticated")["detail"]


def test_an_account_that_was_blocked_is_refused(app: Flask, anna: Caller) -> None:
    game = known_game(anna)
    command = next_command(anna, game)
    assert app.extensions["kontor"].store.accounts.block(anna.account, True)
    assert "blocked" in problem(anna.post(f"{game}/commands", command), 401, "unauthenticated")["detail"]


def test_a_game_that_another_process_has_moved_takes_two_statements(
    other_app: Flask, anna: Caller, asked: list[str]
) -> None:
    """The append statement that wrote nothing has also looked up what another process wrote."""
    game = known_game(anna)
    seat = anna.get(game).json["awaiting"][0]
    offer, roll = {"type": "offer", "points": 1, "seat": seat}, {"type": "roll", "seat": seat}
    assert anna.at(other_app).post(f"{game}/commands", offer).status_code == 201
    asked.clear()
    assert anna.post(f"{game}/commands", roll).status_code == 201
    first, second = asked
    assert first.startswith("append-by-key")
    assert second == first


def test_a_command_that_the_cached_game_refuses_is_decided_again(
    other_app: Flask, anna: Caller, asked: list[str]
) -> None:
    """The cached game has no offer. Before the process refuses, it folds the offer that another process has written."""
    game = known_game(anna)
    seat, elsewhere = anna.get(game).json["awaiting"][0], anna.at(other_app)
    answer = {"type": "answer_offer", "accept": True, "seat": 3 - seat}
    problem(anna.post(f"{game}/commands", answer), 409, "not-your-decision")
    assert elsewhere.post(f"{game}/commands", {"type": "offer", "points": 1, "seat": seat}).status_code == 201
    asked.clear()
    assert anna.post(f"{game}/commands", answer).status_code == 201
    assert asked == ["look-up-by-key", "append-origins"]


def test_a_refusal_is_noted_once(anna: Caller) -> None:
    game = known_game(anna)
    problem(anna.post(f"{game}/commands", {"type": "no_such_thing"}), 400, "unreadable")
    assert len(anna.get(f"{game}/refusals").json["items"]) == 1


def test_a_dry_run_is_of_the_game_as_it_is(other_app: Flask, anna: Caller) -> None:
    game = known_game(anna)
    seat = anna.get(game).json["awaiting"][0]
    moved = anna.at(other_app).post(f"{game}/commands", {"type": "offer", "points": 1, "seat": seat}).json
    tried = anna.post(f"{game}/commands", {"type": "roll", "seat": seat, "dry_run": True}).json
    assert tried["version"] == moved["version"]


def test_a_query_is_refused_as_ever(anna: Caller) -> None:
    game = known_game(anna)
    problem(anna.post(f"{game}/commands?version=1", next_command(anna, game)), 400, "unreadable")


def test_a_command_counts_once_for_its_limit(settings: Settings) -> None:
    app = create_app(replace(settings, redis_url="", limit_commands=100, limit_accounts=0))
    account = Caller(app).post("/v1/accounts", {"name": "Anna"}).json
    anna = Caller(app, account["api_key"], account["id"])
    game = known_game(anna)
    left = [_left(anna.post(f"{game}/commands", next_command(anna, game))) for _ in range(2)]
    refused = _left(anna.post(f"{game}/commands", {"type": "no_such_thing"}))
    assert refused in (left[1] - 1, 99)  # 99: another minute has begun


def _left(answer: Any) -> int:
    return int(answer.headers["RateLimit"].split("r=")[1].split(";")[0])
