"""Seeds that are published by their commitment before anybody adds a nonce: each serves one game, for a while."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from kontor.domain.kernel.commits import Commit
from kontor.service.store.append_values import Alongside
from kontor.service.store.commits import NewGame
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.store import Store
from tests.support.playing import created
from tests.support.stored_games import RUNNING
from tests.tiny import RULESET

ANNA = uuid4()


def new_game(seed_id: UUID, seed: bytes) -> tuple[NewGame, list[Commit[Any]]]:
    played = created(RULESET, 2, seed_id.int & (2**60 - 1))
    return NewGame(played.game.id, seed, "tiny", 0, "sha256:" + "0" * 64), played.commits


def test_a_reserved_seed_serves_one_game(store: Store) -> None:
    new, commits = new_game(uuid4(), b"s" * 32)
    store.seeds.reserve(ReservedSeed(new.id, b"s" * 32, datetime.now(UTC) + timedelta(hours=1), ANNA))
    reserved = store.seeds.find(new.id)
    assert reserved is not None
    assert (reserved.seed, reserved.account) == (b"s" * 32, ANNA)
    other = replace(new, seed=b"t" * 32)  # than was committed to
    assert not store.commits.create(other, commits, Alongside(RUNNING))
    assert store.commits.create(new, commits, Alongside(RUNNING))
    assert store.seeds.find(new.id) is None
    assert not store.commits.create(new, commits, Alongside(RUNNING))


def test_an_expired_reservation_makes_no_game(store: Store) -> None:
    new, commits = new_game(uuid4(), b"s" * 32)
    store.seeds.reserve(ReservedSeed(new.id, b"s" * 32, datetime.now(UTC) - timedelta(seconds=1)))
    assert store.seeds.find(new.id) is None
    assert not store.commits.create(new, commits, Alongside(RUNNING))
    assert store.games.head(new.id) is None
