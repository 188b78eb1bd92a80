"""Bundles under checkpoints of a log whose games have one history each: its name ends with /v2. Among the forgeries are
two histories of one game under one checkpoint. Everything is as in bundles.json."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.service.signing.receipts import Signer
from kontor.service.tlog import tree
from kontor.service.tlog.histories import GameHistory, game_entry
from kontor.service.tlog.leaf import Facts, entry_of, extra_of
from kontor.service.tlog.notes import NoteSigner
from tests.support.forging import rewritten
from tests.support.game_logs import GameLog
from tests.support.playing import Played
from tests.vectors.bundles import NEW, OLD, ORIGIN, Case, Kept, Line

OTHERS = [UUID(int=n) for n in range(1, 6)]
EARLY = 5  # the version of the game's first leaf


def history_files(played: Played[Any, Any, Any]) -> Mapping[str, str]:
    kept = Kept(played, Signer([NEW, OLD]))
    cases = [*_good(kept), *_forged_proofs(kept), *_two_histories(kept), *_kept(kept), *_other_logs(kept)]
    made: Json = {
        "base": "bundle.ndjson",
        "keys": list(kept.signer.published()),
        "cases": [{"unproved": [], **case} for case in cases],
    }
    return {"histories.json": json.dumps(made, ensure_ascii=False, indent=1) + "\n"}


def new_log(origin: str = f"{ORIGIN}/v2") -> GameLog:
    return GameLog(signer=NoteSigner(origin, Ed25519PrivateKey.from_private_bytes(NEW.private)))


def others(seed: int) -> list[Facts]:
    return [(game, seed, sha256(f"{game} {seed}".encode()).digest()) for game in OTHERS]


def first_batch(kept: Kept) -> GameLog:
    return new_log().batch(*others(1), kept.facts(EARLY))


def whole(kept: Kept) -> GameLog:
    """A log with two leaves of the game, the newest of its last version."""
    return first_batch(kept).batch(*others(2)).batch(kept.facts(len(kept.lines)), *others(3)[:2])


def _good(kept: Kept) -> Iterator[Case]:
    log, game, size = whole(kept), kept.played.game.id, len(kept.lines)
    yield kept.case("all leaves of the game are in its history", kept.bundle(kept.lines, log.carried(game)))
    early = first_batch(kept).carried(game)
    yield kept.case("the newest leaf is of an earlier version", kept.bundle(kept.lines, early), logged=EARLY)
    alone = new_log().batch(kept.facts(size))
    yield kept.case("the game is alone in the log", kept.bundle(kept.lines, alone.carried(game)))


def _forged_proofs(kept: Kept) -> Iterator[Case]:
    log, game, size = whole(kept), kept.played.game.id, len(kept.lines)
    history, wrong = log.history(game), {"checkpoint": None}

    def case(name: str, changed: GameHistory | None = None, flaws: JsonObject = wrong, **changes: Any) -> Case:
        return kept.case(name, kept.bundle(kept.lines, log.carried(game, changed, **changes)), flaws)

    (first, head), (last, newest) = history.leaves
    yield case("a leaf is left out", replace(history, leaves=history.leaves[1:]))
    yield case("the newest leaf is left out", replace(history, leaves=history.leaves[:1]))
    yield case("a leaf is added", replace(history, leaves=[(first - 1, head), *history.leaves]))
    yield case("a leaf has another version", replace(history, leaves=[(first - 1, head), (last, newest)]))
    yield case("a leaf has another hash", replace(history, leaves=[(first, newest), (last, newest)]))
    yield case("the leaves are not in order", replace(history, leaves=[(last, newest), (first, head)]))
    yield case("a leaf is there twice", replace(history, leaves=[*history.leaves, (last, newest)]))
    yield case("no leaves", replace(history, leaves=[]))
    yield case("another game", replace(history, game_id=OTHERS[0]))
    yield case("the history of another game", log.history(OTHERS[0]))
    yield case("the path of the map is too short", replace(history, path=history.path[1:]))
    yield case("the path of the map is too long", replace(history, path=[bytes(32), *history.path]))
    yield case("the path of the map has another hash", replace(history, path=[bytes(32), *history.path[1:]]))
    yield case("the path of the map has a short hash", replace(history, path=[b"\x01", *history.path[1:]]))
    spaced = history.extra.replace(b",", b", ", 1)
    yield case("the history is not canonical", extra=spaced)
    yield case("the history has one more field", extra=history.extra.replace(b'{"format"', b'{"a":1,"format"'))
    yield case("a version is a text", extra=history.extra.replace(f"[[{first}".encode(), f'[["{first}"'.encode()))
    yield case("a hash in capitals", extra=history.extra.replace(head.hex().encode(), head.hex().upper().encode()))
    yield case("the index of an earlier map", index=len(OTHERS) + 1)
    at = log.entries.index(game_entry(game, entry_of(*kept.facts(size))))
    single = {"index": at, "path": tree.inclusion(log.nodes, at, len(log.entries))}
    yield case("the proof of a single leaf", extra=extra_of(*kept.facts(size)), **single)
    old = new_log()
    old.entries += [entry_of(*kept.facts(size)), *log.entries]
    proof = {"index": 0, "path": tree.inclusion(old.nodes, 0, len(old.entries)), "checkpoint": old.note()}
    late = old.carried(game, history, extra=extra_of(*kept.facts(size)), **proof)
    yield kept.case("a leaf of the old kind", kept.bundle(kept.lines, late), wrong)
    plain = new_log(ORIGIN).batch(kept.facts(size))
    yield kept.case("a history in a log of the old kind", kept.bundle(kept.lines, plain.carried(game)), wrong)
    later = first_batch(kept).batch((game, size + 1, bytes(32)))
    flaws = {"checkpoint": size}
    yield kept.case("a leaf of a later version than the log", kept.bundle(kept.lines, later.carried(game)), flaws)
    first_last = whole(kept).batch(map_first=True)
    yield kept.case("the map is not the last leaf", kept.bundle(kept.lines, _at(first_last, game, -2)), wrong)


def _at(log: GameLog, game: UUID, place: int) -> dict[str, str]:
    """A proof of another entry than the last one."""
    log.entries.append(game_entry(game, bytes(32)))
    index = len(log.entries) + place
    return log.carried(game, index=index, path=tree.inclusion(log.nodes, index, len(log.entries)))


def _two_histories(kept: Kept) -> Iterator[Case]:
    """The operator has the key, and puts two histories of one game under one checkpoint: with a second one that agrees
    up to the first leaf, or with none."""
    game, size = kept.played.game.id, len(kept.lines)
    second = _second(kept)
    told, forged = kept.facts(size), (game, size, bytes.fromhex(second[-1]["hash"]))
    for name, log in {
        "the map has the first one": first_batch(kept).batch(told, hidden=[forged]),
        "the map has the second one": first_batch(kept).batch(forged, hidden=[told]),
        "the map has both": first_batch(kept).batch(told).batch(forged),
    }.items():
        for whose, lines in (("first", kept.lines), ("second", second)):
            good = name == f"the map has the {whose} one"
            facts = (EARLY, kept.facts(EARLY)[2]), (size, bytes.fromhex(lines[-1]["hash"]))
            claim = replace(log.history(game), leaves=facts)
            flaws: JsonObject = {} if good else {"checkpoint": None}
            bundle = kept.bundle(lines, log.carried(game, claim))
            yield kept.case(f"{name}, the bundle the {whose}", bundle, flaws)
    both = first_batch(kept).batch(told, hidden=[forged])
    bundle = kept.bundle(second, both.carried(game))
    yield kept.case("the second history with the proof of the first", bundle, {"checkpoint": size})


def _second(kept: Kept) -> list[Line]:
    """The same game with another end: everything fits, the hashes included."""
    lines: list[Line] = json.loads(json.dumps(kept.lines))
    ranking = lines[-1]["envelope"]["data"]["ranking"]
    ranking[0]["seat"], ranking[1]["seat"] = ranking[1]["seat"], ranking[0]["seat"]
    return rewritten(lines)


def _kept(kept: Kept) -> Iterator[Case]:
    """What was kept of an earlier checkpoint must be a beginning of today's history."""
    game, size = kept.played.game.id, len(kept.lines)
    today, early = whole(kept).carried(game), first_batch(kept).carried(game)
    bundle = kept.bundle(kept.lines, today)
    head: dict[str, Json] = {**kept.receipt(), **early}
    yield kept.case("a kept proof has the first of two leaves", bundle, receipts=[head])
    lost = new_log().batch(*others(1)).batch(*others(2)).batch(kept.facts(size), *others(3))
    without = kept.bundle(kept.lines, lost.carried(game))
    yield kept.case("a kept leaf is missing today", without, {"checkpoint": None}, logged=size, receipts=[head])
    newer: dict[str, Json] = {**kept.receipt(), **today}
    older = kept.bundle(kept.lines, early)
    yield kept.case("the kept proof is newer than the bundle", older, receipts=[newer])
    missing: dict[str, Json] = {**kept.receipt(), **lost.carried(game)}
    yield kept.case("a newer kept proof lacks a leaf", older, {"checkpoint": None}, logged=size, receipts=[missing])
    fork = new_log().batch(*others(2), kept.facts(EARLY))
    other: dict[str, Json] = {**kept.receipt(), **fork.carried(game)}
    yield kept.case("two roots of one size", older, {"checkpoint": None}, logged=EARLY, receipts=[other])


def _other_logs(kept: Kept) -> Iterator[Case]:
    """An operator who has the key can sign several logs. Nothing is wrong, but no proof covers two of them."""
    game, size = kept.played.game.id, len(kept.lines)
    bundle = kept.bundle(kept.lines, whole(kept).carried(game))
    plain: dict[str, Json] = {**kept.receipt(), **kept.proven(size)}
    no_map = f"whether the game has a second history: the log {ORIGIN} has no map of games"
    yield kept.case("a kept proof of the log's old name", bundle, receipts=[plain], unproved=[no_map])
    second = new_log("log.example/second/v2").batch(kept.facts(size))
    head: dict[str, Json] = {**kept.receipt(), **second.carried(game)}
    both = f"whether the logs {ORIGIN} and log.example/second have the same history of the game: no proof covers both"
    yield kept.case("a kept proof of another log", bundle, receipts=[head], unproved=[both])
