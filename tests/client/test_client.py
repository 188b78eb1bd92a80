"""The client on a real server: typed answers and commands, lists, streams, problems."""

import asyncio
import json
import threading
from itertools import islice

import pytest

import kontor
from kontor import AsyncClient, Client, hansa
from kontor.client.answers import Line, Summary

pytestmark = pytest.mark.xdist_group("client")  # one server for all of them


def played_out(client: Client, game: Summary) -> None:
    while decisions := client.game(game).decisions:
        seat = decisions[0].seat
        client.play(game, client.legal_commands(game, seat=seat, sample=1).commands[0], seat=seat)


def test_a_game_is_created_read_and_played_with_typed_commands(client: Client) -> None:
    game = client.create_game(
        "hansa", ["me", "me", "me"], board="hansa-3", options={"edition": "classic"}, order="listed"
    )
    assert (game.status, game.my_seats, game.awaiting) == ("running", (1, 2, 3), (1,))
    assert game.receipt is not None
    outcome = client.play(game, hansa.PlacePiece("Hamburg~Lübeck/1", "trader"), seat=1)
    assert [event.type for event in outcome.events] == ["action_spent", "piece_placed"]
    assert outcome.events[-1].data["post"] == "Hamburg~Lübeck/1"
    assert client.game(game.id).version == outcome.version == outcome.receipt.version
    shown = client.state(game, seat=1)
    assert (shown.as_, shown.version) == ((1,), outcome.version)
    assert client.state(game, seat=0).as_ == ()
    assert client.score(game).seats[0].seat == 1
    assert client.rule("hansa", "HT-PLACE-1") == hansa.rule("HT-PLACE-1")


def test_legal_commands_come_as_options_complete_or_as_a_sample(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"])
    assert {each["type"] for each in client.legal_commands(game).options} == {"place_piece", "take_income", "end_turn"}
    assert len(client.legal_commands(game, expand=5).commands) == 5
    assert (
        client.legal_commands(game, sample=3, seed=1).commands == client.legal_commands(game, sample=3, seed=1).commands
    )


def test_a_dry_run_and_a_batch(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"])
    tried = client.dry_run(game, hansa.EndTurn(), seat=1)
    assert tried.dry_run
    assert client.game(game).version == game.version
    both = [hansa.PlacePiece("Hamburg~Lübeck/1", "trader"), hansa.EndTurn()]
    assert client.play_all(game, both, seat=1).awaiting == (2,)


# ---------------------------------------------------------------- problems


def test_a_refusal_by_a_rule_is_the_same_exception_as_in_the_engine(client: Client) -> None:
    """HT-PLACE-1"""
    game = client.create_game("hansa", ["me", "me", "me"])
    command = hansa.PlacePiece("Hamburg~Lübeck/1", "trader")
    client.play(game, command, seat=1)
    with pytest.raises(kontor.RuleViolation) as refusal:
        client.play(game, command, seat=1)
    error = refusal.value
    assert (error.rule, error.code, error.facts) == ("HT-PLACE-1", "post_occupied", {"post": "Hamburg~Lübeck/1"})
    assert isinstance(error, kontor.Problem)
    assert (error.status, error.name) == (422, "rule-violation")
    assert str(error).endswith("(HT-PLACE-1)"), "also where only its words are shown"


def test_other_problems_have_their_name_and_say_what_to_do(client: Client, url: str) -> None:
    game = client.create_game("tiny", ["me", "me"], board="square")
    with pytest.raises(kontor.Problem) as stale:
        client.play(game, {"type": "take_card"}, seat=1, version=game.version - 1)
    assert (stale.value.status, stale.value.name) == (412, "stale-version")
    assert stale.value.body["current_version"] == game.version
    with Client(url) as nobody, pytest.raises(kontor.Problem) as unknown:
        nobody.me()
    assert (unknown.value.name, unknown.value.rule) == ("unauthenticated", None)
    with pytest.raises(kontor.BadCommand, match="A command is JSON"):
        client.play(game, object())


def test_a_command_that_is_sent_twice_under_one_key_happens_once(client: Client) -> None:
    game = client.create_game("tiny", ["me", "me"], board="square")
    first = client.play(game, {"type": "take_card"}, seat=game.awaiting[0], key="once")
    assert client.play(game, {"type": "take_card"}, seat=game.awaiting[0], key="once") == first
    assert client.game(game).version == first.version


# ---------------------------------------------------------------- lists, streams


def test_lists_are_read_page_by_page(client: Client) -> None:
    made = {client.create_game("tiny", ["me", "open"], board="square").id for _ in range(3)}
    assert {game.id for game in client.games(mine=True, status="open")} == made
    (game, *_) = client.games(mine=True)
    assert [line.version for line in client.events(game)] == list(range(1, game.version + 1))


def test_a_long_log_takes_several_pages(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"])
    assert [line.version for line in client.events(game, limit=2)] == list(range(1, game.version + 1))


def test_a_game_is_watched_while_it_is_played_and_to_its_end(client: Client, url: str, key: str) -> None:
    game = client.create_game("tiny", ["me", "me"], board="square", options={"rounds": 1})
    seen: list[Line] = []

    def watch() -> None:
        with Client(url, key) as other:
            seen.extend(islice(other.watch(game), 12))

    watcher = threading.Thread(target=watch)
    watcher.start()
    played_out(client, game)
    watcher.join(30)
    assert [line.version for line in seen] == list(range(1, 13))
    assert next(client.watch(game, after=11)) == seen[11]


def test_notices_report_pending_and_new_decisions(client: Client, url: str) -> None:
    game = client.create_game("tiny", ["me", "open"], board="square")
    notices = client.notices()
    with Client(url) as nobody:
        ben = nobody.open_account("Ben").api_key
    with Client(url, ben) as other:
        other.join(game, 2)
    told = next(each for each in notices if each.kind == "decision" and each.data["seat"] == 1)
    assert told.data["game"] == game.id
    assert told.data["kind"]


def test_a_finished_game_of_a_server_is_loaded_from_its_bundle(client: Client) -> None:
    game = client.create_game("hansa", ["me", "me", "me"])
    content = client.bundle(game)
    assert json.loads(content.splitlines()[0])["for"] == [1, 2, 3]


# ---------------------------------------------------------------- without waiting


def test_the_asynchronous_client_makes_the_same_calls(url: str, key: str) -> None:
    async def play() -> None:
        async with AsyncClient(url, key) as client:
            game = await client.create_game("hansa", ["me", "me", "me"])
            outcome = await client.play(game, hansa.EndTurn(), seat=1)
            assert outcome.awaiting == (2,)
            assert [each.id async for each in client.games(mine=True)] == [game.id]
            versions = [line.version async for line in client.events(game)]
            assert versions == list(range(1, outcome.version + 1))
            async for line in client.watch(game):
                assert line.version == 1
                break
            async for notice in client.notices():
                assert (notice.kind, notice.data["seat"]) == ("decision", 2)
                break
            with pytest.raises(kontor.Problem):
                await client.game("no-such-game")

    asyncio.run(play())
