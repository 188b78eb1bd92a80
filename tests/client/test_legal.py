"""`client.legal()` behaves like `game.legal()` of the engine: the same class, the same commands, the same draws."""

import asyncio
import random
from itertools import islice

import pytest

import kontor
from kontor import AsyncClient, Client, hansa
from kontor.client.commands import body
from kontor.engine import Legal
from tests.tiny import RULESET

pytestmark = pytest.mark.xdist_group("client")  # one server for all of them


@pytest.mark.parametrize("ruleset", ["hansa", "merchants"])
def test_legal_commands_are_those_of_the_server_all_along_a_game(client: Client, ruleset: str) -> None:
    game, luck = client.create_game(ruleset, ["me", "me", "me"]), random.Random(5)
    for turn in range(24):
        legal = client.legal(game)
        assert isinstance(legal, Legal)
        plain = client.legal_commands(game, seat=legal.seat, sample=3, seed=turn)
        assert list(legal.options) == list(client.legal_commands(game, seat=legal.seat).options)
        drawn = legal.sample(3, seed=turn)
        assert list(map(body, drawn)) == list(plain.commands)
        chosen = legal.choice(luck)
        assert chosen in legal
        client.play(game, chosen, seat=legal.seat)


def test_legal_lists_draws_narrows_and_bounds_as_in_the_engine(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"], board="hansa-3", order="listed")
    there, here = client.legal(game), hansa.new(seats=3, board="hansa-3", order="listed", seed=1).legal()
    assert (there.seat, there.kinds, there.at_most) == (here.seat, here.kinds, here.at_most)
    assert list(there) == list(here)
    assert list(there.of("place_piece")) == list(here.of(hansa.PlacePiece))
    assert {type(each) for each in there.some(5)} == {type(each) for each in here.some(5)}
    assert there.sample(4, random.Random(1)) == here.sample(4, random.Random(1))
    assert there.choice(random.Random(2)) == here.choice(random.Random(2))
    assert hansa.EndTurn() in there
    assert hansa.PlacePiece("Nowhere/1", "trader") not in there
    with pytest.raises(kontor.BadCommand, match="Hansa Teutonica has no command fly"):
        there.of("fly")


def test_a_seat_that_may_do_nothing_has_no_legal_command(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"])
    for nothing in (client.legal(game, 2), client.legal(client.create_game("hansa", ["me", "open", "open"]))):
        assert not nothing
        assert list(nothing) == nothing.sample(3) == []
        with pytest.raises(kontor.NotNow):
            nothing.choice()


def test_too_many_commands_for_a_list_are_refused_as_in_the_engine(client: Client) -> None:
    game, luck = client.create_game("hansa", ["me", "me", "me"]), random.Random(7)
    while (legal := client.legal(game)).at_most <= 50_000:
        client.play(game, legal.choice(luck), seat=legal.seat)
    with pytest.raises(kontor.TooMany):
        list(legal)
    assert len(list(islice(legal, 100))) == 100


def test_a_ruleset_that_does_not_come_along_is_passed(client: Client) -> None:
    game = client.create_game("tiny", ["me", "me"], board="square")
    with pytest.raises(kontor.KontorError, match="The rules of tiny are not installed here"):
        client.legal(game)
    legal = client.legal(game, ruleset=RULESET)
    assert legal.choice(random.Random(1)) in legal


def test_the_asynchronous_client_has_the_same_legal_commands(url: str, key: str) -> None:
    async def play() -> None:
        async with AsyncClient(url, key) as client:
            game = await client.create_game("hansa", ["me", "me", "me"])
            legal = await client.legal(game)
            outcome = await client.play(game, legal.choice(random.Random(1)), seat=legal.seat)
            assert outcome.events

    asyncio.run(play())


def test_a_command_is_given_by_its_name_and_fields(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"], board="hansa-3")
    tried = client.dry_run(game, "place_piece", post="Hamburg~Lübeck/1", shape="trader")
    assert [each["type"] for each in tried.events] == ["action_spent", "piece_placed"]
    outcome = client.play(game, "place_piece", post="Hamburg~Lübeck/1", shape="trader", seat=game.awaiting[0])
    assert [each.type for each in outcome.events] == ["action_spent", "piece_placed"]
    with pytest.raises(TypeError, match="only with the name of a command: post"):
        client.play(game, hansa.EndTurn(), post="Hamburg~Lübeck/2")
    seen = client.what_if(game, [hansa.EndTurn()], seat=game.awaiting[0])
    assert (seen.version, seen.awaiting) == (outcome.version, (2,))
    assert client.game(game).version == outcome.version
