"""The three laws of legality, and that a game always goes on (docs/contract/commands.md)."""

import random
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import cast

from jsonschema_rs import Draft202012Validator

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import drawn_commands
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.legality import covers, filling, fillings, is_complete
from kontor.domain.kernel.model import Form, schema
from tests.support.playouts import Playout
from tests.support.schema_made import Maker
from tests.worlds.world import AnyGame, spelt

TRIES = 300  # of fillings drawn, then as many listed, before an option counts as one without any accepted filling
MADE = 4  # commands made of each type at each position looked at


def deciders(playout: Playout, every: int) -> Iterator[tuple[AnyGame, int]]:
    """Each seat that may act, at every n-th position of a running game."""
    for game in playout.games[::every]:
        if game.status == "running":
            for seat in playout.rules.may_act(game.state):
                yield game, seat


def test_a_complete_option_is_accepted(playout: Playout) -> None:
    """The first law."""
    for game, seat in deciders(playout, every=3):
        for option in playout.rules.legal(game.state, seat):
            if is_complete(option):
                assert play.is_accepted(playout.rules, game, seat, option), (game.version, seat, option)


def test_an_accepted_command_is_covered(playout: Playout) -> None:
    """The second law, with commands made from their schema."""
    luck = random.Random(playout.number)
    maker = Maker(playout.world, luck)
    for game, seat in deciders(playout, every=11):
        maker.words.gather(playout.rules.view(game.state, playout.world.everybody))
        options = playout.rules.legal(game.state, seat)
        for kind in maker.kinds:
            for _ in range(MADE):
                body = maker.make(kind)
                if play.is_accepted(playout.rules, game, seat, body):
                    maker.accepted(body)
                    plain = spelt(playout.world, body)
                    assert any(covers(option, plain) for option in options), (game.version, seat, body)


def test_every_played_command_was_covered(playout: Playout) -> None:
    """The second law, with what the policy of the playout chose."""
    for before, made in pairwise(playout.commits):
        if made.command.actor != SYSTEM and before.after.status == "running":
            seat = int(made.command.actor.removeprefix("seat:"))
            options = playout.rules.legal(before.after.state, seat)
            assert any(covers(option, made.command.body) for option in options), made.command.body


def test_drawn_commands_are_accepted_covered_and_as_many_as_requested(playout: Playout) -> None:
    """Where a filling at random may be refused, a command drawn is not."""
    for game, seat in deciders(playout, every=9):
        options = playout.rules.legal(game.state, seat)
        found = drawn_commands(playout.rules, game, seat, options, 5, seed=game.version)
        assert len(found) == 5
        for body in found:
            assert play.is_accepted(playout.rules, game, seat, body), (game.version, seat, body)
            assert any(covers(option, body) for option in options), (game.version, seat, body)


def test_every_option_has_an_accepted_filling(playout: Playout) -> None:
    """The third law."""
    luck = random.Random(playout.number)
    for game, seat in deciders(playout, every=7):
        for option in playout.rules.legal(game.state, seat):
            if not is_complete(option):
                assert has_accepted_filling(playout, game, seat, option, luck), (game.version, seat, option)


def has_accepted_filling(playout: Playout, game: AnyGame, seat: int, option: JsonObject, luck: random.Random) -> bool:
    def accepted(body: Json) -> bool:
        return isinstance(body, dict) and play.is_accepted(playout.rules, game, seat, body)

    drawn = (filling(option, luck) for _ in range(TRIES))
    return any(map(accepted, drawn)) or any(map(accepted, islice(fillings(option), 20 * TRIES)))


def test_every_filling_fits_the_published_schema_of_its_command(playout: Playout) -> None:
    luck = random.Random(playout.number)
    checks = {
        name: Draft202012Validator(dict(schema(cast(Form, form)))) for name, form in playout.rules.commands.items()
    }
    for game, seat in deciders(playout, every=11):
        for option in playout.rules.legal(game.state, seat):
            body = filling(option, luck)
            assert isinstance(body, dict)
            checks[body["type"]].validate({key: value for key, value in body.items() if key != "type"})


def test_exactly_the_seats_that_may_act_have_options(playout: Playout) -> None:
    for game in playout.games:
        if game.status == "running":
            acting = set(playout.rules.may_act(game.state))
            for seat in playout.world.everybody:
                assert bool(playout.rules.legal(game.state, seat)) == (seat in acting), (game.version, seat)


def test_a_running_game_always_awaits_a_seat(playout: Playout) -> None:
    """Somebody is awaited, and whoever is awaited or invited may act."""
    for game in playout.games:
        rules, running = playout.rules, game.status == "running"
        awaited, acting = set(rules.awaiting(game.state)), set(rules.may_act(game.state))
        assert bool(awaited) == running, game.version
        assert awaited <= acting
        assert set(rules.invited(game.state)) <= acting - awaited, game.version
        assert sorted(rules.turn_order(game.state)) == sorted(playout.world.everybody)
        assert {rules.decision(game.state, seat) for seat in awaited} <= rules.decisions.keys(), game.version


def test_ledger_and_totals_agree_at_every_moment(playout: Playout) -> None:
    """Totals are the sums of the ledger; ranks follow from nothing less than the totals."""
    rules_page = playout.rules.rules()
    for game in playout.games[::6]:
        score = playout.rules.score(game.state)
        assert [row.seat for row in score.seats] == sorted(playout.world.everybody)
        for row in score.seats:
            lines = [each for each in score.ledger if each.seat == row.seat]
            assert sum(each.points for each in lines) == row.total == sum(row.breakdown.values())
            assert all(each.rule in rules_page for each in lines)
        assert min(row.rank for row in score.seats) == 1


def test_commands_drawn_by_the_ruleset_are_accepted_and_covered(playout: Playout) -> None:
    """`Ruleset.random_command`, by which `kontor` plays at random."""
    luck, draw = random.Random(playout.number), playout.rules.random_command
    for game, seat in deciders(playout, every=4) if draw else ():
        for _ in range(3):
            body = play.body_of(playout.rules.commands, draw(game.state, seat, luck))
            assert play.is_accepted(playout.rules, game, seat, body), (game.version, seat, body)
            assert any(covers(option, body) for option in playout.rules.legal(game.state, seat)), (game.version, body)
