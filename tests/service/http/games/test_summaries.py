"""Lists of games and their summaries."""

from flask import Flask

from kontor.service.http.games.summaries import PARTS
from tests.support.callers import Caller, a_dealt_game, a_game, asked, opened, problem


def test_lists_show_public_and_own_games(anna: Caller, ben: Caller, nobody: Caller) -> None:
    public, unlisted, private = (a_game(anna, visibility=each) for each in ("public", "unlisted", "private"))

    def listed(caller: Caller, query: str = "") -> set[str]:
        found = caller.get(f"/v1/games?limit=200{query}").json["items"]
        return {each["href"] for each in found} & {public, unlisted, private}

    assert listed(nobody) == listed(ben) == {public}
    assert listed(anna, "&mine=true") == {public, unlisted, private}
    assert listed(ben, "&mine=true") == set()
    assert nobody.get(f"{unlisted}/state").status_code == 200
    problem(nobody.get("/v1/games?mine=true"), 401, "unauthenticated")


def test_lists_leave_out_games_whose_ruleset_is_not_installed(app: Flask, shipped_app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "invited")
    ben = opened(app, "Ben")
    invited = anna.post(f"{game}/seats/2/invitations", {"account": ben.account})
    assert invited.status_code == 201, invited.text

    def listed(app: Flask) -> set[str]:
        answers = [anna.at(app).get(f"/v1/games?limit=200{query}") for query in ("", "&mine=true", "&ruleset=tiny")]
        invitations = ben.at(app).get("/v1/me/invitations").json["items"]
        found = [each for answer in answers for each in answer.json["items"]]
        return {each["href"] for each in (*found, *(each["summary"] for each in invitations))} & {game}

    problem(anna.at(shipped_app).get(game), 404, "not-found")
    assert (listed(app), listed(shipped_app)) == ({game}, set())


def test_a_list_can_be_of_what_waits_for_me(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert [each["href"] for each in anna.get("/v1/games?awaiting=me").json["items"]] == [game]
    assert ben.get("/v1/games?awaiting=me").json["items"] == []


def test_a_summary_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.get(game)
    assert anna.get(game, If_None_Match=answer.headers["ETag"]).status_code == 304


def test_a_summary_has_the_awaited_decision_its_deadline_and_links(anna: Caller, ben: Caller) -> None:
    clock = {"per_decision": "PT10M", "bank": "PT0S", "on_timeout": "bot"}
    game = a_game(anna, "me", "open", clock=clock)
    assert anna.get(game).json["decisions"] == []
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    listed = next(each for each in anna.get("/v1/games?mine=true").json["items"] if each["href"] == game)
    for found in (anna.get(game).json, listed):
        (decision,) = found["decisions"]
        assert (decision["seat"], decision["kind"]) == (1, "turn")
        assert decision["deadline"] == found["deadlines"][0]["at"]
        for href in (decision["legal_href"], *(found[f"{name}_href"] for name in PARTS if name != "stream")):
            assert anna.get(href).status_code == 200, href
        assert found["stream_href"] == f"{game}/stream"
        assert found["board_name"] == "square"


def test_a_summary_shows_the_creator_only_to_the_creator(anna: Caller, ben: Caller, nobody: Caller) -> None:
    created = anna.post("/v1/games", asked("open", "invited")).json
    game = created["href"]
    listed = next(each for each in anna.get("/v1/games").json["items"] if each["href"] == game)
    assert {each.get("created_by_me") for each in (created, anna.get(game).json, listed)} == {True}
    elsewhere = next(each for each in ben.get("/v1/games").json["items"] if each["href"] == game)
    assert not any("created_by_me" in each for each in (ben.get(game).json, nobody.get(game).json, elsewhere))


def test_a_board_of_somebodys_own_has_no_name(anna: Caller) -> None:
    own = {**anna.get("/v1/rulesets/tiny/boards/square").json, "name": "mine"}
    stored = anna.post("/v1/rulesets/tiny/boards", own)
    assert stored.status_code == 201, stored.text
    game = a_game(anna, board=stored.json["hash"])
    assert anna.get(game).json["board_name"] is None


def test_people_are_named_only_while_they_agree(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "bot")

    def names() -> list[str | None]:
        listed = next(each for each in nobody.get("/v1/games").json["items"] if each["href"] == game)
        shown = nobody.get(game).json["seats"]
        assert [seat.get("name") for seat in listed["seats"]] == [seat.get("name") for seat in shown]
        return [seat.get("name") for seat in shown]

    assert names() == [None, None]
    changed = anna.call("PATCH", "/v1/me", {"named": True})
    assert (changed.status_code, changed.json["named"]) == (200, True)
    assert names() == [changed.json["name"], None]
    assert anna.call("PATCH", "/v1/me", {"name": "Anna of Emden"}).json["named"] is True
    assert names() == ["Anna of Emden", None]
    assert anna.call("PATCH", "/v1/me", {"named": False}).json["name"] == "Anna of Emden"
    assert names() == [None, None]


def test_a_small_key_does_not_rename_anybody(anna: Caller) -> None:
    small = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json["api_key"]
    refused = anna.with_key(small).call("PATCH", "/v1/me", {"named": True})
    assert (refused.status_code, anna.get("/v1/me").json["named"]) == (403, False)
