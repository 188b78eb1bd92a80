"""From whom each command came: told to auditors, forgotten with the account."""

from flask import Flask

from kontor.service.http.context import NAME
from tests.support.callers import Caller, a_game, auditing, next_command, opened, problem
from tests.support.damage import id_of


def test_the_origin_of_a_command_has_key_client_and_request(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    sent = anna.call("POST", f"{game}/commands", next_command(anna, game), User_Agent="my bot/1", X_Request_Id="req-7")
    assert sent.status_code == 201, sent.text
    told = auditing(app, opened(app, "Auditor")).get(f"{game}/origins").json["items"]
    first = sent.json["events"][0]["version"]
    (found,) = [each for each in told if each["first"] == first]
    key_id = anna.get("/v1/me/keys").json["items"][0]["id"]
    assert (found["credential"], found["client"], found["cause"]) == (key_id, "my bot/1", "request req-7")
    assert told[0]["first"] == 1  # its creation is told as well


def test_pages_follow_each_other(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    for _ in range(2):
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    reader = auditing(app, opened(app, "Auditor"))
    whole = reader.get(f"{game}/origins").json["items"]
    page, found = reader.get(f"{game}/origins?limit=1").json, []
    while True:
        found += page["items"]
        if page["next"] is None:
            break
        page = reader.get(page["next"]).json
    assert found == whole
    assert len(found) == 3


def test_origins_are_hidden_from_other_callers(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    problem(anna.get(f"{game}/origins"), 403, "forbidden")
    problem(ben.get(f"{game}/origins"), 403, "forbidden")
    problem(nobody.get(f"{game}/origins"), 401, "unauthenticated")


def test_an_account_that_is_deleted_is_not_named_any_more(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    assert anna.delete("/v1/me").status_code == 204
    assert auditing(app, opened(app, "Auditor")).get(f"{game}/origins").json["items"] == []
    assert app.extensions[NAME].store.origins.after(id_of(game), 0, 9) == []
