"""A superuser rewrites games consistently, chain and heads recomputed, and even the tree: it is found each time."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.store import Store
from kontor.service.tlog import rewrites, tree
from kontor.service.tlog.histories import NO_CHAIN, GameHistory, extend_chain, game_entry, map_entry
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.log import note_signer
from kontor.service.tlog.notes import Checkpoint, NoteSigner
from kontor.service.tlog.proofs import verify_inclusion
from kontor.service.tlog.rewrites import find_false_checkpoints, find_missing, find_rewrites
from kontor.service.tlog.served import ServedLog
from kontor.service.tlog.tree import Unproven
from tests.support.rewriting import rewrite_events, superuser_of
from tests.support.servers import Servers
from tests.support.signing_log import sign_checkpoint
from tests.support.stored_games import RUNNING, SHOWN, appended, head_after, log_of, stored_game


@pytest.fixture
def signer(settings: Settings) -> NoteSigner:
    return note_signer(read_keys(Path(settings.signing_keys)), "log.example/v2")


@pytest.fixture
def superuser(servers: Servers, own_settings: Settings) -> Iterator[psycopg.Connection]:
    with superuser_of(servers, own_settings) as conn:
        yield conn


@pytest.mark.parametrize("status", ["running", "finished"])
def test_a_game_that_was_rewritten_consistently_is_found(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner, status: str
) -> None:
    game, other = stored_game(own_store), stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    shows = RUNNING if status == "running" else Projection("finished", (), SHOWN)
    made = appended(own_store, game, Alongside(shows))
    sign_checkpoint(own_store.pool, signer)
    assert list(find_rewrites(own_store)) == []
    kept = head_after(made)
    new_head = rewrite_events(superuser, game.id, 2)
    stands = own_store.games.head(game.id)
    assert stands is not None
    assert (stands.version, stands.hash) == (made.last, new_head) != (kept.version, kept.hash)
    found = list(find_rewrites(own_store))
    assert [(each.index, each.game_id, each.version) for each in found] == [
        (0, game.id, game.head.version),
        (3, game.id, made.last),
    ]
    assert found[1].head == new_head
    assert list(find_false_checkpoints(own_store, [signer.key.public])) == []
    # and from outside: what a player kept is proven, what the server says now is not
    proof = ServedLog(own_store.pool, []).proof(game.id, made.last)
    assert proof is not None
    history = GameHistory.read(proof.extra)
    assert history.leaves[-1] == (kept.version, kept.hash)
    verify_inclusion(map_entry(history.root), proof, proof.checkpoint, signer.key)
    now = replace(history, leaves=[*history.leaves[:-1], (stands.version, stands.hash)])
    with pytest.raises(Unproven):
        verify_inclusion(map_entry(now.root), proof, proof.checkpoint, signer.key)
    assert other.id not in {each.game_id for each in found}


def test_a_tree_that_was_rewritten_too_contradicts_what_was_signed(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner
) -> None:
    game = stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    head = rewrite_events(superuser, game.id, 1)
    commitment = entry_of(game.id, game.head.version, head)
    leaf, chain = tree.leaf_hash(game_entry(game.id, commitment)), extend_chain(NO_CHAIN, commitment)
    superuser.execute("UPDATE tlog_leaves SET head = %s, chain = %s WHERE index = 0", (head, chain))
    superuser.execute("UPDATE tlog_hashes SET hash = %s WHERE level = 0 AND index = 0", (leaf,))
    assert list(find_rewrites(own_store)) == []
    assert list(find_false_checkpoints(own_store, [signer.key.public])) == [2, 4]
    superuser.execute("UPDATE tlog_checkpoints SET root = %s WHERE size = 2", (leaf,))  # what the note says counts
    assert list(find_false_checkpoints(own_store, [signer.key.public])) == [2, 4]
    note = Checkpoint("nobody", 2, leaf).text
    superuser.execute("UPDATE tlog_checkpoints SET note = %s WHERE size = 2", (f"{note}\n— nobody AAAAAAAA\n",))
    assert list(find_false_checkpoints(own_store, [signer.key.public])) == [2, 4]  # nobody can sign for us


def test_games_and_leaves_that_are_gone_are_found(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewrites, "GAMES", 2)
    games = [stored_game(own_store) for _ in range(5)]
    sign_checkpoint(own_store.pool, signer)
    assert list(find_rewrites(own_store)) == []
    gone, cut, holed = games[0], games[2], games[4]
    superuser.execute("DELETE FROM events WHERE game_id = %s", (gone.id,))
    superuser.execute("DELETE FROM events WHERE game_id = %s AND version = %s", (cut.id, cut.head.version))
    superuser.execute("DELETE FROM events WHERE game_id = %s AND version = 1", (holed.id,))
    assert log_of(own_store, holed.id)
    found = {each.game_id: each.head for each in find_rewrites(own_store)}
    assert found == {gone.id: None, cut.id: None, holed.id: None}
    superuser.execute("DELETE FROM tlog_hashes WHERE level = 0 AND index >= 3")
    assert list(find_false_checkpoints(own_store, [signer.key.public])) == [6]


def test_checkpoints_that_are_gone_are_found_at_the_beginning_and_in_between(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner
) -> None:
    game = stored_game(own_store)
    for _ in range(4):
        sign_checkpoint(own_store.pool, signer)
        appended(own_store, game, Alongside(RUNNING))
    sign_checkpoint(own_store.pool, signer)
    assert list(find_missing(own_store)) == []
    superuser.execute("DELETE FROM tlog_checkpoints WHERE size IN (2, 6)")
    gone = [f"the checkpoint of size {size} is missing: leaf {size - 1} is a map of games" for size in (2, 6)]
    assert list(find_missing(own_store)) == gone
    superuser.execute("DELETE FROM tlog_checkpoints WHERE size = 10")
    assert list(find_missing(own_store)) == [
        *gone,
        "no checkpoint contains leaf 8 and later ones: the newest checkpoints are missing",
    ]
    superuser.execute("DELETE FROM tlog_checkpoints")
    assert len(list(find_missing(own_store))) == 1


def test_a_deleted_checkpoint_is_found_also_if_no_game_has_two_leaves(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner
) -> None:
    for _ in range(3):
        stored_game(own_store)
        sign_checkpoint(own_store.pool, signer)
    superuser.execute("DELETE FROM tlog_checkpoints WHERE size = 4")
    assert list(find_missing(own_store)) == ["the checkpoint of size 4 is missing: leaf 3 is a map of games"]


def test_a_map_that_does_not_follow_from_its_leaves_is_found(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner
) -> None:
    """An operator with the key can sign a tree with such a map."""
    for _ in range(2):
        stored_game(own_store)
        sign_checkpoint(own_store.pool, signer)
    assert list(find_missing(own_store)) == []
    root = bytes(range(32))
    superuser.execute("UPDATE tlog_maps SET root = %s WHERE index = 1", (root,))
    hashed = tree.leaf_hash(map_entry(root))
    superuser.execute("UPDATE tlog_hashes SET hash = %s WHERE level = 0 AND index = 1", (hashed,))
    assert list(find_missing(own_store)) == ["Leaf 1 is a map of games that does not follow from the leaves before it"]


def test_a_leaf_whose_row_is_gone_or_another_is_found(
    own_store: Store, superuser: psycopg.Connection, signer: NoteSigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewrites, "LEAVES", 2)
    for _ in range(5):
        stored_game(own_store)
    sign_checkpoint(own_store.pool, signer)
    superuser.execute("DELETE FROM tlog_leaves WHERE index = 1")
    superuser.execute("UPDATE tlog_leaves SET head = sha256(head) WHERE index = 3")
    assert [each.partition(" is missing")[0] for each in find_missing(own_store)] == ["leaf 1", "leaf 3"]
