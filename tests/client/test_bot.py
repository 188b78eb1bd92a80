"""`kontor.run_bot` on a real server, in one process; killed bots and servers are in tests/faults/test_bots.py."""

import time
from collections.abc import Callable
from typing import Any

import pytest

import kontor
from kontor import Client, Look
from kontor.domain.hansa import RULESET as HANSA
from kontor.domain.kernel.random_numbers import luck_of
from kontor.domain.kernel.ruleset import Budget

pytestmark = pytest.mark.xdist_group("client")  # one server for all of them


class Enough(BaseException):
    """Ends a bot from within its function."""


def until(decisions: int, choose: Callable[[Look], object]) -> Callable[[Look], object]:
    left = iter(range(decisions))

    def chosen(look: Look) -> object:
        if next(left, None) is None:
            raise Enough
        return choose(look)

    return chosen


def run(choose: Callable[[Look], object], url: str, key: str, decisions: int) -> None:
    with pytest.raises(Enough):
        kontor.run_bot(until(decisions, choose), url, key)


def test_it_plays_every_seat_of_its_account_in_all_its_games(client: Client, url: str, key: str) -> None:
    games = [client.create_game("tiny", ["me", "me"], board="square") for _ in range(2)]
    seen: set[tuple[int, int]] = set()

    def first(look: Look) -> object:
        seen.add((look.seat, len(look.options)))
        return look.commands(1)[0]

    run(first, url, key, 10)
    assert {seat for seat, _ in seen} == {1, 2}
    assert sum(client.game(game).version - game.version for game in games) >= 10


def test_a_bot_of_the_ruleset_plays_over_http_as_it_does_in_memory(client: Client, url: str, key: str) -> None:
    """All that a bot is ever shown comes over HTTP."""
    looks: list[Look] = []

    def greedy(look: Look) -> object:
        looks.append(look)
        return HANSA.bots["greedy"](look, Budget(0.05, time.process_time, luck_of(1))).command

    game = client.create_game("hansa", [{"kind": "me", "colour": "red"}, "me", "me"], board="hansa-3")
    run(greedy, url, key, 3)
    assert looks[0].table.board == HANSA.boards()["hansa-3"]
    assert [chair.colour for chair in looks[0].table.chairs] == ["red", None, None]
    assert len([line for line in client.events(game, after=game.version) if line.command]) == 3


def test_typed_commands_are_sent_too(client: Client, url: str, key: str) -> None:
    game = client.create_game("hansa", ["me", "me", "me"])
    run(lambda look: kontor.hansa.EndTurn(), url, key, 2)
    assert client.game(game).awaiting == (3,)


def test_a_failing_function_is_logged_and_other_games_continue(
    client: Client, url: str, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = (client.create_game("tiny", ["me", "me"], board="square", options={"rounds": n}) for n in (1, 2))

    def choose(look: Look) -> object:
        return {"type": "fly"} if look.table.options["rounds"] == 1 else look.commands(1)[0]

    run(choose, url, key, 6)
    assert client.game(bad).version == bad.version
    assert client.game(good).version > good.version
    assert f"game {bad.id}: seat" in caplog.text
    assert "did not decide; the game is skipped" in caplog.text


def test_a_bot_that_passes_where_it_must_decide_gets_an_error(
    client: Client, url: str, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    client.create_game("tiny", ["me", "me"], board="square")
    later: list[Any] = []

    def choose(look: Look) -> object:
        later.append(client.create_game("hansa", ["me", "me", "me"]) if not later else None)
        return None

    run(choose, url, key, 1)
    assert "the bot returned None, but the game waits for its decision" in caplog.text


def test_the_bot_does_not_decide_again_if_another_program_was_faster(client: Client, url: str, key: str) -> None:
    """The bot has looked at a version that is gone: it looks once more, and finds that somebody has decided."""
    game = client.create_game("hansa", ["me", "me", "me"])
    seats: list[int] = []

    def choose(look: Look) -> object:
        seats.append(look.seat)
        if len(seats) == 1:
            client.play(game, kontor.hansa.EndTurn(), seat=1)
        return kontor.hansa.EndTurn()

    run(choose, url, key, 2)
    assert seats == [1, 2]
    assert client.game(game).awaiting == (3,)


def test_it_takes_seats_that_it_is_offered_where_bots_are_welcome(client: Client, url: str) -> None:
    with Client(url) as nobody:
        bot = nobody.open_account("Bot", bot=True)
    games = []
    for welcome in (False, True):
        game = client.create_game("tiny", ["invited", "me"], board="square", bots_welcome=welcome)
        client.ask("POST", f"/v1/games/{game.id}/seats/1/invitations", {"account": bot.id})
        games.append(game)
    run(lambda look: None, url, bot.api_key, 0)
    assert [client.game(game).status for game in games] == ["open", "running"]
    assert client.game(games[1]).seats[0].bot_account
