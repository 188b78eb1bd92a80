"""The audit of a database on whole games of every ruleset that is shipped, ended and on the way."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from kontor.service.audit.bundle import read_bundle
from kontor.service.audit.database import Tally, audit
from kontor.service.audit.import_games import import_game
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store.append_values import Alongside
from kontor.service.store.commits import NewGame
from kontor.service.store.participants import Seated
from kontor.service.store.store import Store
from kontor.service.store.whole_games import Chosen
from tests.games.recording import FOLDER, Recording
from tests.support.archives import begun
from tests.support.bot_games import game_of_bots, status_of, wait_until, worker_pool
from tests.support.bundles import bundle_of
from tests.support.playing import finished, hash_of
from tests.support.served_games import Served, do, of_recording, of_world

RECORDED = [next(iter(sorted(FOLDER.glob(f"{name}/*.json")))) for name in ("hansa", "merchants")]


def summed(settings: Settings, jobs: int = 1) -> Tally:
    whole = Tally()
    for each in audit(settings, Chosen(), jobs):
        whole.add(each)
    return whole


def stored(store: Store, played: Served) -> None:
    """A game with all that follows from it, written at one stroke."""
    game, rules, board = played.game, played.rules, played.game.board
    store.boards.put(rules.name, board)
    at = GameAt(rules, game)
    new = NewGame(game.id, game.seed, rules.name, rules.version, hash_of(board))
    people = tuple(Seated(each.participant, each.seat, game.id) for each in game.places if each.participant is not None)
    alongside = Alongside(projection.project(None, at), projection.pending_work(at, at), seated=people)
    assert store.commits.create(new, played.commits, alongside)


def cut_short(recording: Recording) -> Served:
    """The first half of a game."""
    played = of_world(recording.world, recording.number)
    for seat, body in islice(recording.commands, len(recording.commands) // 2):
        do(played, seat, body)
    return played


@pytest.mark.parametrize("made", [of_recording, cut_short])
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.parent.name)
def test_whole_games_of_every_ruleset_are_sound(
    own_store: Store, own_settings: Settings, path: Path, made: Callable[[Recording], Served]
) -> None:
    played = made(Recording.load(path))
    stored(own_store, played)
    whole = summed(replace(own_settings, rulesets=Settings().rulesets))
    assert (whole.findings, whole.unchecked, whole.games) == ([], [], 1)
    assert whole.decided == whole.versions == played.game.version


def test_a_game_that_was_imported_is_sound(own_store: Store, own_settings: Settings, signer: Signer) -> None:
    """It has neither participants nor a leaf in the tree."""
    played = finished(begun(77))
    import_game(own_store, Registry.load(own_settings.rulesets), read_bundle(bundle_of(played, signer)))
    whole = summed(own_settings)
    assert (whole.findings, whole.unchecked, whole.decided) == ([], [], played.game.version)


def test_several_processes_find_what_one_finds(own_store: Store, own_settings: Settings) -> None:
    settings = replace(own_settings, rulesets=("tests.support.slow_bots:RULESET",))
    for _ in range(25):  # more than one task's
        game_of_bots(own_store, "random", "random")
    alone = summed(settings)
    assert alone == summed(settings, jobs=2)
    assert (alone.games, alone.findings) == (25, [])


def test_no_false_alarm_while_bots_play(own_settings: Settings, own_store: Store) -> None:
    """Audit after audit, from the first move to the last, while checkpoints are signed."""
    settings = replace(
        own_settings,
        rulesets=("tests.support.slow_bots:RULESET",),
        redis_url=own_settings.redis_url.replace("db=0", "db=6"),
        relay_seconds=0.1,
        bot_seconds=0.1,
        bot_niceness=0,
        checkpoint_seconds=0.1,
    )
    games = [game_of_bots(own_store, "random", "slow", rounds=4) for _ in range(4)]
    seen = set[int]()

    def is_over() -> bool:
        whole = summed(settings)
        assert (whole.findings, whole.unchecked, whole.games) == ([], [], len(games))
        seen.add(whole.versions)
        return all(status_of(own_store, game) == "finished" for game in games)

    with worker_pool(settings):
        wait_until(is_over, 120)
    assert len(seen) > 1, "games moved between the audits"
