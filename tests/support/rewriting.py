"""A superuser who rewrites a game in the database without a contradiction: events, chain, digests, seals, commands,
head and stored answers all match. The transparency log matches too, except for signatures."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID

import psycopg

from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.seals import GENESIS, chain_hash
from kontor.service.settings import Settings
from kontor.service.signing.receipt_formats import FIELDS, LABEL
from kontor.service.signing.receipts import Signer
from kontor.service.store import tlog
from kontor.service.store.events import read_page
from kontor.service.store.tlog import Leaf
from kontor.service.store.tlog_maps import MapLeaf, add_map_nodes
from kontor.service.tlog import tree
from kontor.service.tlog.histories import NO_CHAIN, tag_of
from kontor.service.tlog.histories import extend_chain as next_chain
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import Checkpoint, NoteSigner
from kontor.service.tlog.prefix_map import Change, Node, update
from kontor.service.tlog.stored_tree import entry_of_row, nodes_of
from kontor.service.tlog.tiles import grow_tree
from tests.support.forging import rewritten
from tests.support.servers import Servers

GUARDED = ("events", "sealed", "commits")
LOG = ("events", *(f"events_{n}" for n in range(16)), "tlog_leaves", "tlog_maps", "tlog_hashes", "tlog_checkpoints")


@contextmanager
def superuser_of(servers: Servers, settings: Settings) -> Iterator[psycopg.Connection]:
    """Connect to the database of a test as a superuser, with the triggers off that guard the log."""
    database = settings.database_url.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(servers.super_url(database), autocommit=True) as conn:
        for table in LOG:
            conn.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only".encode())
        yield conn


def rewrite_events(conn: psycopg.Connection, game_id: UUID, version: int) -> bytes:
    """Change the time of an event, recompute every hash after it and the head, and return the new head."""
    rows = conn.execute("SELECT version, envelope FROM events WHERE game_id = %s ORDER BY version", (game_id,))
    head = GENESIS
    for at, text in rows.fetchall():
        envelope = json.loads(text)
        if at == version:
            envelope["at"] = "2001-01-01T00:00:00.000Z"
        text = canonical_text(envelope)
        head = chain_hash(head, text.encode())
        conn.execute(
            "UPDATE events SET envelope = %s, hash = %s WHERE game_id = %s AND version = %s", (text, head, game_id, at)
        )
    conn.execute("UPDATE games SET head = %s WHERE game_id = %s", (head, game_id))
    return head


def rewrite_tree(conn: psycopg.Connection) -> None:
    """Make all leaves match the events as they are now, and all stored hashes match the leaves."""
    conn.execute(
        "UPDATE tlog_leaves AS l SET head = e.hash FROM events AS e "
        "WHERE e.game_id = l.game_id AND e.version = l.version"
    )
    hashed = [tree.leaf_hash(entry_of_row(leaf)) for leaf in _with_maps(conn)]
    conn.execute("DELETE FROM tlog_hashes")
    for each in grow_tree(lambda tile: [], 0, hashed):
        conn.execute("INSERT INTO tlog_hashes (level, index, hash) VALUES (%s, %s, %s)", each)


def sign_stored_tree(conn: psycopg.Connection, signer: NoteSigner) -> None:
    """Add a checkpoint of all stored hashes, as an operator who has the key can do."""
    [(size,)] = conn.execute("SELECT count(*) FROM tlog_hashes WHERE level = 0").fetchall()
    found = Checkpoint(signer.name, size, stored_root(conn, size))
    conn.execute(
        "INSERT INTO tlog_checkpoints (size, root, note, epoch, txid, game_id, version) "
        "SELECT %s, %s, %s, epoch, txid::text::bigint, game_id, last FROM commits ORDER BY txid DESC LIMIT 1",
        (found.size, found.root, str(signer.signed(found.text))),
    )


def stored_root(conn: psycopg.Connection, size: int) -> bytes:
    """Return the root of a tree whose hashes are in the database."""
    return tree.root(nodes_of(conn, size), size)


def _with_maps(conn: psycopg.Connection) -> list[Leaf | MapLeaf]:
    """Make all chains and maps match the leaves, and return all leaves of the tree."""
    conn.execute("DELETE FROM tlog_map_nodes")
    chains: dict[UUID, bytes] = {}
    nodes: dict[str, Node] = {}
    changes: dict[bytes, Change] = {}
    for leaf in tlog.leaves(conn, 0, 1_000_000):
        if isinstance(leaf, Leaf):
            old = chains.get(leaf.game_id)
            chain = next_chain(old or NO_CHAIN, entry_of(leaf.game_id, leaf.version, leaf.head))
            chains[leaf.game_id], changes[tag_of(leaf.game_id)] = chain, Change(old, chain)
            conn.execute("UPDATE tlog_leaves SET chain = %s WHERE index = %s", (chain, leaf.index))
            continue
        made = update(partial(_known, nodes), changes)
        nodes |= made.nodes
        changes = {}
        conn.execute("UPDATE tlog_maps SET root = %s WHERE index = %s", (made.root, leaf.index))
        rows = [(name, node.hash, node.tag) for name, node in made.nodes.items()]
        add_map_nodes(conn, leaf.index + 1, rows, 1_000_000)
    return list(tlog.leaves(conn, 0, 1_000_000))


def _known(nodes: Mapping[str, Node], names: Sequence[str]) -> Mapping[str, Node]:
    return {name: nodes[name] for name in names if name in nodes}


def rewritten_in_place(
    url: str, game_id: UUID, forge: Callable[[list[Any]], object], signer: Signer | None = None
) -> bytes:
    """Rewrite a game in the database as `forge` changes its lines, and return the new head. With a `signer`, also sign
    the receipts in stored answers again."""
    with psycopg.connect(url) as conn:
        for table in GUARDED:
            conn.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only".encode())
        logged = read_page(conn, game_id, 0, 1_000_000)
        lines = json.loads(json.dumps([line(each.record, (), True, each.cause) for each in logged]))
        forge(lines)
        made = rewritten(lines)
        for each in made:
            _write(conn, game_id, each)
        head = bytes.fromhex(made[-1]["hash"])
        conn.execute("UPDATE games SET head = %s WHERE game_id = %s", (head, game_id))
        _rewrite_answers(conn, game_id, {each["version"]: each for each in made}, signer)
        for table in GUARDED:
            conn.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only".encode())
    return head


def _write(conn: psycopg.Connection, game_id: UUID, made: dict[str, Any]) -> None:
    at = (game_id, made["version"])
    conn.execute(
        "UPDATE events SET envelope = %s, hash = %s WHERE game_id = %s AND version = %s",
        (canonical_text(made["envelope"]), bytes.fromhex(made["hash"]), *at),
    )
    for part in made["parts"]:
        conn.execute(
            "UPDATE sealed SET value = %s WHERE game_id = %s AND version = %s AND part = %s",
            (canonical_text(part["value"]), *at, part["part"]),
        )
    if "command" in made:
        body = canonical_text(made["command"]["body"])
        conn.execute("UPDATE commits SET body = %s WHERE game_id = %s AND first = %s", (body, *at))


def _rewrite_answers(conn: psycopg.Connection, game_id: UUID, made: dict[int, Any], signer: Signer | None) -> None:
    kept = conn.execute("SELECT scope, key, body FROM answers WHERE game_id = %s", (game_id,)).fetchall()
    for scope, key, text in kept:
        body = json.loads(text)
        for told in body.get("events", ()):
            fresh = made[told["version"]]
            told |= {"envelope": fresh["envelope"], "hash": fresh["hash"]}
        last = made[body["version"]]
        if "head" in body:
            body["head"] = last["hash"]
        if "receipt" in body:
            body["receipt"] |= {"hash": last["hash"], "at": last["envelope"]["at"]}
            if signer is not None:
                told = {name: body["receipt"][name] for name in FIELDS}
                body["receipt"]["signature"] = signer.sign(LABEL, told)
        conn.execute("UPDATE answers SET body = %s WHERE scope = %s AND key = %s", (json.dumps(body), scope, key))
