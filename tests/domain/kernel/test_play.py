"""Seats, commands, batches on paper, the end: what the kernel does with every ruleset."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel import play
from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.canonical import JsonObject, parse
from kontor.domain.kernel.game import Game, follow, require_state
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.undo import undo
from kontor.domain.kernel.verify import verify
from kontor.domain.kernel.violation import (
    CannotUndo,
    ClockUnchanged,
    DrawNotLast,
    GameOver,
    NotStarted,
    NotYourDecision,
    SeatTaken,
    Violation,
)
from tests.domain.kernel.factories import numbers, seats, steps, under_way
from tests.support.playing import created, finished, id_of, nonce_of, participant_of, seed_of
from tests.tiny import RULESET
from tests.tiny.rulebook.cards import TakeCard
from tests.tiny.rulebook.die import Roll
from tests.tiny.rulebook.offers import Offer, OfferClosed, OfferMade
from tests.tiny.state import State

PLANS = tuple(life.SeatPlan(seat, "open") for seat in (1, 2))
PLAN = play.Plan("sha256:" + "0" * 64, {"rounds": 1}, PLANS)


def an_open_game(plan: play.Plan = PLAN) -> Game[State]:
    blank: Game[State] = Game(id_of(1), seed_of(1), {"name": "square"})
    return follow(RULESET, blank, play.create(RULESET, blank, plan))


def taker(seat: int, **more: str) -> life.SeatTaken:
    return life.SeatTaken(seat, participant_of(seat), nonce_of(seat), colour=more.get("colour"))


def kinds(events: Sequence[object]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_last_seat_taken_starts_the_game() -> None:
    game = an_open_game()
    assert game.status == "open"
    game = follow(RULESET, game, play.take_seat(RULESET, game, taker(2)))
    assert game.status == "open"
    events = play.take_seat(RULESET, game, taker(1))
    assert kinds(events) == ["SeatTaken", "GameStarted", "CharmsDealt", "PileShuffled", "TurnStarted"]
    assert follow(RULESET, game, events).status == "running"


def test_a_game_of_bots_starts_when_it_is_created() -> None:
    plan = replace(PLAN, seats=tuple(life.SeatPlan(seat, "bot", "random") for seat in (1, 2)))
    assert an_open_game(plan).status == "running"


def test_a_drawn_order_is_in_game_started() -> None:
    orders = set()
    for number in range(1, 9):
        played = created(RULESET, 3, number, order="drawn")
        assert played.game.turn_order == require_state(played.game).order
        orders.add(played.game.turn_order)
    assert len(orders) > 1


def test_a_taken_seat_cannot_be_taken_again() -> None:
    game = an_open_game()
    game = follow(RULESET, game, play.take_seat(RULESET, game, taker(1)))
    with pytest.raises(SeatTaken, match="open"):
        play.take_seat(RULESET, game, taker(1))
    with pytest.raises(Unreadable, match="from 1 to 2"):
        play.take_seat(RULESET, game, taker(3))


def test_a_colour_can_be_chosen_once() -> None:
    game = an_open_game()
    game = follow(RULESET, game, play.take_seat(RULESET, game, taker(1, colour="red")))
    with pytest.raises(SeatTaken, match="colour red"):
        play.take_seat(RULESET, game, taker(2, colour="red"))
    with pytest.raises(Unreadable, match="red, blue"):
        play.take_seat(RULESET, game, taker(2, colour="mauve"))


def test_the_nonce_is_discarded_when_its_participant_leaves() -> None:
    game = an_open_game()
    game = follow(RULESET, game, play.take_seat(RULESET, game, taker(1)))
    game = follow(RULESET, game, play.leave_seat(game, 1))
    assert game.place(1).is_open
    assert game.place(1).nonce is None
    with pytest.raises(GameOver):
        play.leave_seat(game, 1)


def test_a_seat_can_be_handed_to_a_bot_and_taken_back() -> None:
    played = created(RULESET, 2)
    holder = life.BotHolder("bot", "random")
    game = follow(RULESET, played.game, play.change_seat(played.game, 1, holder, "resigned"))
    assert (game.place(1).bot, game.place(1).participant) == ("random", participant_of(1))
    back = life.ParticipantHolder("participant", participant_of(1))
    assert follow(RULESET, game, play.change_seat(game, 1, back, "returned")).place(1).bot is None


def test_a_forbidden_combination_is_refused_at_once() -> None:
    plan = replace(PLAN, options={"rounds": 6}, seats=tuple(life.SeatPlan(seat, "open") for seat in (1, 2, 3, 4)))
    with pytest.raises(Violation, match="TINY-2"):
        an_open_game(plan)


def test_nothing_can_be_commanded_before_the_start_or_after_the_end() -> None:
    with pytest.raises(NotStarted):
        play.act(RULESET, an_open_game(), 1, Roll())
    over = finished(created(RULESET, 2)).game
    with pytest.raises(GameOver):
        play.act(RULESET, over, 1, Roll())
    with pytest.raises(GameOver):
        play.abort(over, "agreed")


def test_the_refusal_names_the_awaited_seats() -> None:
    with pytest.raises(NotYourDecision, match="waits for seat 1"):
        play.act(RULESET, created(RULESET, 2).game, 2, Roll())


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/type"),
        ({"type": "fly"}, "/type"),
        ({"type": 7}, "/type"),
        ({"type": "bid"}, "/amount"),
        ({"type": "roll", "x": 1}, "/x"),
    ],
)
def test_an_unreadable_command_names_the_place(body: JsonObject, pointer: str) -> None:
    with pytest.raises(Unreadable) as caught:
        play.read_command(RULESET, body)
    assert caught.value.flaws[0].pointer == pointer


def test_a_command_is_written_as_it_was_read() -> None:
    assert play.body_of(RULESET.commands, play.read_command(RULESET, {"type": "bid", "amount": 2})) == {
        "type": "bid",
        "amount": 2,
    }


def test_a_dry_run_stops_in_front_of_the_first_turning_point() -> None:
    game = created(RULESET, 2).game
    assert play.act_on_paper(RULESET, game, 1, Roll()) == ([], True)
    assert play.act_on_paper(RULESET, game, 1, TakeCard()) == ([], True)
    assert play.act_on_paper(RULESET, game, 1, Offer(2)) == ([OfferMade(1, 2)], False)
    after_offer = follow(RULESET, game, [OfferMade(1, 2)])
    assert play.act_on_paper(RULESET, after_offer, 1, Roll()) == ([OfferClosed(1)], True)


def test_a_command_that_draws_must_be_the_last_of_its_batch() -> None:
    game = created(RULESET, 2).game
    play.require_no_turning_point(RULESET, game, 1, Offer(2))
    with pytest.raises(DrawNotLast, match="last of its batch"):
        play.require_no_turning_point(RULESET, game, 1, Roll())


def test_the_last_bid_opens_the_earlier_ones_and_the_scoring_opens_everything() -> None:
    played = finished(created(RULESET, 3))
    opens = [len(parse(record.envelope)["opens"]) for made in played.commits for record in made.records]  # type: ignore[index,call-overload,arg-type]
    assert 2 in opens  # the bids of the two who bid first
    assert opens[-2:] == [3, 0]  # the charms; then the seed opens the rest
    assert kinds([played.game.created]) == ["GameCreated"]


def test_an_abort_publishes_the_seed() -> None:
    played = created(RULESET, 2)
    (event,) = play.abort(played.game, "agreed")
    assert event == life.GameAborted("agreed", seed_of(1).hex())
    assert follow(RULESET, played.game, [event]).is_ended


def test_a_missed_deadline_brings_a_bot_or_the_end() -> None:
    game = created(RULESET, 2).game
    late = "2026-01-02T00:00:00.000Z"
    assert kinds(play.time_out(game, 1, late, "random")) == ["DecisionTimedOut", "SeatChanged"]
    assert kinds(play.time_out(game, 1, late, None)) == ["DecisionTimedOut", "GameAborted"]


def test_only_a_game_that_runs_has_seats_to_hand_over() -> None:
    with pytest.raises(NotStarted):
        play.change_seat(an_open_game(), 1, life.BotHolder("bot", "random"), "resigned")
    with pytest.raises(NotStarted):
        play.time_out(an_open_game(), 1, "2026-01-02T00:00:00.000Z", "random")
    stranger = life.ParticipantHolder("participant", participant_of(2))
    with pytest.raises(SeatTaken, match="another player"):
        play.change_seat(created(RULESET, 2).game, 1, stranger, "returned")


def test_a_bots_seat_names_its_bot() -> None:
    for plan in (life.SeatPlan(1, "bot"), life.SeatPlan(1, "open", "random")):
        with pytest.raises(Unreadable, match="must name its bot"):
            an_open_game(replace(PLAN, seats=(plan, life.SeatPlan(2, "open"))))


@given(numbers, seats, steps)
@settings(max_examples=30, deadline=None)
def test_dry_runs_and_batches_reveal_nothing_of_the_seed(number: int, seats: int, steps: int) -> None:
    played = under_way(number, seats, steps)
    if played.game.status != "running":
        return
    game = played.game
    other = replace(game, seed=seed_of(999_999), joint=seed_of(999_998))
    for seat in RULESET.may_act(require_state(game)):
        for body in expand(RULESET, game, seat, 20)[0]:
            command = play.read_command(RULESET, body)
            here, there = (play.act_on_paper(RULESET, world, seat, command) for world in (game, other))
            assert here == there


# ---------------------------------------------------------------- passing on, pauses, undoing


def test_a_seat_is_passed_to_a_newcomer_who_plays_it_from_then_on() -> None:
    played = created(RULESET, 2)
    played.write("seat:2", {"type": "pass_seat"}, play.pass_seat(played.game, 2, participant_of(9)))
    assert played.game.place(2).participant == participant_of(9)
    bot = play.change_seat(played.game, 1, life.BotHolder("bot", "random"), "resigned")
    played.write("seat:1", {"type": "resign"}, bot)
    played.write("system", {"type": "pass_seat"}, play.pass_seat(played.game, 1, participant_of(8)))
    assert (played.game.place(1).participant, played.game.place(1).bot) == (participant_of(8), None)
    assert verify(played.lines()).is_good


def test_a_seat_is_not_passed_to_a_player_of_this_game_nor_by_a_bot() -> None:
    game = created(RULESET, 3, bots=(3,)).game
    with pytest.raises(SeatTaken, match="never had a seat in this game"):
        play.pass_seat(game, 1, participant_of(2))
    with pytest.raises(SeatTaken, match="belonged to a bot since the start"):
        play.pass_seat(game, 3, participant_of(9))
    with pytest.raises(NotStarted):
        play.pass_seat(an_open_game(), 1, participant_of(9))


def test_clocks_are_paused_and_resumed_in_turns() -> None:
    played = created(RULESET, 2)
    with pytest.raises(ClockUnchanged, match="not paused"):
        play.resume(played.game)
    played.write("system", {"type": "pause"}, play.pause(played.game, "agreed"))
    with pytest.raises(ClockUnchanged, match="paused already"):
        play.pause(played.game, "admin")
    played.write("seat:2", {"type": "pause"}, play.pause(played.game, "vacation", 2))
    with pytest.raises(ClockUnchanged, match="not paused"):
        play.resume(played.game, 1)
    with pytest.raises(Unreadable):
        play.pause(played.game, "vacation", 3)
    played.write("system", {"type": "resume"}, play.resume(played.game))
    assert (played.game.is_paused(1), played.game.is_paused(2)) == (False, True)
    assert verify(played.lines()).is_good


def test_only_what_counts_and_is_still_secret_can_be_undone() -> None:
    played = created(RULESET, 2)
    start = played.game
    with pytest.raises(CannotUndo, match="nothing to undo"):
        undo(start, start, "own_turn")
    with pytest.raises(CannotUndo, match="after the start"):
        undo(start, Game(start.id, start.seed, start.board), "own_turn")
    played.do(1, {"type": "roll"})
    rolled = played.game
    played.write("seat:1", {"type": "undo"}, undo(rolled, start, "own_turn"), past=start)
    with pytest.raises(CannotUndo, match="was undone"):
        undo(played.game, rolled, "agreed")
    for seat in (1, 2):
        played.do(seat, {"type": "roll"})
    for seat in (1, 2):
        played.do(seat, {"type": "bid", "amount": 0})
    with pytest.raises(CannotUndo, match="revealed to all seats"):
        undo(played.game, start, "agreed")
    assert verify(played.lines()).is_good
