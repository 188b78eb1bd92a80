"""An inspector of games and webhooks: openapi/examples/inspector/."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from kontor.service.settings import Settings
from tests.support import commands
from tests.support.bot_games import wait_until
from tests.support.examples import call, example
from tests.support.integration_games import key_of, new_game
from tests.support.running_up import Up

inspector = example("inspector/inspector.py")

pytestmark = pytest.mark.xdist_group("up")


def kontor_cli(kontor: Up, *words: str | Path) -> Any:
    rulesets = ",".join(("tests.tiny:RULESET", *Settings().rulesets))
    env = {"KONTOR_DATA": str(kontor.data), "KONTOR_RULESETS": rulesets, "KONTOR_URL": kontor.url}
    return commands.call(*map(str, words), env=env)


def lines(*words: str) -> list[dict[str, Any]]:
    done = call(inspector, *words)
    assert done.returncode == 0, done.stderr
    return [json.loads(each) for each in done.stdout.splitlines()]


def test_i_see_which_program_sent_each_command(kontor: Up, anna: httpx.Client) -> None:
    game = new_game(anna, {"kind": "me"}, {"kind": "me"}).rpartition("/")[2]
    words = ("origins", kontor.url, "--game", game, "--key")
    refused = call(inspector, *words, key_of(anna))
    assert (refused.returncode, "(403)" in refused.stderr) == (1, True), refused.stderr
    assert (
        kontor_cli(kontor, "server", "accounts", "grant", anna.get("/v1/me").json()["id"], "audit:read").exit_code == 0
    )
    auditor = anna.post("/v1/me/keys", json={"scopes": ["audit:read", "game:read"]}).json()["api_key"]
    told = lines(*words, auditor)
    assert sum(each["commits"] for each in told) >= 1
    assert any("httpx" in program for each in told for program in each["programs"])


def test_a_saved_proof_is_checked_by_kontor_audit_checkpoint(kontor: Up, anna: httpx.Client, tmp_path: Path) -> None:
    game = new_game(anna, {"kind": "me"}, {"kind": "me"}).rpartition("/")[2]
    wait_until(lambda: anna.get(f"/v1/games/{game}/proof").is_success, 60)
    (told,) = lines("proof", kontor.url, "--game", game, "--to", str(tmp_path / "proof"))
    assert told["game"] == game
    (tmp_path / "keys").write_bytes(anna.get("/.well-known/kontor-keys.json").content)
    checked = kontor_cli(kontor, "audit", "checkpoint", tmp_path / "proof", "--keys", tmp_path / "keys")
    assert checked.exit_code == 0, checked.stdout + checked.stderr


def test_i_list_what_my_bot_does_wrong(kontor: Up, anna: httpx.Client) -> None:
    game = new_game(anna, {"kind": "me"}, {"kind": "me"})
    assert anna.post(f"{game}/commands", json={"type": "fly"}).status_code == 400
    (told,) = lines("refusals", kontor.url, "--key", key_of(anna), "--game", game.rpartition("/")[2])
    assert '"fly"' in told["sent"]
    assert "must be one of" in told["why"]


def test_i_count_the_messages_of_my_webhooks(kontor: Up, anna: httpx.Client) -> None:
    hook = anna.post("/v1/webhooks", json={"url": "http://127.0.0.1:9/", "types": ["game.ended"]}).json()
    assert anna.post(f"/v1/webhooks/{hook['id']}/ping").is_success
    (told,) = lines("deliveries", kontor.url, "--key", key_of(anna))
    assert (told["url"], told["pending"], told["sent_again"]) == (hook["url"], 1, 0)
    assert anna.delete(f"/v1/webhooks/{hook['id']}").status_code == 204
