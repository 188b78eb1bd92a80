"""An analyst of many games: openapi/examples/analyst/."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import Result

from kontor.service.settings import Settings
from tests.support import commands
from tests.support.examples import call, example, run
from tests.support.integration_games import RANDOM, key_of, new_game, play_out
from tests.support.running_up import Up

ANALYST = "analyst/analyst.py"
analyst = example(ANALYST)

pytestmark = pytest.mark.xdist_group("up")


def kontor_cli(kontor: Up, *words: str | Path) -> Result:
    """Call `kontor` as the operator of the server does."""
    rulesets = ",".join(("tests.tiny:RULESET", *Settings().rulesets))
    return commands.call(*map(str, words), env={"KONTOR_DATA": str(kontor.data), "KONTOR_RULESETS": rulesets})


PAGE = 2  # games


@pytest.fixture(scope="module")
def finished(kontor: Up) -> str:
    """The address of a game that has ended, the last of more than fit on a page."""
    with httpx.Client(base_url=kontor.url, timeout=40) as api:
        api.headers["Authorization"] = f"Bearer {api.post('/v1/accounts', json={'name': 'Dora'}).json()['api_key']}"
        for _ in range(PAGE + 1):
            game = new_game(api)
            play_out(game, seat_1=api)
        new_game(api)  # one that has not ended: no page may list it
    return game


def test_i_count_what_happened_in_all_finished_games_and_check_their_hashes(
    kontor: Up, finished: str, nobody: httpx.Client
) -> None:
    done = run(ANALYST, "count", kontor.url, "--ruleset", "tiny", "--page", PAGE)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["games"] == told["events"]["game_finished"] > PAGE
    assert sum(told["events"].values()) >= nobody.get(finished).json()["version"]


def test_a_log_that_was_altered_on_the_way_does_not_add_up(finished: str, nobody: httpx.Client) -> None:
    lines = list(analyst.whole_log(nobody, f"{finished}/events"))
    assert analyst.checked(lines[0], "") == lines[0]["hash"]
    lines[1]["envelope"]["at"] = "2020-01-01T00:00:00.000Z"
    with pytest.raises(SystemExit, match=r"version 2 of .* is damaged"):
        analyst.checked(lines[1], lines[0]["hash"])


def test_a_whole_log_is_one_request(finished: str, nobody: httpx.Client) -> None:
    asked: list[httpx.Request] = []
    nobody.event_hooks["request"] = [asked.append]
    lines = list(analyst.whole_log(nobody, f"{finished}/events"))
    assert len(asked) == 1
    assert [line["version"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[-1]["envelope"]["type"] == "game_finished"


def test_i_find_games_by_what_i_ask_for_and_page_through_them(anna: httpx.Client) -> None:
    for _ in range(3):
        new_game(anna, {"kind": "me"}, {"kind": "open"}, practice=True)
    for asked in ({"practice": "true"}, {"mine": "true"}, {"status": "open", "mine": "true"}):
        first = anna.get("/v1/games", params={"limit": 2, **asked})
        assert len(first.json()["items"]) == 2
        assert len(anna.get(first.links["next"]["url"]).json()["items"]) >= 1
    nothing = anna.get("/v1/games", params={"ruleset": "hansa", "mine": "true"})
    assert (nothing.json()["items"], "next" in nothing.links) == ([], False)


def test_i_follow_a_game_by_what_changes(kontor: Up, finished: str, nobody: httpx.Client) -> None:
    done = call(analyst, "follow", kontor.url, "--game", finished.rpartition("/")[2])
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    last: dict[str, Any] = nobody.get(f"{finished}/state", params={"version": told["state"]["version"]}).json()
    assert told["state"] == last
    assert told["commits"] == len(told["bytes"]) > 3


def published_keys(kontor: Up, folder: Path) -> Path:
    path = folder / "keys.json"
    path.write_bytes(httpx.get(f"{kontor.url}/.well-known/kontor-keys.json").content)
    return path


def test_a_bundle_can_be_checked_without_the_server(kontor: Up, finished: str, tmp_path: Path) -> None:
    done = call(analyst, "bundle", kontor.url, "--game", finished.rpartition("/")[2], "--to", tmp_path / "game.ndjson")
    assert done.returncode == 0, done.stderr
    keys = published_keys(kontor, tmp_path)
    checked = kontor_cli(kontor, "audit", "verify", tmp_path / "game.ndjson", "--keys", keys)
    assert (checked.exit_code, "good: " in checked.stdout) == (0, True), checked.stdout
    altered = (tmp_path / "game.ndjson").read_bytes().replace(b'"actor":"seat:1"', b'"actor":"seat:2"', 1)
    (tmp_path / "altered.ndjson").write_bytes(altered)
    assert kontor_cli(kontor, "audit", "verify", tmp_path / "altered.ndjson").exit_code == 1


def test_an_archive_of_all_finished_games_is_made_for_auditors(
    kontor: Up, finished: str, anna: httpx.Client, tmp_path: Path
) -> None:
    words = ("export", kontor.url, "--ruleset", "tiny", "--to", tmp_path / "games.zst", "--key")
    refused = call(analyst, *words, key_of(anna))
    assert refused.returncode == 1
    assert "403: " in refused.stderr
    granted = kontor_cli(kontor, "server", "accounts", "grant", anna.get("/v1/me").json()["id"], "audit:read")
    assert granted.exit_code == 0, granted.stderr
    made = anna.post("/v1/me/keys", json={"scopes": ["audit:read", "game:read"]})
    done = call(analyst, *words, made.json()["api_key"])
    assert done.returncode == 0, done.stderr
    keys = published_keys(kontor, tmp_path)
    checked = kontor_cli(kontor, "audit", "verify", tmp_path / "games.zst", "--keys", keys)
    assert checked.exit_code == 0, checked.stdout + checked.stderr


def test_the_notes_of_bots_are_readable_after_the_end(anna: httpx.Client, nobody: httpx.Client) -> None:
    game = new_game(anna, {"kind": "me"}, RANDOM)
    hidden = [line for line in analyst.whole_log(nobody, f"{game}/events") if line["envelope"]["sealed"]]
    assert hidden
    assert not any(line["parts"] for line in hidden)
    play_out(game, seat_1=anna)
    opened = [line for line in analyst.whole_log(nobody, f"{game}/events") if line["envelope"]["sealed"]]
    assert all(line["parts"] for line in opened)
