"""`kontor audit`: sentences and exit codes, without any server."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel.seals import commitment
from kontor.service.signing.receipts import Signer
from tests.games.recording import FOLDER, Recording
from tests.support.bundles import MADE_AT, bundle_of, key, receipt_of
from tests.support.commands import call
from tests.support.forging import rewritten
from tests.support.served_games import Served, of_recording, shown
from tests.vectors.make import HERE

SIGNER = Signer([key(1)])
VECTORS = json.loads((HERE / "bundles.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def played() -> Served:
    return of_recording(Recording.load(next((FOLDER / "tiny").glob("*.json"))))


@pytest.fixture
def bundle(played: Served, tmp_path: Path) -> Path:
    path = tmp_path / "game.ndjson"
    path.write_bytes(bundle_of(played, SIGNER))
    return path


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"keys": SIGNER.published()}))
    return path


@pytest.fixture
def kept(played: Served, tmp_path: Path) -> Path:
    """An answer to the fourth command, as somebody saved it."""
    path = tmp_path / "answer.json"
    path.write_text(json.dumps({"version": 9, "receipt": receipt_of(played, SIGNER, 3)}))
    return path


def forged(played: Served, path: Path) -> Path:
    """A winner who did not win, and everything made to fit, the signature included."""
    lines: list[Any] = shown(played)
    lines[-1]["envelope"]["data"]["ranking"][0]["total"] += 1
    path.write_bytes(bundle_of(played, SIGNER, rewritten(lines)))
    return path


def test_a_good_bundle_is_said_to_be_good(played: Served, bundle: Path, keys: Path, kept: Path) -> None:
    result = call("audit", "verify", str(bundle), "--keys", str(keys), "--receipt", str(kept))
    assert result.exit_code == 0, result.output
    version = played.game.version
    assert f"{bundle}: good: {version} versions, {version} decided again" in result.output
    assert f"head {played.game.head.hex()}" in result.output


def test_a_forgery_that_fits_is_found_by_the_rules(played: Served, bundle: Path, keys: Path, tmp_path: Path) -> None:
    path = forged(played, tmp_path / "forged.ndjson")
    result = call("audit", "verify", str(bundle), str(path), "--keys", str(keys))
    assert result.exit_code == 1
    total = played.game.ranking[0].total
    expected = f"expected data.ranking.0.total = {total}; found data.ranking.0.total = {total + 1}"
    assert f"{path}: version {played.game.version}, rules: {expected}" in result.output
    assert f"{bundle}: good" in result.output


def test_json_says_the_same(played: Served, bundle: Path, tmp_path: Path) -> None:
    packed = tmp_path / "game.ndjson.gz"
    packed.write_bytes(gzip.compress(bundle.read_bytes()))
    result = call("audit", "verify", "--json", str(packed), str(forged(played, tmp_path / "forged.ndjson")))
    good, bad = map(json.loads, result.output.splitlines())
    assert (result.exit_code, good["good"], bad["good"]) == (1, True, False)
    assert good["decided_again"] == good["version"] == played.game.version
    assert [(each["check"], each["version"]) for each in bad["flaws"]] == [("rules", played.game.version)]


def test_a_file_whose_signer_is_unknown_has_its_own_code(
    played: Served, bundle: Path, keys: Path, kept: Path, tmp_path: Path
) -> None:
    """A forger can sign a game with a key of their own."""
    unsigned, log, other = tmp_path / "unsigned.ndjson", tmp_path / "log.ndjson", tmp_path / "other.json"
    unsigned.write_bytes(bundle_of(played, None))
    log.write_bytes(b"".join(bundle.read_bytes().splitlines(keepends=True)[2:-2]))
    other.write_text(json.dumps({"keys": Signer([key(2)]).published()}))
    for code, said, words in (
        (0, "good: ", (bundle, "--keys", keys)),
        (0, "good: ", (log, "--keys", keys, "--receipt", kept)),
        (3, "not checked: the owner of the keys in this bundle", (bundle,)),
        (3, "signer: key ", (bundle, "--keys", other)),
        (3, "not checked: the origin of this log: it is not signed", (unsigned,)),
        (3, "signer: it is not signed", (unsigned, "--keys", keys)),
        (3, "not checked: the origin of this log: it is not signed", (log, "--keys", keys)),
        (3, "good: ", (bundle, unsigned)),
        (1, "rules: ", (forged(played, tmp_path / "forged.ndjson"), "--keys", other)),
        (1, "rules: ", (unsigned, forged(played, tmp_path / "forged.ndjson"))),
    ):
        result = call("audit", "verify", *map(str, words))
        assert (result.exit_code, said in result.output) == (code, True), (words, result.output)
    assert call("audit", "receipt", str(kept), str(bundle)).exit_code == 3
    assert call("audit", "receipt", str(kept), str(bundle), "--keys", str(other)).exit_code == 1


def test_a_receipt_proves_a_rewriting(played: Served, bundle: Path, keys: Path, kept: Path, tmp_path: Path) -> None:
    assert call("audit", "receipt", str(kept), str(bundle), "--keys", str(keys)).exit_code == 0
    lines: list[Any] = shown(played)
    for line in lines:
        line["envelope"]["at"] = line["envelope"]["at"].replace("2026", "2027")
    path = tmp_path / "anew.ndjson"
    path.write_bytes(bundle_of(played, SIGNER, rewritten(lines)))
    assert call("audit", "verify", str(path), "--keys", str(keys)).exit_code == 0
    result = call("audit", "receipt", str(kept), str(path), "--keys", str(keys))
    assert result.exit_code == 1
    assert f"version {played.commits[3].last}, receipt: expected hash" in result.output


def test_a_file_that_is_not_a_bundle_gives_exit_code_2(bundle: Path, kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear auditor\n")
    for words in (
        ("verify", str(other)),
        ("verify", str(tmp_path / "missing")),
        ("verify",),
        ("verify", str(bundle), "--receipt", str(other)),
        ("verify", str(bundle), "--keys", str(kept)),
        ("receipt", str(bundle), str(kept)),
    ):
        assert call("audit", *words).exit_code == 2, words


def test_a_receipt_of_none_of_the_games_is_not_passed_over(played: Served, bundle: Path, tmp_path: Path) -> None:
    strange = tmp_path / "strange.json"
    strange.write_text(json.dumps({**receipt_of(played, SIGNER), "game": "019b76da-a800-7000-8000-0000000000ff"}))
    assert call("audit", "verify", str(bundle), str(bundle), "--receipt", str(strange)).exit_code == 2
    assert call("audit", "verify", str(bundle), "--receipt", str(strange)).exit_code == 1


def test_a_receipt_of_the_seed_is_compared_with_the_commitment(
    played: Served, bundle: Path, keys: Path, tmp_path: Path
) -> None:
    """As the answer that it came in, before there was a game."""
    path = tmp_path / "seed.json"
    for committed, code, said in (
        (commitment(played.game.seed, played.game.id), 0, "has signed the commitment to the seed"),
        (bytes(32), 1, "version 1, receipt: expected commitment 0000"),
    ):
        kept = SIGNER.seed_receipt(played.game.id, committed, MADE_AT, MADE_AT)
        path.write_text(json.dumps({"id": str(played.game.id), "receipt": kept}))
        result = call("audit", "receipt", str(path), str(bundle), "--keys", str(keys))
        assert (result.exit_code, said in result.output) == (code, True), result.output


def test_the_report_names_the_newest_logged_version(tmp_path: Path) -> None:
    """A signed head that somebody kept carries the proof."""
    head = next(case for case in VECTORS["cases"] if case["receipts"])["receipts"][-1]
    path = tmp_path / "head.json"
    path.write_text(json.dumps(head))
    result = call("audit", "verify", "--json", str(HERE / VECTORS["base"]), "--receipt", str(path))
    assert json.loads(result.output)["logged"] == head["version"]


def test_games_are_checked_in_parallel_and_reported_in_order(played: Served, bundle: Path, tmp_path: Path) -> None:
    files = [bundle, forged(played, tmp_path / "forged.ndjson"), bundle]
    one, two = (call("audit", "verify", *map(str, files), "--json", "--jobs", jobs) for jobs in ("1", "2"))
    told = [[json.loads(line) | {"seconds": 0} for line in each.output.splitlines()] for each in (one, two)]
    assert told[0] == told[1]
    assert (two.exit_code, [each["good"] for each in told[1]]) == (1, [True, False, True])


def test_how_many_decisions_of_bots_could_be_made_again_is_said(bundle: Path, keys: Path) -> None:
    result = call("audit", "verify", str(bundle), "--bots", "--keys", str(keys))
    assert result.exit_code == 0
    assert f"{bundle}: remark: 0 of 0 decisions of bots were repeated" in result.output
