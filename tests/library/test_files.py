"""Games that are kept: bundles that verifiers accept, and games that go on from them."""

import gzip
import json
import re
from pathlib import Path

import pytest

import kontor
from kontor import hansa, merchants
from kontor.domain.kernel.bundles import FORMAT
from kontor.domain.kernel.canonical import canonical
from kontor.engine import load
from kontor.engine.files import load_game
from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.signatures import keys_of
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from tests.library.test_engine import played_out, tiny
from tests.support.bundles import key
from tests.support.paths import ROOT
from tests.support.verifier_mjs import NEEDS_NODE, node
from tests.tiny import RULESET as TINY

RULESETS = {**Registry.load(Settings().rulesets), TINY.name: TINY}


def some_games() -> "list[tuple[str, kontor.Game[object, object, object]]]":
    running = merchants.new(seed=3)
    for _ in range(30):
        seat = running.awaiting[0]
        running.play(running.legal(seat).sample(1, seed=running.version)[0], seat)
    secret = hansa.new(seed=3, missions=True, favours=True)
    return [("ended", played_out(tiny())), ("running", running), ("with secrets", secret)]


@pytest.mark.system
@pytest.mark.parametrize(("name", "game"), some_games())
def test_a_saved_game_is_a_bundle_that_both_verifiers_accept(
    name: str, game: "kontor.Game[object, object, object]", tmp_path: Path
) -> None:
    path = tmp_path / "game.ndjson"
    game.save(path)
    outcome = check_bundle(read_bundle(path.read_bytes()), RULESETS)
    assert outcome.findings == ()
    assert outcome.unchecked[0] == "the origin of this log: it is not signed"
    assert outcome.version == outcome.decided == game.version
    if NEEDS_NODE.args[0]:
        return
    done = node("bundle", str(path))
    assert done.returncode == 3, done.stdout  # no server signed it
    assert f"good: {game.version} versions" in done.stdout
    assert "the origin of this log: it is not signed" in done.stdout


def test_with_keys_a_saved_game_is_reported_as_unsigned() -> None:
    trusted = keys_of(Signer([key(1)]).published())
    outcome = check_bundle(read_bundle(hansa.new(seed=7).bundle()), RULESETS, trusted)
    assert [str(each) for each in outcome.findings] == ["signer: it is not signed"]


@pytest.mark.parametrize(("name", "game"), some_games())
def test_a_loaded_game_equals_the_saved_one_and_continues_alike(
    name: str, game: "kontor.Game[object, object, object]", tmp_path: Path
) -> None:
    path = tmp_path / "game.ndjson"
    game.save(path)
    again = load(path, RULESETS[game.ruleset])
    assert again.bundle() == game.bundle()
    assert again.history == game.history
    assert again.view(1) == game.view(1)
    if not game.is_over:
        command = game.legal().sample(1)[0]
        assert again.play(command) == game.copy().play(command)
        again.undo()
    assert again.bundle() == game.bundle()


def test_a_finished_game_of_a_server_can_be_loaded_and_played_differently() -> None:
    game = load(ROOT / "tests" / "vectors" / "bundle.ndjson", TINY)
    assert game.is_over
    taken_back = game.undo()
    assert not game.is_over
    assert taken_back.seat in game.may_act


def test_packed_files_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson.gz"
    path.write_bytes(gzip.compress(hansa.new(seed=7).bundle()))
    assert kontor.load(path).version == hansa.new(seed=7).version


def test_the_header_has_the_seed_only_of_a_running_game(tmp_path: Path) -> None:
    header = json.loads(hansa.new(seed=7).bundle().split(b"\n")[0])
    assert len(header["seed"]) == 64
    assert "seed" not in json.loads(played_out(tiny()).bundle().split(b"\n")[0])


def _without_seed(content: bytes) -> bytes:
    header, rest = content.split(b"\n", 1)
    told = json.loads(header)
    del told["seed"]
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("content", "about"),
    [
        (b"", "not an audit bundle"),
        (b"{}\n{}\n", "not an audit bundle"),
        (b"\x1f\x8bnonsense", "cannot be decompressed"),
        (b"\x00\xff" * 50, "not an audit bundle"),
        (_without_seed(hansa.new(seed=7).bundle()), "does not contain the seed"),
        (re.sub(rb'"seed":"..', b'"seed":"00', hansa.new(seed=7).bundle(), count=1), "is corrupt"),
        (hansa.new(seed=7).bundle().rpartition(b'{"format"')[0], "is corrupt"),
        (hansa.new(seed=7).bundle().replace(b'"seat":1', b'"seat":2', 1), "is not valid"),
        (b"\n".join(hansa.new(seed=7).bundle().split(b"\n")[:2]), "the log is empty"),
        (hansa.new(seed=7).bundle().replace(b'"ruleset":"hansa"', b'"ruleset":"chess"', 1), "a game of chess"),
        (re.sub(rb'"ruleset_version":\d+', b'"ruleset_version":99', hansa.new(seed=7).bundle(), count=1), "version 99"),
    ],
)
def test_a_file_without_a_game_is_refused_in_a_sentence(content: bytes, about: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(kontor.NotAGame, match=about):
        kontor.load(path)


def test_a_running_game_of_a_server_cannot_be_loaded() -> None:
    lines = (ROOT / "tests" / "vectors" / "game-as-seat-1.ndjson").read_bytes()
    board = b'{"board":{}}\n'
    header = canonical({"format": FORMAT, "ruleset": TINY.name, "ruleset_version": TINY.version}) + b"\n"
    with pytest.raises(kontor.NotAGame, match=r"for some seats only|does not contain the seed"):
        load_game(header + board + lines, TINY)


def test_a_failed_save_keeps_the_previous_file(tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson"
    game = hansa.new(seed=7)
    game.save(path)
    kept = path.read_bytes()
    game.play("end_turn")
    with pytest.raises(OSError, match=r"No such folder: .*nowhere'"):
        game.save(tmp_path / "nowhere" / "game.ndjson")
    assert path.read_bytes() == kept
    assert [each.name for each in tmp_path.iterdir()] == ["game.ndjson"]
