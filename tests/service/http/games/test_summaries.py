"""Lists of games and their summaries."""

from tests.support.callers import (
    Caller,
    a_dealt_game,
    a_game,
    problem,
)


def test_lists_show_public_games_and_ones_own(anna: Caller, ben: Caller, nobody: Caller) -> None:
    public, unlisted, private = (a_game(anna, visibility=each) for each in ("public", "unlisted", "private"))

    def listed(caller: Caller, query: str = "") -> set[str]:
        found = caller.get(f"/v1/games?limit=200{query}").json["items"]
        return {each["href"] for each in found} & {public, unlisted, private}

    assert listed(nobody) == listed(ben) == {public}
    assert listed(anna, "&mine=true") == {public, unlisted, private}
    assert listed(ben, "&mine=true") == set()
    assert nobody.get(f"{unlisted}/state").status_code == 200
    problem(nobody.get("/v1/games?mine=true"), 401, "unauthenticated")


def test_a_list_can_be_of_what_waits_for_me(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert [each["href"] for each in anna.get("/v1/games?awaiting=me").json["items"]] == [game]
    assert ben.get("/v1/games?awaiting=me").json["items"] == []


def test_a_summary_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.get(game)
    assert anna.get(game, If_None_Match=answer.headers["ETag"]).status_code == 304
