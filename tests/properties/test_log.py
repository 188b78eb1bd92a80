"""What holds for every log: it folds to what was played, survives storage, and proves itself to every reader."""

from typing import cast

from jsonschema_rs import Draft202012Validator

from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse
from kontor.domain.kernel.game import Game, follow
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.model import Form, schema
from kontor.domain.kernel.verify import verify
from tests.support.playing import stored_events
from tests.support.playouts import Playout, played
from tests.worlds.world import AnyGame, World, seen


def test_a_stored_log_folds_to_the_game_that_was_played(playout: Playout) -> None:
    """Fold = step by step: the same versions and dice after every commit; views, options, decisions at every 13th."""
    world = playout.world
    game = empty(playout)
    for nth, made in enumerate(playout.commits):
        game, after = follow(playout.rules, game, stored_events(playout.rules, made)), made.after
        assert (game.version, game.status, game.counters) == (after.version, after.status, after.counters)
        if after.status == "open" or nth % 13:
            continue
        assert playout.rules.may_act(game.state) == playout.rules.may_act(after.state)
        for viewer in (frozenset[int](), world.everybody):
            assert seen(world, game, viewer) == seen(world, after, viewer)
        for seat in playout.rules.may_act(after.state):
            assert playout.rules.legal(game.state, seat) == playout.rules.legal(after.state, seat)
    assert playout.rules.score(game.state) == playout.rules.score(playout.game.state)


def test_a_log_folds_the_same_in_one_go(playout: Playout) -> None:
    """Fold = step by step."""
    events = [event for made in playout.commits for event in stored_events(playout.rules, made)]
    game = follow(playout.rules, empty(playout), events)
    for viewer in playout.world.viewers:
        assert seen(playout.world, game, viewer) == seen(playout.world, playout.game, viewer)


def test_every_event_fits_its_published_schema(playout: Playout) -> None:
    """Events survive storage, and others can read them by the schema."""
    forms = {**playout.rules.events, **KERNEL_EVENTS}
    checks = {name: Draft202012Validator(dict(schema(cast(Form, form)))) for name, form in forms.items()}
    for each in playout.commits:
        for record in each.records:
            envelope = cast(JsonObject, parse(record.envelope))
            assert canonical_text(envelope) == record.envelope
            checks[cast(str, envelope["type"])].validate(envelope["data"])


def test_every_view_fits_its_published_schema(playout: Playout) -> None:
    check = Draft202012Validator(dict(playout.rules.view_schema))
    for nth, game in enumerate(playout.games[::15]):
        viewer = playout.world.viewers[nth % len(playout.world.viewers)]
        check.validate(parse(seen(playout.world, game, viewer)))


def test_the_log_proves_itself_to_every_reader_while_the_game_runs(playout: Playout) -> None:
    running = playout.before_last()
    for viewer in (frozenset[int](), frozenset({1})):
        verdict = verify(running.played.lines(viewer, ended=False), head=running.game.head.hex())
        assert verdict.is_good, verdict.findings
        assert not verdict.ended
        assert verdict.version == running.game.version


def test_the_log_proves_itself_to_everybody_after_the_end(playout: Playout) -> None:
    ended = playout if playout.game.is_ended else playout.aborted()
    verdict = verify(ended.played.lines(), head=ended.game.head.hex())
    assert verdict.is_good, verdict.findings
    assert verdict.ended


def test_the_same_number_plays_the_same_game(world: World) -> None:
    """No clock, no randomness of its own, no order of a set: a replay is exact."""

    one, other = played(world, 7, 30), played(world, 7, 30)
    assert one.game.head == other.game.head


def empty(playout: Playout) -> AnyGame:
    game = playout.game
    return Game(game.id, game.seed, game.board)
