"""The log on a real database: what is appended, by how many writers, and what is served of it."""

import base64
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import add_key, make_keys, read_keys
from kontor.service.store import tlog
from kontor.service.store.append_values import Alongside
from kontor.service.store.events import hash_at
from kontor.service.store.store import Store
from kontor.service.store.tlog import Leaf
from kontor.service.tlog import log, stored_map, tree
from kontor.service.tlog import served as served_log
from kontor.service.tlog.histories import GameHistory, game_entry, map_entry
from kontor.service.tlog.leaf import entry_of, extra_of, read_extra
from kontor.service.tlog.log import note_signer
from kontor.service.tlog.notes import BadNote, Checkpoint, NoteSigner
from kontor.service.tlog.proofs import Proof, verify_consistency, verify_inclusion
from kontor.service.tlog.rewrites import find_false_checkpoints, find_missing, find_rewrites
from kontor.service.tlog.served import NoSuchCheckpoint, NotWitnessed, ServedLog, read_witnesses
from kontor.service.tlog.tiles import Tile, bundle, grow_tree, hashes_of, nodes
from tests.support.rewriting import sign_stored_tree, superuser_of
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint
from tests.support.stored_games import RUNNING, Standing, appended, stored_game
from tests.support.witnesses import Witness


@pytest.fixture
def signer(settings: Settings) -> NoteSigner:
    return note_signer(read_keys(Path(settings.signing_keys)), "log.example")


@pytest.fixture
def served(own_store: Store, signer: NoteSigner) -> ServedLog:
    return ServedLog(own_store.pool, [], lambda: [signer.key.public])


def newest(served: ServedLog) -> str:
    note = served.checkpoint()
    assert note is not None
    return note


def proof_of(served: ServedLog, game_id: UUID, version: int = 1) -> Proof:
    found = served.proof(game_id, version)
    assert found is not None
    return found


def read_served(served: ServedLog, tile: Tile) -> list[bytes]:
    """A tile as anybody reads it."""
    body = served.tile(tile)
    assert body is not None
    return list(hashes_of(body))


def leaves_of(store: Store) -> list[tuple[UUID, int]]:
    with store.pool.connection() as conn:
        found = tlog.leaves(conn, 0, 10_000)
    return [(leaf.game_id, leaf.version) for leaf in found if isinstance(leaf, Leaf)]


def hash_of(store: Store, game_id: UUID, version: int) -> bytes:
    with store.pool.connection() as conn:
        found = hash_at(conn, game_id, version)
    assert found is not None
    return found


def prove(game: UUID, leaves: list[tuple[int, bytes]], proof: Proof, signer: NoteSigner) -> Checkpoint:
    """Check a proof as a verifier does: these are all leaves of the game."""
    history = GameHistory.read(proof.extra)
    assert (history.game_id, list(history.leaves)) == (game, leaves)
    found = verify_inclusion(map_entry(history.root), proof, proof.checkpoint, signer.key)
    assert proof.index == found.size - 1
    return found


def test_the_bytes_of_an_entry() -> None:
    """Once and for all: SHA-256("kontor/tlog/1\\n" ‖ game ‖ u64 version ‖ head)."""
    entry = entry_of(UUID("018f0000-0000-7000-8000-000000000001"), 7, bytes(range(32)))
    assert entry.hex() == "5f356504d451cb1f9511fefe7bd610010079803c5efcb41c5c08774e838bc62e"


@pytest.mark.parametrize("facts", [(UUID(int=5), 1, bytes(32)), (UUID(int=2**127), 2**53 - 1, b"\xff" * 32)])
def test_a_leaf_has_one_spelling(facts: tuple[UUID, int, bytes]) -> None:
    assert read_extra(extra_of(*facts)) == facts


@pytest.mark.parametrize(
    "extra",
    [
        b"",
        b"[]",
        b"1",
        b'"x"',
        b"{}",
        extra_of(UUID(int=5), 0, bytes(32)),
        extra_of(UUID(int=5), -1, bytes(32)),
        extra_of(UUID(int=5), 1, bytes(32)).replace(b"leaf/1", b"leaf/2"),
        extra_of(UUID(int=5), 1, bytes(32)).replace(b"1}", b'"1"}'),
        extra_of(UUID(int=5), 1, bytes(32)).replace(b"1}", b"true}"),
        extra_of(UUID(int=5), 1, bytes(32)).replace(b"0-", b"0"),
        extra_of(UUID(int=5), 1, bytes(32)) + b" ",
    ],
)
def test_an_invalid_leaf_is_refused(extra: bytes) -> None:
    with pytest.raises(BadNote):
        read_extra(extra)


def test_a_bundle_carries_no_checkpoint_newer_than_its_head(
    own_store: Store, served: ServedLog, signer: NoteSigner
) -> None:
    """A process that is behind the others, or a reader who came before a commit that is signed already."""
    game = stored_game(own_store)
    assert served.carried(game.id, game.head.version) == {}
    sign_checkpoint(own_store.pool, signer)
    older = newest(served)
    made = appended(own_store, game, Alongside(RUNNING))
    sign_checkpoint(own_store.pool, signer)
    carried = served.carried(game.id, game.head.version)
    assert carried["checkpoint"] == older
    early = (game.head.version, game.head.hash)
    prove(game.id, [early], Proof.read(carried["proof"]), signer)
    carried = served.carried(game.id, made.last)
    assert carried["checkpoint"] == newest(served)
    prove(game.id, [early, (made.last, made.records[-1].hash)], Proof.read(carried["proof"]), signer)
    assert served.carried(game.id, 1) == {"checkpoint": newest(served)}


def test_a_head_of_long_ago_is_carried_without_a_proof(
    own_store: Store, served: ServedLog, signer: NoteSigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old maps are not stored: the server has none that ends with this version."""
    monkeypatch.setattr(stored_map, "CHECKPOINTS", 3)
    monkeypatch.setattr(served_log, "LAST_FEW", 2)
    game = stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    leaves = [(game.head.version, game.head.hash)]
    for _ in range(6):
        made = appended(own_store, game, Alongside(RUNNING))
        leaves.append((made.last, made.records[-1].hash))
        sign_checkpoint(own_store.pool, signer)
    for number, (version, _) in enumerate(leaves, 1):
        carried = served.carried(game.id, version)
        assert ("proof" in carried) is (number >= 6)
        if "proof" in carried:
            prove(game.id, leaves[:number], Proof.read(carried["proof"]), signer)
    with own_store.pool.connection() as conn:
        assert conn.execute("SELECT count(*) FROM tlog_map_nodes").fetchall() == [(3,)]


def test_every_changed_game_gets_one_leaf_a_checkpoint(own_store: Store, served: ServedLog, signer: NoteSigner) -> None:
    assert (sign_checkpoint(own_store.pool, signer), served.checkpoint()) == (None, None)
    one, two = stored_game(own_store), stored_game(own_store)
    first = sign_checkpoint(own_store.pool, signer)
    assert first is not None
    assert first.size == 3  # two leaves and the map
    assert leaves_of(own_store) == [(one.id, one.head.version), (two.id, two.head.version)]
    assert sign_checkpoint(own_store.pool, signer) is None
    kept = newest(served)
    appended(own_store, two, Alongside(RUNNING))
    last = appended(own_store, two, Alongside(RUNNING))
    second = sign_checkpoint(own_store.pool, signer)
    assert second is not None
    assert leaves_of(own_store)[2:] == [(two.id, last.last)]
    assert Checkpoint.signed_by(kept, signer.key) == first
    assert Checkpoint.signed_by(newest(served), signer.key) == second


def test_the_position_is_kept_when_more_is_read_than_fits(
    own_store: Store, signer: NoteSigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "BATCH", 2)
    monkeypatch.setattr(log, "BATCHES", 2)
    games = [stored_game(own_store) for _ in range(6)]
    sizes = []
    while (found := sign_checkpoint(own_store.pool, signer)) is not None:
        sizes.append(found.size)
    assert len(sizes) > 1
    assert {game.id for game in games} == {game_id for game_id, _ in leaves_of(own_store)}
    heads = dict(leaves_of(own_store))
    assert all(heads[game.id] == game.head.version for game in games)


def test_of_many_writers_one_writes(own_store: Store, served: ServedLog, signer: NoteSigner) -> None:
    games = [stored_game(own_store) for _ in range(3)]
    done = threading.Event()

    def play(game: Standing) -> int:
        for _ in range(12):
            last = appended(own_store, game, Alongside(RUNNING)).last
        return last

    def sign() -> None:
        while not done.is_set():
            sign_checkpoint(own_store.pool, signer)

    with ThreadPoolExecutor(7) as pool:
        signers = [pool.submit(sign) for _ in range(4)]
        ends = {game.id: playing.result() for game, playing in [(game, pool.submit(play, game)) for game in games]}
        done.set()
        for each in signers:
            each.result()
    sign_checkpoint(own_store.pool, signer)
    leaves = leaves_of(own_store)
    assert len(set(leaves)) == len(leaves)
    assert dict(leaves) == ends
    for game in games:
        versions = [version for game_id, version in leaves if game_id == game.id]
        assert versions == sorted(versions)
    with own_store.pool.connection() as conn:
        for size, note in tlog.notes(conn):
            root = Checkpoint.read(note).root
            assert tree.root(nodes(partial(read_served, served), size), size) == root


def test_a_receipt_is_proven_and_consistency_follows_from_tiles(
    own_store: Store, served: ServedLog, signer: NoteSigner
) -> None:
    game = stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    older = newest(served)
    for _ in range(5):
        stored_game(own_store)
        made = appended(own_store, game, Alongside(RUNNING))
        sign_checkpoint(own_store.pool, signer)
    assert served.proof(game.id, made.last + 1) is None
    proof = Proof.read(str(proof_of(served, game.id, made.last)))
    leaves = [(version, hash_of(own_store, game.id, version)) for of, version in leaves_of(own_store) if of == game.id]
    assert leaves[-1] == (made.last, made.records[-1].hash)
    found = prove(game.id, leaves, proof, signer)
    assert found.size == 17
    path = tree.consistency(nodes(partial(read_served, served), found.size), 2, found.size)
    verify_consistency(older, newest(served), path, signer.key, signer.key)


def test_entries_hash_to_the_tile_and_name_no_game(own_store: Store, served: ServedLog, signer: NoteSigner) -> None:
    games = [stored_game(own_store) for _ in range(3)]
    sign_checkpoint(own_store.pool, signer)
    tile = Tile(0, 0, 4)
    body = served.entries(tile)
    assert body is not None
    entries = [game_entry(each.id, entry_of(each.id, each.head.version, each.head.hash)) for each in games]
    entries.append(body[-33:])
    assert entries[-1][:1] == b"\x02"
    assert body == bundle(entries)
    assert [tree.leaf_hash(entry) for entry in entries] == read_served(served, tile)
    for game in games:
        assert game.id.bytes not in body
        assert game.head.hash not in body
    for beyond in (Tile(0, 0, 5), Tile(0, 0, 256), Tile(0, 1, 1), Tile(0, 2**54 - 1, 256)):
        assert (served.tile(beyond), served.entries(beyond)) == (None, None)
    assert served.tile(Tile(1, 0, 1)) is None  # no tile below is full
    assert len(served.tile(Tile(0, 0, 2)) or b"") == 64


def test_a_full_tile_is_served_and_represents_its_leaves_above(
    own_store: Store, served: ServedLog, signer: NoteSigner
) -> None:
    games = [stored_game(own_store) for _ in range(200)]
    sign_checkpoint(own_store.pool, signer)
    assert served.tile(Tile(0, 0, 256)) is None
    games += [stored_game(own_store) for _ in range(60)]
    sign_checkpoint(own_store.pool, signer)
    full = read_served(served, Tile(0, 0, 256))
    assert read_served(served, Tile(1, 0, 1)) == [tree.perfect_root(full)]
    for game in (games[0], games[199], games[200], games[259]):
        proof = proof_of(served, game.id)
        assert prove(game.id, [(game.head.version, game.head.hash)], proof, signer).size == 262


def test_a_new_key_signs_under_the_same_name(own_store: Store, served: ServedLog, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    make_keys(file)
    first = note_signer(read_keys(file), "")
    stored_game(own_store)
    sign_checkpoint(own_store.pool, first)
    older = newest(served)
    assert first.name == f"kontor/{read_keys(file)[0].id}/v2"
    add_key(file)
    second = note_signer(read_keys(file), "")
    assert (second.name, second.key == first.key) == (first.name, False)
    assert sign_checkpoint(own_store.pool, second, first) is None  # what was signed stays as it is
    assert newest(served) == older
    stored_game(own_store)
    sign_checkpoint(own_store.pool, second, first)
    path = tree.consistency(nodes(partial(read_served, served), 4), 2, 4)
    verify_consistency(older, newest(served), path, first.key, second.key)


# ---------------------------------------------------------------- logs of the older kind


def store_older_log(conn: psycopg.Connection, games: list[Standing], older: NoteSigner) -> None:
    """Write a tree with entries of 32 bytes, as earlier builds did."""
    hashed = []
    for index, game in enumerate(games):
        facts = (game.id, game.head.version, game.head.hash)
        conn.execute("INSERT INTO tlog_leaves (index, game_id, version, head) VALUES (%s, %s, %s, %s)", (index, *facts))
        hashed.append(tree.leaf_hash(entry_of(*facts)))
    tlog.add_hashes(conn, list(grow_tree(lambda tile: [], 0, hashed)))
    sign_stored_tree(conn, older)


def test_an_older_log_continues_under_its_new_name(
    own_store: Store, own_settings: Settings, servers: Servers, served: ServedLog, signer: NoteSigner
) -> None:
    """Its proofs read as before, and its games are in the first map, also if they ended long ago."""
    games = [stored_game(own_store) for _ in range(3)]
    older = NoteSigner("log.example", signer.private)
    with superuser_of(servers, own_settings) as conn:
        store_older_log(conn, games, older)
    kept = newest(served)
    for game in games:
        proof = proof_of(served, game.id)
        facts = (game.id, game.head.version, game.head.hash)
        assert read_extra(proof.extra) == facts
        assert verify_inclusion(entry_of(*facts), proof, kept, older.key).size == 3
    made = appended(own_store, games[1], Alongside(RUNNING))
    assert sign_checkpoint(own_store.pool, signer) is not None
    last = {games[1].id: (made.last, made.records[-1].hash)}
    for game in games:
        leaf = last.get(game.id, (game.head.version, game.head.hash))
        assert prove(game.id, [leaf], proof_of(served, game.id), signer).size == 7
    path = tree.consistency(nodes(partial(read_served, served), 7), 3, 7)
    tree.require_consistency(3, Checkpoint.read(kept).root, 7, Checkpoint.read(newest(served)).root, path)
    assert [*find_missing(own_store), *find_rewrites(own_store)] == []
    assert list(find_false_checkpoints(own_store, [signer.key.public])) == []
    assert sign_checkpoint(own_store.pool, signer) is None


def test_a_checkpoint_that_is_missing_from_an_older_log_is_found(
    own_store: Store, own_settings: Settings, servers: Servers, signer: NoteSigner
) -> None:
    """A tree without maps shows this only if a game has two leaves."""
    game, other = stored_game(own_store), stored_game(own_store)
    with superuser_of(servers, own_settings) as conn:
        store_older_log(conn, [game, other, game], NoteSigner("log.example", signer.private))
    missing = f"a checkpoint is missing between the sizes 0 and 3: game {game.id} has two leaves"
    assert list(find_missing(own_store)) == [missing]


# ---------------------------------------------------------------- witnesses


def test_a_cosignature_is_kept_and_served(own_store: Store, signer: NoteSigner) -> None:
    one, two = Witness(), Witness("witness.example/w2")
    served = ServedLog(own_store.pool, [one.key, two.key])
    game = stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    note = newest(served)
    with_one = served.add_cosignatures(note + one.line(note))
    assert with_one == note + one.line(note) == newest(served)
    served.add_cosignatures(note + one.line(note, at=1_800_000_000))  # once is enough
    both = served.add_cosignatures(note + two.line(note) + Witness("stranger").line(note))
    assert both == note + one.line(note) + two.line(note) == newest(served)
    proof = proof_of(served, game.id)
    assert proof.checkpoint == both
    assert Checkpoint.signed_by(both, two.key) == Checkpoint.signed_by(both, signer.key)
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    assert "witness" not in newest(served)  # the new one has been seen by nobody yet
    assert served.add_cosignatures(note + one.line(note)) == both


def test_only_witnesses_of_this_log_cosign_its_checkpoints(own_store: Store, signer: NoteSigner) -> None:
    witness = Witness()
    served = ServedLog(own_store.pool, [witness.key])
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    note = newest(served)
    with pytest.raises(NotWitnessed):
        served.add_cosignatures(note + Witness("stranger").line(note))
    with pytest.raises(NotWitnessed):
        served.add_cosignatures(note + Witness(witness.name).line(note))  # the name alone is nothing
    with pytest.raises(BadNote, match="is false"):
        served.add_cosignatures(note + witness.line(note.replace("\n2\n", "\n3\n")))
    forged = note.replace("\n2\n", "\n3\n")
    with pytest.raises(NoSuchCheckpoint):
        served.add_cosignatures(forged + witness.line(forged))
    other_root = note.replace(note.split("\n")[2], base64.b64encode(bytes(32)).decode())
    with pytest.raises(NoSuchCheckpoint):
        served.add_cosignatures(other_root + witness.line(other_root))
    assert newest(served) == note


def test_a_setting_that_names_no_witness_is_refused(signer: NoteSigner) -> None:
    witness = Witness()
    assert read_witnesses([str(witness.key)]) == [witness.key]
    with pytest.raises(BadSetting, match="KONTOR_WITNESSES: 'nonsense' is not a verifier key"):
        read_witnesses(["nonsense"])
    with pytest.raises(BadSetting, match=r"log\.example/v2 is not a witness key"):
        read_witnesses([str(signer.key)])
