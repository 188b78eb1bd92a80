"""Commits: events written down as one, and what is refused because no verifier would accept it."""

from uuid import UUID

import pytest

from kontor.domain.kernel.commits import Command, commit, require_named_draws, require_sound_seals, seat_actor
from kontor.domain.kernel.secrets import Ref, Secret
from tests.support.playing import created, finished, id_of
from tests.tiny import RULESET
from tests.tiny.rulebook.bids import BidPlaced, BidValue
from tests.tiny.rulebook.cards import CardShown
from tests.tiny.rulebook.die import DieRolled
from tests.tiny.rulebook.offers import OfferMade


def test_a_draw_that_no_event_names_is_a_flaw_of_the_ruleset() -> None:
    game = created(RULESET, 2).game
    dice = game.dice()
    draw = dice.die("roll")
    with pytest.raises(AssertionError, match="flaw of the ruleset"):
        require_named_draws(dice.drawn, [DieRolled(1, draw.face)])
    require_named_draws(dice.drawn, [DieRolled(1, draw.face, (draw,))])


def test_time_never_runs_backwards() -> None:
    game = created(RULESET, 2).game
    command = Command(UUID(int=1), seat_actor(1), {"type": "offer", "points": 1})
    made = commit(RULESET, game, command, [OfferMade(1, 1)], "1999-01-01T00:00:00.000Z")
    assert made.after.at == game.at


def test_draws_of_a_purpose_are_named_in_their_order() -> None:
    dice = created(RULESET, 2).game.dice()
    first, second = dice.die("roll"), dice.die("roll")
    with pytest.raises(AssertionError, match="flaw of the ruleset"):
        require_named_draws(dice.drawn, [DieRolled(1, 1, (second,)), DieRolled(1, 1, (first,))])


@pytest.mark.parametrize(
    "event",
    [
        BidPlaced(1, (Secret((2, 1), BidValue(1)),)),
        BidPlaced(1, (Secret((1, 1), BidValue(1)),)),
        BidPlaced(1, (Secret((1,), {"version": 1, "part": 0, "salt": "", "value": 0}),)),  # type: ignore[arg-type]
        CardShown(1, "c01", 1, (Ref(5, 0), Ref(5, 0))),
    ],
)
def test_seals_that_no_verifier_accepts_are_not_written(event: object) -> None:
    game = created(RULESET, 2).game
    command = Command(UUID(int=1), seat_actor(1), {"type": "roll"})
    with pytest.raises(AssertionError, match="flaw of the ruleset"):
        commit(RULESET, game, command, [event], game.at)


def test_a_part_is_opened_once() -> None:
    played = finished(created(RULESET, 2))
    ref = next(iter(played.game.opened))
    with pytest.raises(AssertionError, match="open already"):
        require_sound_seals(played.game, [CardShown(1, "c01", 1, (ref,))])


def test_ids_of_tests_are_version_seven() -> None:
    assert id_of(1).version == 7
