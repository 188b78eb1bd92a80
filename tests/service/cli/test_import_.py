"""`kontor import`: sentences and exit codes; each game stands for itself."""

import json
from pathlib import Path

import pytest

from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store.store import Store
from tests.support.archives import archive_of, begun, changed, in_another_year
from tests.support.bundles import key
from tests.support.commands import call
from tests.support.playing import finished
from tests.support.served_games import Served

SIGNER = Signer([key(1)])


@pytest.fixture(scope="module")
def games() -> list[Served]:
    return [finished(begun(number)) for number in (8001, 8002, 8003)]


@pytest.fixture
def archive(games: list[Served], tmp_path: Path) -> Path:
    return archive_of(tmp_path / "games.ndjson.zst", SIGNER, games)


def test_of_a_tampered_archive_the_sound_games_are_taken(
    own_settings: Settings, own_store: Store, games: list[Served], archive: Path, tmp_path: Path
) -> None:
    env = dict(own_settings.environment())
    path = changed(archive, tmp_path / "tampered.zst", lambda lines: in_another_year(lines, 1))
    result = call("import", str(path), "--visibility", "public", env=env)
    assert result.exit_code == 1
    first, second, third, whole = result.output.splitlines()
    assert first == f"{path}: game {games[0].game.id}: imported ({games[0].game.version} versions)"
    assert second.startswith(f"{path}: game {games[1].game.id}: refused: bundle: expected bytes with SHA-256")
    assert third.startswith(f"{path}: game {games[2].game.id}: imported")
    assert whole.startswith(f"{path}: archive: expected bytes with SHA-256")
    rows = [own_store.games.row(each.game.id) for each in games]
    assert [row is not None and (row.imported, row.settings.visibility) for row in rows] == [
        (True, "public"),
        False,
        (True, "public"),
    ]
    assert call("import", str(archive), env=env).exit_code == 0
    assert own_store.games.row(games[1].game.id) is not None


def test_an_archive_signed_by_other_keys_is_refused(settings: Settings, archive: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"keys": Signer([key(2)]).published()}))
    result = call("import", str(archive), "--keys", str(keys), env=dict(settings.environment()))
    assert result.exit_code == 1
    assert result.output.count("is not among the given keys") == 4  # three games and the archive


def test_a_file_that_is_not_an_archive_gives_exit_code_2(settings: Settings, archive: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear auditor\n")
    for words in (
        ("import", str(letter)),
        ("import", str(archive), "--keys", str(letter)),
        ("import", str(tmp_path / "missing")),
        ("audit", "replay", str(letter)),
        ("audit", "replay", str(tmp_path / "missing")),
    ):
        result = call(*words, env=dict(settings.environment()))
        assert result.exit_code == 2, words
        assert "Traceback" not in result.output


def test_a_replay_reports_every_difference(archive: Path, tmp_path: Path) -> None:
    path = changed(archive, tmp_path / "tampered.zst", lambda lines: in_another_year(lines, 1))
    result = call("audit", "replay", str(archive), str(path))
    assert result.exit_code == 1
    assert "not replayed: the log is invalid" in result.output
    assert f"{path}: archive: expected bytes with SHA-256" in result.output
    assert "\n5 games, " in result.output
    cut = tmp_path / "cut.zst"
    cut.write_bytes(archive.read_bytes()[:-200])
    assert call("audit", "replay", str(cut)).exit_code in (1, 2)
