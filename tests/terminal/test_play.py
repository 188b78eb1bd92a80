"""`kontor play` at a real terminal, by keystrokes."""

import re

import pytest

from kontor import Client
from tests.support.at_a_terminal import AtATerminal, at_a_terminal

pytestmark = pytest.mark.xdist_group("up")

ASKED = "\n> "
CHOICES = 400  # of a tiny game, at most


def played_to_its_end(terminal: AtATerminal) -> int:
    """The last entry of every menu, or whatever sends a command; how many choices there were."""
    for count in range(CHOICES):
        shown = terminal.until(ASKED, "Final score")
        if "Final score" in shown:
            return count
        menu = shown[: shown.rindex(ASKED)].rpartition("\n\n")[2]
        last = re.findall(r"^ +(\d+) ", menu, re.MULTILINE)[-1]
        terminal.type("send" if "Send it?" in menu else "wait" if " wait " in menu else last)
    raise AssertionError("the game has not ended")


def test_a_whole_game_against_a_bot(anna: Client, env: dict[str, str]) -> None:
    game = anna.create_game("tiny", ["me", "random"], board="square", options={"rounds": 1})
    with at_a_terminal("play", env=env) as terminal:  # the one game of hers that runs
        assert played_to_its_end(terminal) >= 4
        assert terminal.ended() == 0
    told = anna.game(game)
    assert told.status == "finished"
    assert all(
        each.envelope["command"].get("bot") is None for each in anna.events(game) if "seat:1" in each.envelope["actor"]
    )
    for seat in anna.score(game).seats:
        assert f" {seat.total}  " in terminal.all


def test_turns_of_hansa_by_names_completion_help_and_second_thoughts(anna: Client, env: dict[str, str]) -> None:
    game = anna.create_game("hansa", ["me", "me", "me"], board="hansa-3")
    with at_a_terminal("play", game.id, env=env) as terminal:
        shown = terminal.until(ASKED)
        assert "Lübeck" in shown, "the board is drawn"
        assert "Red (you)" in shown
        assert "The next player begins\n" in shown, "a menu names no rules"
        terminal.type("?")
        assert "Put one piece from your supply on an empty post (HT-PLACE-1, HT-PLACE-3)." in terminal.until(ASKED)

        terminal.type("? HT-PLACE-1")
        assert "HT-PLACE-1\nThe active seat puts exactly one piece" in terminal.until(ASKED)

        terminal.type("place")
        assert "Hamburg~Lübeck/1" in terminal.until(ASKED)
        terminal.press("hamburg~lub\t")  # completes what all of them begin with
        terminal.until("Hamburg~Lübeck/")
        terminal.press("2\r")
        assert "Trader or merchant?" in terminal.until(ASKED)
        terminal.type("trader")
        shown = terminal.until(ASKED)
        assert "Place a trader on Hamburg–Lübeck, 2nd post\n" in shown
        assert "Red places a trader on Hamburg–Lübeck, 2nd post." in shown
        assert anna.game(game).version == game.version, "nothing was sent yet"

        terminal.type("<")
        assert "Trader or merchant?" in terminal.until(ASKED)
        terminal.type("<")
        assert "Which post?" in terminal.until(ASKED)
        terminal.type("lubeck/1")
        assert "Trader or merchant?" in terminal.until(ASKED)
        terminal.type("merchant")
        assert "Send it?" in terminal.until(ASKED)
        terminal.type("send")
        assert "Red places a merchant on Hamburg–Lübeck" in terminal.until(ASKED)

        terminal.type("/undo")
        assert "Taken back." in terminal.until(ASKED)
        terminal.type("end")
        terminal.until(ASKED)
        terminal.type("1")
        assert "Blue (you)" in terminal.until(ASKED)
        terminal.type("/score")
        terminal.until(ASKED)
        terminal.type("/quit")
        assert terminal.ended() == 0
    assert f"kontor play {game.id}" in terminal.all
    assert anna.game(game).awaiting == (2,)


def test_a_command_of_another_program_is_reported_and_nothing_is_sent(anna: Client, env: dict[str, str]) -> None:
    game = anna.create_game("hansa", ["me", "me", "me"], board="hansa-3")
    with at_a_terminal("play", game.id, env=env) as terminal:
        terminal.until(ASKED)
        terminal.type("end turn")
        terminal.until(ASKED)
        anna.play(game, {"type": "take_income", "traders": 1, "merchants": 0}, seat=1)
        terminal.type("send")
        shown = terminal.until(ASKED)
        assert "The game has changed in the meantime" in shown
        assert "Red (you)" in shown
        assert terminal.interrupt() == 130
    assert anna.game(game).awaiting == (1,)


def test_an_open_seat_is_taken_by_the_first_player(anna: Client, env: dict[str, str], url: str) -> None:
    with Client(url) as nobody, Client(url, nobody.open_account("Ben").api_key) as ben:
        game = ben.create_game("tiny", ["me", "open"], board="square")
    with at_a_terminal("play", game.id, env=env) as terminal:
        terminal.until(ASKED, "Waiting for Red")
        assert anna.game(game).my_seats == (2,)
        assert terminal.interrupt() == 130


def test_a_taken_or_missing_seat_is_reported(anna: Client, env: dict[str, str], url: str) -> None:
    with Client(url) as nobody, Client(url, nobody.open_account("Ben").api_key) as ben:
        game = ben.create_game("tiny", ["me", "me"], board="square")
    told = {"1": "Seat 1 is taken", "9": "There is no seat 9: that game has 2."}
    for seat, sentence in told.items():
        with at_a_terminal("play", game.id, "--seat", seat, env=env) as terminal:
            assert terminal.ended() == 1
            assert sentence in terminal.all


def test_a_game_in_memory_needs_no_server_and_is_kept(env: dict[str, str], tmp_path: "object") -> None:
    path = f"{tmp_path}/game.ndjson"
    words = ("play", "--offline", "hansa", "--seats", "me,easy,random", "--seed", "7", "--save", path)
    nowhere = {**env, "KONTOR_URL": "http://127.0.0.1:1"}
    with at_a_terminal(*words, env=nowhere) as terminal:
        terminal.until(ASKED)
        terminal.type("end")
        terminal.until(ASKED)
        terminal.type("send")
        shown = terminal.until(ASKED)
        assert "Waiting for Blue (novice)" in shown
        assert "Red (you): Begin your turn" in shown, "both bots have played"
        terminal.type("/quit")
        assert terminal.ended() == 0
    with at_a_terminal("play", "--offline", "--seats", "me,random,random", "--save", path, env=nowhere) as terminal:
        terminal.until(ASKED)
        terminal.type("/undo")
        assert "Taken back." in terminal.until(ASKED)
        terminal.type("/undo")
        assert "you have not played yet" in terminal.until(ASKED)
        terminal.press("\x04")
        assert terminal.ended() == 0
