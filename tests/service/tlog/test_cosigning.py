"""The log asks its witnesses: each new checkpoint gets a cosignature, from any state of the witness, and a fork gets
none."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import BadSetting, Settings
from kontor.service.store.append_values import Alongside
from kontor.service.store.store import Store
from kontor.service.tlog.cosigning import ForkReported, ListedWitness, NotCosigned, cosign_newest, read_listed
from kontor.service.tlog.monitor import Contradiction, Monitor
from kontor.service.tlog.notes import Checkpoint, NoteSigner
from kontor.service.tlog.remote_log import RemoteLog
from kontor.service.tlog.served import ServedLog
from tests.support.rewriting import rewrite_events, rewrite_tree, sign_stored_tree, superuser_of
from tests.support.running_witness import running_witness
from tests.support.served_logs import served_app
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint
from tests.support.stored_games import RUNNING, appended, stored_game
from tests.support.witnesses import Witness


@pytest.fixture
def signer() -> NoteSigner:
    return NoteSigner("log.example/v2", Ed25519PrivateKey.generate())


@pytest.fixture
def witness(tmp_path: Path, signer: NoteSigner) -> Iterator[ListedWitness]:
    with running_witness(tmp_path / "w.json", [signer.key]) as listed:
        yield read_listed([listed])[0]


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client() as client:
        yield client


def test_each_checkpoint_is_cosigned_once(
    own_store: Store, signer: NoteSigner, witness: ListedWitness, client: httpx.Client
) -> None:
    served = ServedLog(own_store.pool, [])
    assert cosign_newest(own_store.pool, witness, client) is None
    game = stored_game(own_store)
    for size in (2, 4, 6):
        sign_checkpoint(own_store.pool, signer)
        assert cosign_newest(own_store.pool, witness, client) == size
        assert cosign_newest(own_store.pool, witness, client) is None
        note = served.checkpoint() or ""
        assert Checkpoint.signed_by(note, witness.key) == Checkpoint.signed_by(note, signer.key)
        appended(own_store, game, Alongside(RUNNING))


def test_a_witness_that_knows_more_than_the_database_is_asked_from_there(
    own_store: Store,
    signer: NoteSigner,
    witness: ListedWitness,
    client: httpx.Client,
    servers: Servers,
    own_settings: Settings,
) -> None:
    for _ in range(3):
        stored_game(own_store)
        sign_checkpoint(own_store.pool, signer)
    assert cosign_newest(own_store.pool, witness, client) == 6
    with superuser_of(servers, own_settings) as conn:
        conn.execute("ALTER TABLE tlog_cosignatures DISABLE TRIGGER append_only")
        conn.execute("DELETE FROM tlog_cosignatures")
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    assert cosign_newest(own_store.pool, witness, client) == 8


def test_heads_and_bundles_carry_the_newest_checkpoint_with_the_most_cosignatures(
    own_store: Store, signer: NoteSigner, witness: ListedWitness, client: httpx.Client
) -> None:
    """A checkpoint that was signed a second ago has none yet."""
    served = ServedLog(own_store.pool, [], lambda: [signer.key.public])
    game = stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    cosign_newest(own_store.pool, witness, client)
    cosigned = served.checkpoint()
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    assert served.checkpoint() != cosigned
    carried = served.carried(game.id, game.head.version)
    assert carried["checkpoint"] == cosigned
    assert carried["proof"] == str(served.proof(game.id, 1))
    later = appended(own_store, game, Alongside(RUNNING))
    sign_checkpoint(own_store.pool, signer)
    assert served.carried(game.id, later.last)["checkpoint"] == served.checkpoint()  # no older one contains it
    cosign_newest(own_store.pool, witness, client)
    assert served.carried(game.id, later.last)["checkpoint"] == served.checkpoint()
    assert served.carried(game.id, game.head.version)["checkpoint"] == cosigned  # no leaf of a later version


@contextmanager
def forked(servers: Servers, settings: Settings, store: Store) -> Iterator[psycopg.Connection]:
    """The operator rewrites the first game of the log, and signs the result with the log's own key."""
    with superuser_of(servers, settings) as conn:
        [(game_id,)] = conn.execute("SELECT game_id FROM tlog_leaves WHERE index = 0").fetchall()
        rewrite_events(conn, game_id, 1)
        rewrite_tree(conn)
        conn.execute("DELETE FROM tlog_checkpoints")
        conn.execute("ALTER TABLE tlog_cosignatures DISABLE TRIGGER append_only")
        conn.execute("DELETE FROM tlog_cosignatures")
        yield conn


@pytest.fixture
def followed(own_settings: Settings) -> Iterator[RemoteLog]:
    """The log of the database, as a monitor reads it from the API."""
    app = create_app(own_settings)
    with served_app(app) as url, httpx.Client(base_url=url) as client:
        yield RemoteLog(client)
    context: Context = app.extensions[NAME]
    context.pool.close()


@pytest.mark.parametrize("more", [False, True], ids=["the same size", "a larger tree"])
def test_a_forked_log_gets_no_cosignature_and_a_monitor_finds_it(
    own_store: Store,
    signer: NoteSigner,
    witness: ListedWitness,
    client: httpx.Client,
    servers: Servers,
    own_settings: Settings,
    followed: RemoteLog,
    tmp_path: Path,
    more: bool,
) -> None:
    for _ in range(3):
        stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    cosign_newest(own_store.pool, witness, client)
    with Monitor(tmp_path / "monitor", [signer.key]) as monitor:
        assert monitor.step(followed).new == 4
    with forked(servers, own_settings, own_store) as conn:
        sign_stored_tree(conn, signer)
    if more:
        stored_game(own_store)
        assert sign_checkpoint(own_store.pool, signer) is not None  # a worker without a note does not know better
    with pytest.raises(ForkReported, match="does not continue the 4 leaves that the witness has cosigned"):
        cosign_newest(own_store.pool, witness, client)
    assert "witness" not in (ServedLog(own_store.pool, []).checkpoint() or "")
    with Monitor(tmp_path / "monitor", [signer.key]) as monitor, pytest.raises(Contradiction) as found:
        monitor.step(followed)
    assert str(found.value).startswith("Fork: the entries do not lead from the 4 known leaves")
    known, fork = (Checkpoint.signed_by(note, signer.key) for note in found.value.notes)
    assert known.size == 4
    assert fork.size > 4 if more else fork.root != known.root


def test_a_log_that_was_taken_back_gets_no_cosignature(
    own_store: Store,
    signer: NoteSigner,
    witness: ListedWitness,
    client: httpx.Client,
    servers: Servers,
    own_settings: Settings,
) -> None:
    for _ in range(2):
        stored_game(own_store)
        sign_checkpoint(own_store.pool, signer)
    cosign_newest(own_store.pool, witness, client)
    with superuser_of(servers, own_settings) as conn:
        conn.execute("DELETE FROM tlog_checkpoints WHERE size = 4")
        conn.execute("ALTER TABLE tlog_cosignatures DISABLE TRIGGER append_only")
        conn.execute("DELETE FROM tlog_cosignatures")
    with pytest.raises(NotCosigned, match="has cosigned a tree of 4 leaves, but the newest checkpoint here has 2"):
        cosign_newest(own_store.pool, witness, client)


def test_a_witness_that_does_not_know_the_log_says_so(
    own_store: Store, signer: NoteSigner, client: httpx.Client, tmp_path: Path
) -> None:
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    with (
        running_witness(tmp_path / "w.json", []) as listed,
        pytest.raises(NotCosigned, match="does not know this log or the key of this log"),
    ):
        cosign_newest(own_store.pool, read_listed([listed])[0], client)


@contextmanager
def answering(status: int, body: bytes, kind: str = "text/plain") -> Iterator[str]:
    """A witness that answers everything with the same."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def test_an_invalid_cosignature_is_not_stored(own_store: Store, signer: NoteSigner, client: httpx.Client) -> None:
    witness, stranger = Witness(), Witness("stranger")
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    note = ServedLog(own_store.pool, []).checkpoint() or ""
    for status, body, reason in (
        (200, b"", "is invalid|no cosignature"),
        (200, b"nonsense\n", "is invalid"),
        (200, stranger.line(note).encode(), "no cosignature"),
        (200, witness.line(note.replace("\n2\n", "\n3\n")).encode(), "is false"),
        (200, b"x" * 20_000, "more than 16 KiB"),
        (500, b"", "status 500"),
        (302, b"", "status 302"),
        (409, b"2\n", "status 409"),
    ):
        with answering(status, body) as url, pytest.raises(NotCosigned, match=reason):
            cosign_newest(own_store.pool, ListedWitness(witness.key, url), client)
    with pytest.raises(NotCosigned, match="cannot be reached"):
        cosign_newest(own_store.pool, ListedWitness(witness.key, url), client)
    assert ServedLog(own_store.pool, []).checkpoint() == note
    with answering(200, (stranger.line(note) + witness.line(note)).encode()) as url:
        assert cosign_newest(own_store.pool, ListedWitness(witness.key, url), client) == 2
    assert ServedLog(own_store.pool, []).checkpoint() == note + witness.line(note)


def test_the_setting_lists_keys_and_addresses() -> None:
    one, two = Witness(), Witness("witness.example/w2")
    assert read_listed([f"{one.key} https://w1.example/", str(two.key)]) == [
        ListedWitness(one.key, "https://w1.example"),
        ListedWitness(two.key, ""),
    ]
    with pytest.raises(BadSetting, match=r"the address of witness\.example/w1 must begin with https://"):
        read_listed([f"{one.key} ftp://w1.example"])
