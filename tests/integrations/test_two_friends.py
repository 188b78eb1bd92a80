"""Two friends at a table of their own: openapi/examples/two-friends/."""

import json
from typing import Any

import httpx
import pytest

from tests.support.examples import call, example, run
from tests.support.integration_games import play_out, status
from tests.support.running_up import Up

FRIENDS = "two-friends/friends.py"
example_of_friends = example(FRIENDS)
TINY = ("--ruleset", "tiny", "--board", "square", "--option", "rounds=1")

pytestmark = pytest.mark.xdist_group("up")


def friends(*words: str) -> dict[str, Any]:
    done = call(example_of_friends, *words)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def refused(*words: str) -> str:
    done = call(example_of_friends, *words)
    assert done.returncode == 1, done.stdout
    return done.stderr


@pytest.fixture
def table(kontor: Up) -> dict[str, Any]:
    """Anna's private game, and the link that she sends to Ben."""
    return friends("invite", kontor.url, "--name", "Anna", *TINY)


def at(kontor: Up, who: dict[str, Any]) -> httpx.Client:
    return httpx.Client(base_url=kontor.url, headers={"Authorization": f"Bearer {who['key']}"}, timeout=40)


def test_my_friend_follows_a_link_and_we_play_to_the_end(kontor: Up, table: dict[str, Any]) -> None:
    ben = json.loads(run(FRIENDS, "accept", table["link"], "--name", "Ben").stdout)
    assert (ben["seat"], ben["passed_on"]) == (2, False)
    game = f"/v1/games/{table['game']}"
    with at(kontor, table) as anna, at(kontor, ben) as other:
        play_out(game, seat_1=anna, seat_2=other)
        assert [seat["name"] for seat in anna.get(game).json()["seats"]] == ["Anna", "Ben"]
        assert status(other, game) == "finished"


def test_a_link_is_good_once(table: dict[str, Any]) -> None:
    friends("accept", table["link"], "--name", "Ben")
    assert "it has been used" in refused("accept", table["link"], "--name", "Eve")


def test_a_revoked_link_is_refused(kontor: Up, table: dict[str, Any]) -> None:
    with at(kontor, table) as anna:
        [made] = anna.get(f"/v1/games/{table['game']}/seats/2/invitations").json()["items"]
        assert anna.delete(made["href"]).status_code == 204
    assert "not valid any more" in refused("accept", table["link"], "--name", "Ben")


def test_a_private_game_is_hidden_from_other_accounts(
    table: dict[str, Any], ben: httpx.Client, nobody: httpx.Client
) -> None:
    for stranger in (ben, nobody):
        for part in ("", "/state", "/events", "/stream", "/score", "/audit"):
            assert stranger.get(f"/v1/games/{table['game']}{part}").status_code == 404
        assert table["game"] not in {each["id"] for each in stranger.get("/v1/games").json()["items"]}
    assert ben.post(f"/v1/games/{table['game']}/seats/2/join", json={}).status_code == 404


def test_i_can_pass_my_seat_on_in_the_middle_of_a_game(kontor: Up, table: dict[str, Any]) -> None:
    ben = friends("accept", table["link"], "--name", "Ben")
    game = f"/v1/games/{table['game']}"
    link = friends("pass", kontor.url, "--key", ben["key"], "--game", ben["game"], "--seat", "2")["link"]
    with at(kontor, ben) as leaving:
        assert status(leaving, game) == "running"  # hers until somebody has followed the link
        carla = friends("accept", link, "--name", "Carla")
        assert (carla["seat"], carla["passed_on"]) == (2, True)
        assert leaving.get(game).status_code == 404
    with at(kontor, table) as anna, at(kontor, carla) as taking:
        play_out(game, seat_1=anna, seat_2=taking)
        assert status(anna, game) == "finished"
        types = [each["envelope"]["type"] for each in anna.get(f"{game}/events").json()["items"]]
        assert types.count("seat_passed") == 1


def test_we_play_again_at_the_same_table(kontor: Up, table: dict[str, Any]) -> None:
    ben = friends("accept", table["link"], "--name", "Ben")
    game = f"/v1/games/{table['game']}"
    with at(kontor, table) as anna, at(kontor, ben) as other:
        play_out(game, seat_1=anna, seat_2=other)
    asked, joined = (
        friends("rematch", kontor.url, "--key", who["key"], "--game", table["game"]) for who in (table, ben)
    )
    assert asked["id"] == joined["id"] != table["game"]
    assert (asked["status"], joined["status"]) == ("open", "running")
    assert (joined["visibility"], joined["options"]) == ("private", {"rounds": 1})
