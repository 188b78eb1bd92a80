"""An app signs a person in, plays for them, and is revoked."""

from flask import Flask

from tests.support.callers import Caller, a_game, next_command, problem
from tests.support.signing_in import registered


def test_an_app_signs_a_person_in_plays_and_is_refused_once_it_is_revoked(app: Flask, anna: Caller) -> None:
    its = registered(app).sign_in(anna)
    assert str(its.key).startswith("kto_")
    assert its.get("/v1/me").json["id"] == anna.account
    game = a_game(its)
    assert its.post(f"{game}/commands", next_command(its, game)).status_code == 201
    [listed] = anna.get("/v1/me/apps").json["items"]
    assert listed["app"] == "Trade Table"
    assert listed["scopes"] == ["game:create", "game:play", "game:read"]
    assert anna.delete(f"/v1/me/apps/{listed['id']}").status_code == 204
    refused = its.get("/v1/me")
    problem(refused, 401, "unauthenticated")
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]
    problem(its.post(f"{game}/commands", next_command(anna, game)), 401, "unauthenticated")
    assert anna.get("/v1/me/apps").json["items"] == []
