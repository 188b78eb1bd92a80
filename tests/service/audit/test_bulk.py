"""The way of games from one server to another: export, verify, import, and back out again, with what they came with."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.signatures import keys_of
from kontor.service.audit.stored_game import check_stored_game
from kontor.service.http.app import create_app
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys, read_keys
from kontor.service.signing.receipts import Signer
from kontor.service.store.pool import connection, open_pool
from kontor.service.store.store import Store
from kontor.service.tlog.notes import NoteSigner
from tests.games.recording import FOLDER, Recording
from tests.support.archives import exported, plain, put
from tests.support.callers import Caller, auditing, opened, problem
from tests.support.commands import call
from tests.support.served_games import of_recording
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint

SHIPPED = Settings().rulesets
GAMES = ("hansa/britannia-3-3-seats-cities.json", "merchants/merchants-short-3-seats-start-fixed-won.json")


@dataclass(frozen=True)
class Moved:
    """Games that were exported from one server and imported into another."""

    here: Settings
    archive: Path
    keys: Path
    games: list[UUID]
    output: str

    @property
    def env(self) -> dict[str, str]:
        return dict(self.here.environment())


@pytest.fixture(scope="module")
def moved(servers: Servers, settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Moved:
    folder = tmp_path_factory.mktemp("bulk")
    there, here = (_server(servers, settings, folder / name) for name in ("there", "here"))
    with open_pool(there.database_url, 2) as pool:
        games = [put(Store(pool), of_recording(Recording.load(FOLDER / each)), "private") for each in GAMES]
    archive, keys = exported(there, folder / "games.ndjson.zst"), folder / "keys.json"
    keys.write_text(json.dumps({"keys": Signer(read_keys(Path(there.signing_keys))).published()}))
    result = call("import", str(archive), "--keys", str(keys), env=dict(here.environment()))
    assert result.exit_code == 0, result.output
    return Moved(here, archive, keys, games, result.output)


def _server(servers: Servers, settings: Settings, folder: Path) -> Settings:
    """A server with a database, a key and limits of its own."""
    folder.mkdir()
    make_keys(folder / "signing-keys.json")
    name = servers.database()
    urls = {"database_url": servers.app_url(name), "migrate_url": servers.owner_url(name)}
    free = {"limit_accounts": 0, "limit_reads": 0}
    return replace(
        settings,
        **urls,
        **free,
        rulesets=SHIPPED,
        signing_keys=str(folder / "signing-keys.json"),  # type: ignore[arg-type]
    )


@pytest.fixture(scope="module")
def reader(moved: Moved) -> Iterator[Caller]:
    """Somebody without a key, at the server that imported them."""
    app = create_app(moved.here)
    yield Caller(app)
    app.extensions["kontor"].pool.close()


def bundles(archive: Path) -> dict[str, bytes]:
    """The bundles of an archive, by game."""
    found: dict[str, bytes] = {}
    game = ""
    for line in plain(archive)[1:-1]:
        if line.startswith(b'{"for":') or b'"made_at":' in line[:4000]:
            game = json.loads(line)["game"]
        found[game] = found.get(game, b"") + line + b"\n"
    return found


def test_an_archive_says_what_it_is_and_how_much(moved: Moved) -> None:
    first, *_, last = map(json.loads, plain(moved.archive))
    assert (first["format"], last["format"]) == ("kontor-archive/1", "kontor-archive/1")
    assert last["games"] == len(moved.games)
    assert set(bundles(moved.archive)) == {str(each) for each in moved.games}


def test_every_game_of_an_archive_is_verified(moved: Moved) -> None:
    result = call("audit", "verify", str(moved.archive), "--keys", str(moved.keys), env=moved.env)
    assert result.exit_code == 0, result.output
    assert result.output.count(": good: ") == 2
    assert f"{moved.archive}: complete: 2 games" in result.output
    told = call("audit", "verify", "--json", str(moved.archive), env=moved.env)
    *games, whole = map(json.loads, told.output.splitlines())
    assert [each["good"] for each in (*games, whole)] == [True] * 3
    assert whole["games"] == 2


def test_the_bundle_of_an_imported_game_is_the_one_that_came(moved: Moved, reader: Caller) -> None:
    keys = keys_of(json.loads(moved.keys.read_text())["keys"])
    registry = Registry.load(SHIPPED)
    for game, text in bundles(moved.archive).items():
        answer = reader.get(f"/v1/games/{game}/audit")
        assert answer.data == text
        outcome = check_bundle(read_bundle(answer.data), registry, keys)
        assert (outcome.findings, outcome.unchecked) == ((), ())
        assert outcome.decided == outcome.version


def test_nothing_is_signed_about_an_imported_game(moved: Moved, reader: Caller) -> None:
    pool = reader.app.extensions["kontor"].pool
    assert sign_checkpoint(pool, NoteSigner("log.example/v2", Ed25519PrivateKey.generate())) is None
    for game in moved.games:
        problem(reader.get(f"/v1/games/{game}/head"), 409, "imported")
        problem(reader.get(f"/v1/games/{game}/proof"), 409, "imported")
    ours = reader.get("/.well-known/kontor-keys.json").json["keys"][0]["id"]
    assert all(ours not in reader.get(f"/v1/games/{game}/audit").text for game in moved.games)


def test_an_imported_game_is_marked_and_can_be_read_and_not_played(moved: Moved, reader: Caller) -> None:
    anna = opened(reader.app)
    for game in moved.games:
        address = f"/v1/games/{game}"
        summary = reader.get(address).json
        assert summary["imported"] is True
        assert (summary["status"], summary["visibility"]) == ("finished", "unlisted")
        assert reader.get(f"{address}/state").status_code == 200
        assert reader.get(f"{address}/score").status_code == 200
        assert reader.get(f"{address}/events").status_code == 200
        for call_, body in (("commands", {"type": "end_turn"}), ("seats/1/join", None), ("abort", {"reason": "x"})):
            assert anna.post(f"{address}/{call_}", body).status_code in (403, 409, 400)
        assert reader.get(address).json["version"] == summary["version"]
    assert reader.get("/v1/games").json["items"] == []


def test_an_imported_game_passes_the_audit_of_the_database(moved: Moved, reader: Caller) -> None:
    registry = Registry.load(SHIPPED)
    with connection(reader.app.extensions["kontor"].pool) as conn:
        for game in moved.games:
            outcome = check_stored_game(conn, game, registry)
            assert outcome is not None
            assert outcome.findings == ()
            assert outcome.decided == outcome.version


def test_the_audit_of_a_database_with_imported_games_finds_nothing(moved: Moved) -> None:
    result = call("audit", "db", "--jobs", "1", env=moved.env)
    assert result.exit_code == 0, result.output


def test_auditors_find_imported_games_in_the_order_they_came(moved: Moved, reader: Caller) -> None:
    auditor = auditing(reader.app, opened(reader.app, "Auditor"))
    assert auditor.get("/v1/audit/games").json["items"] == []
    first = auditor.get("/v1/audit/games?imported=true&limit=1").json
    rest = auditor.get(first["next"]).json
    assert [each["id"] for each in (*first["items"], *rest["items"])] == [
        line.split(": game ")[1].partition(":")[0] for line in moved.output.splitlines()
    ]


def test_imported_games_are_exported_again_as_they_came(moved: Moved, tmp_path: Path) -> None:
    again = exported(moved.here, tmp_path / "again.ndjson.zst", "--imported")
    assert bundles(again) == bundles(moved.archive)
    none = exported(moved.here, tmp_path / "none.ndjson.zst")
    assert json.loads(plain(none)[-1])["games"] == 0


def test_a_known_game_is_reported_as_known(moved: Moved) -> None:
    result = call("import", str(moved.archive), env=moved.env)
    assert result.exit_code == 0, result.output
    assert result.output.count("already stored, with the same events") == 2


def test_a_replay_measures_and_finds_no_difference(moved: Moved) -> None:
    result = call("audit", "replay", str(moved.archive), env=moved.env)
    assert result.exit_code == 0, result.output
    events = sum(json.loads(text.splitlines()[0])["version"] for text in bundles(moved.archive).values())
    assert f"2 games, {events} events replayed in " in result.output
    assert result.output.endswith("events/s; 0 differences\n")
    told: list[Any] = [
        json.loads(line)
        for line in call("audit", "replay", "--json", str(moved.archive), env=moved.env).output.splitlines()
    ]
    assert told[-1]["events"] == sum(each["events"] for each in told[:-1]) == events
    assert told[-1]["events_per_second"] > 0
