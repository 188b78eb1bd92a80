"""docs/audit/by-hand.md: the checks by hand are taken from its text and executed; on a damaged bundle they fail."""

import json
import subprocess
from pathlib import Path

import pytest

from kontor.service.signing.receipts import Signer
from tests.games.recording import FOLDER, Recording
from tests.support.bundles import bundle_of, key, receipt_of
from tests.support.served_games import of_recording
from tests.support.shell_blocks import shell_blocks

BLOCKS = shell_blocks("docs/audit/by-hand.md")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    played = of_recording(Recording.load(next((FOLDER / "tiny").glob("*.json"))))
    path = tmp_path / "game.ndjson"
    signer = Signer([key(1)])
    path.write_bytes(bundle_of(played, signer))
    (tmp_path / "receipt.json").write_text(json.dumps({**receipt_of(played, signer, 3), "checkpoint_href": "/"}))
    return path


def run(folder: Path, blocks: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(blocks)], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_checks_by_hand_pass(bundle: Path) -> None:
    assert len(BLOCKS) == 5
    done = run(bundle.parent, BLOCKS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Signature Verified Successfully") == 2
    assert done.stdout.count('"hash":"') == 2
    assert '"commitment":"' in done.stdout


@pytest.mark.parametrize(
    ("blocks", "old", "new"),
    [
        (BLOCKS[:1], b'"part":', b'"pant":'),
        (BLOCKS[1:2], b'"sha256":"', b'"sha256":"0'),
        (BLOCKS[2:3], b'"rounds":', b'"rownds":'),
        (BLOCKS[2:], b'"seed":"', b'"seed":"00'),
    ],
    ids=["file", "signature", "chain", "seed"],
)
def test_each_of_them_finds_what_it_is_for(bundle: Path, blocks: list[str], old: bytes, new: bytes) -> None:
    text = bundle.read_bytes()
    assert old in text
    bundle.write_bytes(text.replace(old, new))
    assert run(bundle.parent, blocks).returncode != 0


@pytest.mark.parametrize(
    ("old", "new"), [('"version": ', '"version": 1'), ('"hash": "', '"hash": "0'), ('"at": "2', '"at": "3')]
)
def test_a_receipt_that_was_changed_is_found(bundle: Path, old: str, new: str) -> None:
    kept = bundle.with_name("receipt.json")
    assert old in kept.read_text()
    kept.write_text(kept.read_text().replace(old, new))
    done = run(bundle.parent, [BLOCKS[1], BLOCKS[4]])
    assert done.returncode != 0
    assert done.stdout.count("Signature Verified Successfully") == 1


def test_a_rewritten_log_is_found_by_a_receipt(bundle: Path) -> None:
    """The signature of the receipt holds, and its hash is not in the file."""
    kept = json.loads(bundle.with_name("receipt.json").read_text())
    bundle.write_text(bundle.read_text().replace(kept["hash"], "0" * 64))
    done = run(bundle.parent, [BLOCKS[1], BLOCKS[4]])
    assert done.returncode != 0
    assert done.stdout.count("Signature Verified Successfully") == 2
