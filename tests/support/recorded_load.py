"""Games for load tests: the recorded games of both rulesets, created again and played with their own commands.

A recorded game's seed is reserved under a new id, and its seats get their recorded nonces. So its dice are the same,
and its commands are legal again, in order, on any number of copies. A game recorded under older rules is used only as
far as the newest rules accept its commands.
"""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from uuid import UUID

from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.clock import new_id
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.store import Store
from tests.games.recording import Recording, recordings
from tests.support.playing import nonce_of, seed_of
from tests.support.playouts import begun
from tests.worlds import of

RULESETS = ("hansa", "merchants")

Post = Callable[[str, Mapping[str, object], str], Mapping[str, object]]  # path, body, key → answer


@dataclass(frozen=True, slots=True)
class LoadGame:
    """A game in which one person plays all seats, and the bodies of its commands, in order."""

    id: UUID
    key: str
    bodies: Sequence[str]


@cache
def all_recordings() -> Sequence[Recording]:
    recorded = (Recording.load(path) for path in recordings() if path.parent.name in RULESETS)
    return [_under_newest_rules(each) for each in recorded]


def _under_newest_rules(recording: Recording) -> Recording:
    """Return a recording that ends before the first command that the newest rules refuse, because new games use the
    newest rules."""
    world = replace(recording.world, rules=of(recording.world.rules.name)[0].rules)
    played = begun(world, recording.number).played
    for n, (seat, body) in enumerate(recording.commands):
        try:
            played.do(seat, body)
        except (Refusal, Violation):
            return replace(recording, world=world, commands=recording.commands[:n])
    return replace(recording, world=world)


def load_games(store: Store, post: Post, count: int) -> Iterator[LoadGame]:
    """Create `count` games, each for its own account. The games use the recordings in turn."""
    for n, recording in enumerate(itertools.islice(itertools.cycle(all_recordings()), count)):
        yield load_game(store, post, recording, f"load {n}")


def load_game(store: Store, post: Post, recording: Recording, name: str) -> LoadGame:
    """Create a game for a new account."""
    account = post("/v1/accounts", {"name": name}, "")
    key, owner = str(account["api_key"]), UUID(str(account["id"]))
    return LoadGame(_created(store, post, recording, key, owner), key, _bodies(recording))


def _created(store: Store, post: Post, recording: Recording, key: str, owner: UUID) -> UUID:
    seed = ReservedSeed(new_id(), seed_of(recording.number), datetime.now(UTC) + timedelta(minutes=10), owner)
    store.seeds.reserve(seed)
    world = recording.world
    asked = {
        "ruleset": world.rules.name,
        "board": world.board,
        "options": dict(world.options),
        "order": world.order,
        "seed": str(seed.id),
        "seats": [{"kind": "me", "nonce": nonce_of(seat)} for seat in range(1, world.seats + 1)],
    }
    return UUID(str(post("/v1/games", asked, key)["id"]))


def _bodies(recording: Recording) -> Sequence[str]:
    """Return the bodies of requests, each a batch of one command. In a batch, `seat` always names the sender, even if
    the command has its own field `seat`."""
    return [json.dumps({"seat": seat, "commands": [body]}) for seat, body in recording.commands]
