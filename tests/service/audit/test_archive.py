"""Archives that were changed on their way: each game is judged, and the archive as a whole."""

import gzip
import json
from hashlib import sha256
from pathlib import Path

import pytest
import zstandard

from kontor.service.audit.archive import games_in
from kontor.service.audit.bundle import NotReadable, check_bundle, read_bundle
from kontor.service.audit.signatures import Keys, keys_of
from kontor.service.registry import Registry
from kontor.service.signing.receipts import Signer
from tests.support.archives import archive_of, begun, changed, first_of, in_another_year
from tests.support.bundles import key
from tests.support.playing import finished
from tests.tiny import RULESET

REGISTRY = Registry([RULESET])
STRANGER = Signer([key(9)])


PLAYED = [finished(begun(number)) for number in (1, 2, 3)]


@pytest.fixture
def archive(signer: Signer, tmp_path: Path) -> Path:
    return archive_of(tmp_path / "games.ndjson.zst", signer, PLAYED)


def judged(path: Path, trusted: Keys | None = None) -> tuple[list[bool], list[str]]:
    """Whether each game is good, and what is wrong with the archive."""
    with games_in(path) as games:
        good = [check_bundle(bundle, REGISTRY, trusted).is_good for bundle in games]
        return good, [each.message for each in games.errors(trusted)]


def test_a_whole_archive_is_good_packed_or_not(archive: Path, signer: Signer, tmp_path: Path) -> None:
    trusted = keys_of(signer.published())
    assert judged(archive) == judged(archive, trusted) == ([True] * 3, [])
    text = zstandard.ZstdDecompressor().stream_reader(archive.read_bytes()).read()
    for name, packed in (("plain", text), ("gzip", gzip.compress(text))):
        path = tmp_path / name
        path.write_bytes(packed)
        assert judged(path, trusted) == ([True] * 3, [])


def test_a_changed_event_spoils_its_game_and_the_archive(archive: Path, tmp_path: Path) -> None:
    good, flaws = judged(changed(archive, tmp_path / "a", lambda lines: in_another_year(lines, 1)))
    assert good == [True, False, True]
    assert [each.partition(" with ")[0] for each in flaws] == ["expected bytes"]


def test_a_game_that_was_taken_out_is_missed(archive: Path, tmp_path: Path) -> None:
    good, flaws = judged(
        changed(archive, tmp_path / "a", lambda lines: lines[: first_of(lines, 1)] + lines[first_of(lines, 2) :])
    )
    assert good == [True, True]
    assert flaws[0] == "expected 3 games, as the last line says; found 2"


def test_a_new_last_line_is_not_signed(archive: Path, signer: Signer, tmp_path: Path) -> None:
    """Whoever takes a game out and counts again does not have the key."""

    def counted_again(lines: list[bytes]) -> list[bytes]:
        kept = lines[: first_of(lines, 2)]
        last = json.loads(lines[-1]) | {"games": 2, "sha256": sha256(b"".join(x + b"\n" for x in kept)).hexdigest()}
        return [*kept, json.dumps(last, sort_keys=True, separators=(",", ":")).encode()]

    good, flaws = judged(changed(archive, tmp_path / "a", counted_again))
    assert good == [True, True]
    assert flaws == [f"the signature was not made by key {signer.key_id}"]


def test_an_unsigned_archive_is_valid_unless_keys_are_given(signer: Signer, tmp_path: Path) -> None:
    path = archive_of(tmp_path / "games.ndjson.zst", None, PLAYED)
    assert judged(path) == ([True] * 3, [])
    assert judged(path, keys_of(signer.published())) == ([False] * 3, ["it is not signed"])


def test_a_signature_that_was_taken_off_an_archive_is_missed(archive: Path, tmp_path: Path) -> None:
    def unsigned(lines: list[bytes]) -> list[bytes]:
        last = {name: told for name, told in json.loads(lines[-1]).items() if name not in ("key", "signature")}
        return [*lines[:-1], json.dumps(last, sort_keys=True, separators=(",", ":")).encode()]

    message = "the key or the signature is missing or malformed"
    assert judged(changed(archive, tmp_path / "a", unsigned)) == ([True] * 3, [message])


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.99])
def test_an_archive_that_is_cut_off_is_said_to_be(archive: Path, tmp_path: Path, share: float) -> None:
    """Also in the middle of what is packed."""
    path, whole = tmp_path / "cut", archive.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    try:
        _, flaws = judged(path)
    except NotReadable:
        return
    assert flaws == ["the last line, which says how many games there are, is missing: the file is cut off"]


def test_a_bundle_without_its_end_is_cut_off_and_the_next_is_not(archive: Path, tmp_path: Path) -> None:
    good, flaws = judged(
        changed(archive, tmp_path / "a", lambda lines: lines[: first_of(lines, 1) - 1] + lines[first_of(lines, 1) :])
    )
    assert good == [False, True, True]
    assert flaws


def test_lines_of_no_game_are_not_passed_over(archive: Path, tmp_path: Path) -> None:
    more = b'{"envelope":{}}'
    _, flaws = judged(changed(archive, tmp_path / "a", lambda lines: [lines[0], more, *lines[1:]]))
    assert "1 lines belong to no game" in flaws
    _, flaws = judged(changed(archive, tmp_path / "b", lambda lines: [*lines, more]))
    assert flaws == ["1 lines follow the last line of the archive"]


def test_an_archive_of_another_server_is_found_by_its_keys(archive: Path) -> None:
    good, flaws = judged(archive, keys_of(STRANGER.published()))
    assert good == [False] * 3
    assert len(flaws) == 1
    assert "is not among the given keys" in flaws[0]


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few bytes may unpack to more than there is memory."""
    monkeypatch.setattr("kontor.service.audit.archive.LONGEST", 1024)
    path = tmp_path / "bomb"
    path.write_bytes(zstandard.ZstdCompressor().compress(b"x" * 10_000_000))
    with pytest.raises(NotReadable, match="The file has a line longer"):
        judged(path)


@pytest.mark.parametrize(
    ("text", "most", "message"),
    [
        (b"\n" * 900_000, {}, "The file has an empty line"),
        (b'{"envelope":{}}\n\n{"envelope":{}}\n', {}, "The file has an empty line"),
        (b'{"envelope":{}}\n' * 11, {"MOST_LINES": 10}, "The file has a game of more than 10 lines"),
        (b'{"envelope":{}}\n' * 70_000, {"MOST_BYTES": 1024**2}, "The file has a game of more than 1 MiB"),
    ],
    ids=["empty lines", "one empty line", "many lines", "many bytes"],
)
def test_a_game_has_so_many_lines_and_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, most: dict[str, int], message: str
) -> None:
    """Two megabytes of packed empty lines took gigabytes of memory."""
    for name, limit in most.items():
        monkeypatch.setattr(f"kontor.service.audit.bundle.{name}", limit)
    path = tmp_path / "bomb"
    path.write_bytes(gzip.compress(text))
    with pytest.raises(NotReadable, match=message):
        judged(path)
    with pytest.raises(NotReadable):
        read_bundle(path.read_bytes())


def test_a_game_of_an_archive_has_so_many_lines(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontor.service.audit.bundle.MOST_LINES", 10)
    with pytest.raises(NotReadable, match="The file has a game of more than 10 lines"):
        judged(archive)


@pytest.mark.parametrize("text", [b"", b"Dear auditor\n", b"\x28\xb5\x2f\xfd rubbish", b"\x1f\x8b rubbish"])
def test_a_file_without_games_is_not_an_archive(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "letter"
    path.write_bytes(text)
    with pytest.raises(NotReadable):
        judged(path)
