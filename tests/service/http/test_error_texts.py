"""Refusals say what to do: the nearest known word, patterns in words, what was not found, which key is wrong."""

from uuid import UUID

import pytest

from tests.support.callers import Caller, a_game, problem

HASH = "0" * 64


def errors(caller: Caller, path: str, body: object) -> list[dict[str, str]]:
    return problem(caller.post(path, body), 400, "unreadable")["errors"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("body", "pointer", "suggestion"),
    [
        ({"ruleset": "tiny", "seats": [{"kind": "me"}], "visiblity": "private"}, "/visiblity", "visibility"),
        ({"ruleset": "tiny", "seats": [{"kind": "me"}], "visibility": "privat"}, "/visibility", "private"),
        ({"ruleset": "tini", "seats": [{"kind": "me"}]}, "/ruleset", "tiny"),
        ({"ruleset": "tiny", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "Randòm"}]}, "/seats/1/bot", "random"),
    ],
)
def test_a_new_game_with_a_misspelt_word_gets_the_nearest_one(
    anna: Caller, body: object, pointer: str, suggestion: str
) -> None:
    found = {each["pointer"]: each["message"] for each in errors(anna, "/v1/games", body)}
    assert found[pointer].endswith(f"did you mean {suggestion}?")


def test_a_misspelt_type_of_a_command_gets_the_nearest_one(anna: Caller) -> None:
    [error] = errors(anna, f"{a_game(anna)}/commands", {"type": "ofer"})
    assert error["message"].endswith("did you mean offer?")


def test_a_word_that_resembles_no_known_one_gets_no_suggestion(anna: Caller) -> None:
    [error] = errors(anna, "/v1/accounts", {"name": "Anna", "zzzz": 1})
    assert "did you mean" not in error["message"]


def test_only_the_first_of_many_flaws_get_suggestions(anna: Caller) -> None:
    body = {"name": "Anna", **{f"nam{n}": 1 for n in range(50)}}
    messages = [each["message"] for each in errors(anna, "/v1/accounts", body)]
    assert [n for n, each in enumerate(messages) if "did you mean name?" in each] == list(range(20))


def test_a_pattern_is_described_in_words(anna: Caller) -> None:
    [error] = errors(anna, "/v1/webhooks", {"url": "ftp://example.org"})
    assert error["message"] == "must be a URL such as https://example.org/kontor"
    [error] = problem(anna.get(f"{a_game(anna)}/state?as=me"), 400, "unreadable")["errors"]
    assert error["message"].startswith("has the wrong form. The view of a `spectator`")


def test_an_unknown_query_parameter_is_refused_with_the_known_ones(anna: Caller, nobody: Caller) -> None:
    [error] = problem(anna.get(f"{a_game(anna)}/state?versoin=1"), 400, "unreadable")["errors"]
    assert error["message"] == "unknown query parameter; known are as, seat, version; did you mean version?"
    [error] = problem(nobody.get("/v1/rulesets?all=true"), 400, "unreadable")["errors"]
    assert "takes no query parameters" in error["message"]


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/v1/nowhere", "There is no such address. `GET /v1` lists all addresses."),
        ("/v1/rulesets/tinny", "There is no ruleset 'tinny'; did you mean tiny?"),
        ("/v1/rulesets/chess", "There is no ruleset 'chess'."),
        ("/v1/rulesets/tiny/rules/XX-1", "There is no rule 'XX-1'."),
        (f"/v1/rulesets/tiny/boards/sha256:{HASH}", f"There is no board 'sha256:{HASH[:52]}…'."),
    ],
)
def test_404_says_what_was_not_found_among_public_things(nobody: Caller, path: str, detail: str) -> None:
    assert problem(nobody.get(path), 404, "not-found")["detail"] == detail


@pytest.mark.parametrize(
    ("method", "path", "detail"),
    [
        ("GET", "/v1/games/{}", "There is no game with this id, or your key may not see it."),
        ("GET", "/v1/jobs/{}", "You have no job with this id."),
        ("DELETE", "/v1/me/keys/{}", "You have no key with this id."),
        ("DELETE", "/v1/me/passkeys/{}", "You have no passkey with this id."),
        ("DELETE", "/v1/me/apps/{}", "You have no app with this id."),
        ("DELETE", "/v1/me/invitations/{}", "You have no invitation with this id."),
        ("GET", "/v1/webhooks/{}", "You have no webhook with this id."),
    ],
)
def test_404_says_what_the_caller_does_not_have(anna: Caller, method: str, path: str, detail: str) -> None:
    assert problem(anna.call(method, path.format(UUID(int=1))), 404, "not-found")["detail"] == detail


def test_404_says_the_same_about_what_belongs_to_another_account(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, visibility="private")
    webhook = anna.post("/v1/webhooks", {"url": "https://example.org/kontor"}).json["id"]
    key = anna.post("/v1/me/keys", {}).json["id"]
    for method, path in (("GET", game), ("GET", f"/v1/webhooks/{webhook}"), ("DELETE", f"/v1/me/keys/{key}")):
        unknown = f"{path.rpartition('/')[0]}/{UUID(int=1)}"
        theirs, none = (problem(ben.call(method, each), 404, "not-found") for each in (path, unknown))
        assert theirs["detail"] == none["detail"]


def test_404_says_which_seats_a_game_has_only_to_those_who_may_read_it(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, visibility="private")
    assert "no seat 9" in problem(anna.post(f"{game}/seats/9/leave", {}), 404, "not-found")["detail"]
    assert (
        problem(ben.post(f"{game}/seats/9/leave", {}), 404, "not-found")["detail"]
        == "There is no game with this id, or your key may not see it."
    )


def test_a_missing_body_is_400(anna: Caller) -> None:
    refused = anna.post("/v1/games")
    assert problem(refused, 400, "unreadable")["errors"][0]["code"] == "missing-body"


def test_401_distinguishes_a_missing_key_from_one_that_is_not_valid(nobody: Caller) -> None:
    assert "the request has no key" in problem(nobody.get("/v1/me"), 401, "unauthenticated")["detail"]
    assert "the request has no key" in problem(nobody.get("/v1/games?mine=true"), 401, "unauthenticated")["detail"]
    wrong = nobody.with_key(f"ktk_{'x' * 43}").get("/v1/me")
    assert "this key is not valid" in problem(wrong, 401, "unauthenticated")["detail"]


def test_an_accept_that_cannot_be_met_is_406(nobody: Caller) -> None:
    refused = problem(nobody.get("/v1/rulesets", Accept="text/csv"), 406, "not-acceptable")
    assert refused["detail"] == "This address answers with application/json."
    for accepted in ("application/json", "text/html, application/*;q=0.1", "text/csv, */*;q=0.1"):
        assert nobody.get("/v1/rulesets", Accept=accepted).status_code == 200


def test_the_view_of_a_seat_can_be_asked_for_as_in_legal_commands(anna: Caller) -> None:
    game = a_game(anna)
    assert anna.get(f"{game}/state?seat=1").json == anna.get(f"{game}/state?as=seat:1").json
    both = problem(anna.get(f"{game}/state?seat=1&as=spectator"), 400, "unreadable")
    assert both["errors"][0]["code"] == "not-both"


def test_every_legal_href_names_a_seat(anna: Caller) -> None:
    summary = anna.get(a_game(anna)).json
    decisions = [each["legal_href"] for each in summary["decisions"]]
    assert summary["legal_href"] in decisions
    assert anna.get(f"{summary['legal_href']}&expand=1").status_code == 200


def test_the_refusal_of_an_http_webhook_names_the_setting_that_allows_it(anna: Caller) -> None:
    refused = anna.post("/v1/webhooks", {"url": "http://127.0.0.1:9000/kontor"})
    assert "KONTOR_WEBHOOKS_LOOPBACK=true" in refused.json["detail"]
