"""`kontor audit refusal`: sentences and exit codes, without any server."""

import json
from pathlib import Path
from typing import Any

import pytest

from kontor.service.signing.receipts import Signer
from tests.games.recording import FOLDER, Recording
from tests.support.bundles import MADE_AT, bundle_of, key, receipt_of
from tests.support.commands import call
from tests.support.served_games import Served, of_recording, shown

SIGNER = Signer([key(1)])
ILLEGAL = {"type": "show_card", "card": "c99"}


@pytest.fixture(scope="module")
def played() -> Served:
    return of_recording(Recording.load(next((FOLDER / "tiny").glob("*.json"))))


@pytest.fixture
def files(played: Served, tmp_path: Path) -> Path:
    """A player's files: refusals, bundles of the game before and after its end, and keys."""
    held = next(made.after for made in played.commits if made.after.state and _holds_card(made.after))
    seat = held.state.active
    sent = [{"seat": seat, "body": ILLEGAL}]
    wrong = played.commits[-3]
    actor = int(wrong.command.actor.removeprefix("seat:"))
    before = next(made.after for made in played.commits if made.last == wrong.first - 1)
    allowed = [{"seat": actor, "body": wrong.command.body}]
    running = Served(played.rules, played.commits[-2].after, played.commits[:-1])
    texts: dict[str, Any] = {
        "refusal.json": {"status": 422, "receipt": SIGNER.refusal(held, sent, "TINY-4", "not_held", MADE_AT)},
        "false.json": SIGNER.refusal(before, allowed, "TINY-1", "not_your_turn", MADE_AT),
        "altered.json": {**SIGNER.refusal(held, sent, "TINY-4", "not_held", MADE_AT), "rule": "TINY-3"},
        "receipt.json": receipt_of(played, SIGNER, 3),
        "keys.json": {"keys": SIGNER.published()},
        "other.json": {"keys": Signer([key(2)]).published()},
        "nothing.json": {},
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(json.dumps(text))
    (tmp_path / "game.ndjson").write_bytes(bundle_of(played, SIGNER))
    (tmp_path / "spectator.ndjson").write_bytes(bundle_of(running, SIGNER))
    (tmp_path / "seat.ndjson").write_bytes(bundle_of(running, SIGNER, shown(running, (seat,))))
    return tmp_path


def _holds_card(game: Any) -> bool:
    state = game.state
    return game.status == "running" and not state.bidding and not state.challenged and state.hands.get(state.active)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("refusal.json game.ndjson --keys keys.json", 0, "the refusal is right: at version "),
        ("refusal.json seat.ndjson --keys keys.json", 0, "the refusal is right: at version "),
        ("refusal.json spectator.ndjson game.ndjson --keys keys.json", 0, "the refusal is right: at version "),
        ("refusal.json game.ndjson", 3, "not checked: the owner of the keys in this bundle"),
        ("refusal.json spectator.ndjson --keys keys.json", 4, "not decided again: the decision depends on secrets"),
        ("refusal.json spectator.ndjson", 4, "Ask for the bundle again after the game has ended"),
        ("refusal.json --keys keys.json", 4, "not decided again: there is no bundle of the game"),
        ("false.json game.ndjson --keys keys.json", 1, "found that the rules accept the command"),
        ("false.json game.ndjson", 1, "refusal: expected rule TINY-1 with code not_your_turn, signed by key"),
        ("altered.json game.ndjson --keys keys.json", 1, "receipt: the signature was not made by key"),
        ("altered.json --keys keys.json", 1, "receipt: the signature was not made by key"),
        ("refusal.json game.ndjson --keys other.json", 1, "is not among the given keys"),
        ("refusal.json", 2, "Pass the server's public keys with --keys, or a bundle of the game."),
        ("receipt.json game.ndjson", 2, "The file is a receipt, not a signed refusal."),
        ("nothing.json game.ndjson", 2, "The file is neither a receipt nor an answer with a receipt."),
        ("refusal.json keys.json", 2, "The file is neither an audit bundle nor a log in NDJSON."),
    ],
)
def test_every_outcome_has_its_code_and_sentence(words: str, code: int, said: str, files: Path) -> None:
    there = [word if word.startswith("--") else str(files / word) for word in words.split()]
    result = call("audit", "refusal", *there)
    assert result.exit_code == code, result.output
    assert said in result.output


def test_json_says_the_same(files: Path) -> None:
    def found(*words: str) -> list[Any]:
        given = [str(files / word) for word in words]
        result = call("audit", "refusal", "--json", "--keys", str(files / "keys.json"), *given)
        return [json.loads(line) for line in result.output.splitlines()]

    hidden, good = found("refusal.json", "spectator.ndjson", "game.ndjson")
    assert (good["good"], good["undecided"], good["flaws"]) == (True, None, [])
    assert "secrets" in hidden["undecided"]
    [wrong] = found("false.json", "game.ndjson")
    assert [each["check"] for each in wrong["flaws"]] == ["refusal"]
    [alone] = found("altered.json")
    assert [each["check"] for each in alone["flaws"]] == ["receipt"]


def test_a_refusal_is_a_receipt_of_its_head(files: Path) -> None:
    """`verify` and `receipt` take it, too: they check everything but the decision."""
    good = [str(files / "game.ndjson"), "--keys", str(files / "keys.json")]
    assert call("audit", "verify", *good, "--receipt", str(files / "refusal.json")).exit_code == 0
    assert call("audit", "receipt", str(files / "refusal.json"), *good).exit_code == 0
    assert call("audit", "verify", *good, "--receipt", str(files / "altered.json")).exit_code == 1
