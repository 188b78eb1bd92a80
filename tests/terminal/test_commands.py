"""The commands that call a server, against a real one."""

import json
import re
import subprocess
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from kontor import Client
from tests.support.at_a_terminal import at_a_terminal, bare
from tests.support.paths import ROOT
from tests.terminal.conftest import Said, mode_of

pytestmark = pytest.mark.xdist_group("up")  # one server for all of them

Kontor = Callable[..., Said]


def kept(folder: str) -> Path:
    return Path(folder) / "kontor" / "login.json"


# ---------------------------------------------------------------- login


def test_a_key_from_the_standard_input_is_tried_and_kept_for_its_owner_alone(
    kontor: Kontor, anna: Client, env: dict[str, str], url: str
) -> None:
    key = env.pop("KONTOR_KEY")
    done = kontor("login", typed=f"{key}\n")
    assert done.returncode == 0, done.stderr
    path = kept(env["XDG_CONFIG_HOME"])
    assert done.stdout == f"Anna is logged in at {url}; the key is in {path}.\n"
    assert key not in done.stdout + done.stderr
    assert mode_of(path) == 0o600
    assert json.loads(path.read_text())["keys"] == {url: key}
    assert kontor("games", "--mine").returncode == 0
    assert kontor("login", "--forget").returncode == 0
    assert "You are not logged in" in kontor("games", "--mine").stderr


def test_a_key_is_typed_unseen(anna: Client, env: dict[str, str]) -> None:
    key = env.pop("KONTOR_KEY")
    with at_a_terminal("login", "--key", env=env) as terminal:
        terminal.until("Key for")
        terminal.type(key)
        assert terminal.ended() == 0
    assert "Anna is logged in" in terminal.all
    assert key not in terminal.all


def test_a_code_signs_a_terminal_in_and_the_person_ends_it(
    kontor: Kontor, anna: Client, env: dict[str, str], url: str
) -> None:
    env.pop("KONTOR_KEY")
    with at_a_terminal("login", env=env) as terminal:
        found = re.search(r"the code ([A-Z]{4}-[A-Z]{4}) ", terminal.until(" there."))
        assert found is not None
        anna.answer_device(found[1], True)
        assert terminal.ended() == 0
    assert f"Anna is logged in at {url}" in terminal.all
    path = kept(env["XDG_CONFIG_HOME"])
    first = json.loads(path.read_text())
    assert (mode_of(path), first["keys"]) == (0o600, {})
    assert kontor("games", "--mine").returncode == 0
    first["tokens"][url]["until"] = 0  # as after an hour
    path.write_text(json.dumps(first))
    assert kontor("games", "--mine").returncode == 0
    second = json.loads(path.read_text())["tokens"][url]
    assert second["access"] != first["tokens"][url]["access"]
    [allowed] = anna.apps()
    assert allowed.app.startswith("kontor on ")
    anna.revoke_app(allowed)
    assert "To store another one: kontor login" in kontor("games", "--mine").stderr
    path.write_text(json.dumps({**first, "tokens": {url: {**second, "until": 0}}}))
    assert (
        kontor("games", "--mine").stderr
        == f"Error: The permission has ended. Log in again. Run: kontor login --url {url}\n"
    )
    assert kontor("login", "--forget").stdout == f"You are logged out at {url}.\n"


def test_an_account_is_opened_and_its_key_kept(kontor: Kontor, env: dict[str, str], url: str) -> None:
    told = json.loads(kontor("login", "--new", "Ben", "--json").stdout)
    assert (told["name"], told["url"]) == ("Ben", url)
    created = json.loads(kontor("new", "tiny", "--seats", "me,open", "--json").stdout)
    assert [each["id"] for each in listed(kontor("games", "--mine", "--json"))] == [created["id"]]


def test_a_key_that_is_refused_is_not_kept(kontor: Kontor, env: dict[str, str]) -> None:
    done = kontor("login", typed="no-such-key\n")
    assert done.returncode == 1
    assert done.stderr.startswith("kontor: ")
    assert "Traceback" not in done.stderr
    assert not kept(env["XDG_CONFIG_HOME"]).exists()


def test_a_key_is_sent_to_no_server_but_its_own(kontor: Kontor, anna: Client, env: dict[str, str]) -> None:
    seen: list[str | None] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers["Authorization"])
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    kontor("login", typed=env.pop("KONTOR_KEY"))
    with HTTPServer(("127.0.0.1", 0), Other) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        kontor("games", "--url", f"http://127.0.0.1:{other.server_port}")
        other.shutdown()
    assert seen == [None]


def test_a_file_that_is_damaged_is_a_sentence(kontor: Kontor, env: dict[str, str]) -> None:
    kept(env["XDG_CONFIG_HOME"]).parent.mkdir()
    kept(env["XDG_CONFIG_HOME"]).write_text("{")
    done = kontor("games")
    assert done.returncode == 1
    assert "is not a file that kontor login wrote" in done.stderr


# ---------------------------------------------------------------- games


def listed(done: Said) -> list[dict[str, object]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_game_is_created_with_a_nonce_listed_and_printed(kontor: Kontor, anna: Client) -> None:
    done = kontor("new", "tiny", "--seats", "me,random", "--option", "rounds=1")
    assert done.returncode == 0, done.stderr
    game = done.stdout.partition(":")[0]
    assert f"kontor play {game}" in done.stdout
    created = next(anna.events(game))
    assert created.data["seats"][0]["kind"] == "open"
    (taken,) = [each for each in anna.events(game) if each.type == "seat_taken"]
    assert len(taken.data["nonce"]) == 64
    assert taken.data["before_commitment"] is False
    assert game in kontor("games", "--awaiting-me").stdout
    (summary,) = listed(kontor("games", "--mine", "--json"))
    assert summary["id"] == game


def test_a_level_of_difficulty_takes_a_seat_in_the_place_of_its_bot(kontor: Kontor, anna: Client) -> None:
    done = kontor("new", "tiny", "--seats", "me,easy", "--option", "rounds=1", "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["seats"][1]["bot"], made["bot_milliseconds"]) == ("random", 50)


def test_a_game_is_printed_in_sentences_from_a_version_on(kontor: Kontor, anna: Client) -> None:
    game = anna.create_game("tiny", ["me", "me"], board="square").id
    told = kontor("tail", game, "--no-follow")
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[0] == "    1  The game is created."
    assert [int(line[:5]) for line in lines] == list(range(1, anna.game(game).version + 1))
    assert kontor("tail", game[:18], "--no-follow", "--after", "2").stdout.splitlines() == lines[2:]
    as_json = listed(kontor("tail", game, "--no-follow", "--json", "--after", "2"))
    assert [each["version"] for each in as_json] == [int(line[:5]) for line in lines[2:]]
    (first, *_) = listed(kontor("tail", game, "--no-follow", "--events"))
    assert first["envelope"]["type"] == "game_created"  # type: ignore[index]  # JSON


def test_a_game_of_bots_is_followed_to_its_end(kontor: Kontor, anna: Client) -> None:
    game = anna.create_game("tiny", ["random", "random"], board="square", options={"rounds": 1}).id
    told = kontor("tail", game)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1].endswith("The game is over.")
    pictures = kontor("watch", game).stdout
    assert "Market day" in pictures
    (state,) = listed(kontor("watch", game, "--once", "--json"))
    assert (state["game"], state["status"]) == (game, "finished")


def test_a_game_is_drawn_again_after_each_change(anna: Client, env: dict[str, str]) -> None:
    game = anna.create_game("tiny", ["me", "me"], board="square")
    with at_a_terminal("watch", game.id, env=env) as terminal:
        terminal.until(f"{game.version:>5}  ")
        outcome = anna.play(
            game, anna.legal_commands(game, seat=game.awaiting[0], expand=1).commands[0], seat=game.awaiting[0]
        )
        shown = terminal.until(f"{outcome.version:>5}  ")
        assert "Market day" in shown
        assert terminal.interrupt() == 130


def test_bots_are_listed_with_and_without_a_server(kontor: Kontor) -> None:
    told = {str(each["ruleset"]): each["bots"] for each in listed(kontor("bots", "--json"))}
    assert set(told) == {"tiny", "hansa", "merchants"}
    shown = kontor("bots", "hansa").stdout.splitlines()
    assert shown[0] == f"hansa: {', '.join(told['hansa'])}"  # type: ignore[arg-type]  # JSON
    assert [line.partition(":")[0] for line in shown[1:]] == ["  easy (novice)", "  medium (greedy)", "  hard (expert)"]
    here = kontor("bots", "--offline", KONTOR_URL="http://127.0.0.1:1")
    assert here.stdout.startswith("hansa: ")


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tail", "0197aaaa-0000-7000-8000-000000000000"), "404"),
        (("tail", "nowhere"), "There is no game nowhere; kontor games lists the games."),
        (("new", "chess", "--seats", "me,open"), "ruleset"),
        (("new", "tiny", "--seats", "me,nobody"), "bot"),
        (("new", "tiny", "--seats", ","), "--seats me,easy,easy"),
        (("new", "tiny"), "--seats me,easy,easy"),
        (("bots", "chess"), "There is no ruleset chess. The rulesets are tiny, hansa, merchants."),
        (("play",), "You have no running game"),
        (("games", "--url", "http://127.0.0.1:1"), "server: GET /v1/games at http://127.0.0.1:1: Connection refused"),
        (("games", "--url", "127.0.0.1:8080"), "begin with http:// or https://"),
        (("games", "--url", "http://[nowhere"), "Cannot reach the server"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_refusals_are_sentences(kontor: Kontor, anna: Client, words: tuple[str, ...], said: str) -> None:
    done = kontor(*words)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_refused_key_is_reported_with_its_source(kontor: Kontor, anna: Client, env: dict[str, str], url: str) -> None:
    done = kontor("games", "--mine", KONTOR_KEY="wrong")
    what_to_do = f"unknown to {url}, or revoked. To store another one: kontor login --url {url}\n"
    assert (done.returncode, done.stderr) == (1, f"Error: The key in KONTOR_KEY is {what_to_do}")
    kontor("login", typed=env.pop("KONTOR_KEY"))
    kept(env["XDG_CONFIG_HOME"]).write_text(json.dumps({"url": url, "keys": {url: "old"}}))
    assert kontor("play").stderr == f"Error: The key that kontor login stored is {what_to_do}"


def test_an_answer_that_is_none_of_kontor_is_a_sentence(kontor: Kontor) -> None:
    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>Welcome</html>")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        done = kontor("games", "--url", f"http://127.0.0.1:{proxy.server_port}")
        proxy.shutdown()
    assert done.returncode == 1
    assert "The response is not from Kontor" in done.stderr
    assert "Traceback" not in done.stderr


# ---------------------------------------------------------------- shells


def test_a_real_bash_completes_commands_and_games(kontor: Kontor, anna: Client, env: dict[str, str]) -> None:
    game = anna.create_game("tiny", ["me", "me"], board="square").id
    script = kontor("completion", "bash").stdout
    asked = (
        "COMPREPLY=(); COMP_WORDS=(kontor {}); COMP_CWORD={}; _kontor_completion kontor; "
        'printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    shell = f"{script}\n{asked.format('pla', 1)}\n{asked.format(f'tail {game[:-1]}', 2)}"
    folder = str(ROOT / ".venv" / "bin")
    done = subprocess.run(
        ["bash", "-c", shell],
        env={**bare(), **env, "PATH": f"{folder}:{bare()['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["play", game], done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_their_script(kontor: Kontor, shell: str) -> None:
    assert "_KONTOR_COMPLETE" in kontor("completion", shell).stdout
