"""The rules as a library: `kontor.hansa`, `kontor.merchants`, and games of any other ruleset."""

import copy
import pickle
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

import kontor
from kontor import hansa, merchants
from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.play import read_command
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Budget
from kontor.engine import new
from kontor.engine.game import AnyGame
from tests.tiny import RULESET as TINY

BOTH = pytest.mark.parametrize("ruleset", [hansa, merchants], ids=["hansa", "merchants"])


def tiny(seed: int = 7) -> AnyGame:
    return new(TINY, 2, "square", seed, options={"rounds": 2})


def played_out(game: AnyGame) -> AnyGame:
    while not game.is_over:
        seat = game.awaiting[0]
        game.play(game.legal(seat).sample(1, seed=game.version)[0], seat)
    return game


# ---------------------------------------------------------------- a new game


@BOTH
def test_a_new_game_awaits_a_seat_with_legal_commands(ruleset: "type[hansa]") -> None:
    game = ruleset.new(seats=3, seed=7)
    assert (game.status, game.seats, len(game.awaiting)) == ("running", (1, 2, 3), 1)
    assert game.awaiting[0] in game.may_act
    assert game.legal().kinds


def test_the_same_seed_is_the_same_game_and_no_seed_is_nobodys_guess() -> None:
    assert merchants.new(seed=7).bundle() == merchants.new(seed=7).bundle()
    assert merchants.new(seed=7).bundle() != merchants.new(seed=8).bundle()
    assert merchants.new().bundle() != merchants.new().bundle()


def test_a_refused_combination_names_its_rule() -> None:
    """HT-SETUP-12"""
    with pytest.raises(kontor.RuleViolation) as refusal:
        hansa.new(seats=2)
    assert refusal.value.rule == "HT-SETUP-12"
    assert hansa.new(seats=2, two_player_variant="neutral").options["two_player_variant"] == "neutral"


@pytest.mark.parametrize(
    ("asked", "about"),
    [
        ({"board": "atlantis"}, "There is no board atlantis. The boards are hansa-3"),
        ({"board": {}}, "The board is not valid"),
        ({"edition": "gold"}, "/edition"),
        ({"colours": ["pink"]}, "/colour"),
    ],
)
def test_an_unreadable_command_is_explained_in_a_sentence(asked: "dict[str, str]", about: str) -> None:
    with pytest.raises(kontor.BadCommand, match=about):
        hansa.new(**asked)  # type: ignore[arg-type]  # that is the point


def test_seats_have_the_colours_and_the_order_that_are_asked_for() -> None:
    game = hansa.new(seats=3, seed=1, order="drawn", colours=["green", None, "red"])
    assert sorted(game.turn_order) == [1, 2, 3]
    assert [chair.colour for chair in game.look().table.chairs] == ["green", None, "red"]


# ---------------------------------------------------------------- playing


def test_a_command_is_an_object_its_json_or_its_name_with_fields() -> None:
    games = [hansa.new(seed=7) for _ in range(3)]
    told = [
        games[0].play(hansa.PlacePiece("Hamburg~Lübeck/1", "trader")),
        games[1].play({"type": "place_piece", "post": "Hamburg~Lübeck/1", "shape": "trader"}),
        games[2].play("place_piece", post="Hamburg~Lübeck/1", shape="trader"),
    ]
    assert told[0] == told[1] == told[2]
    assert len({game.bundle() for game in games}) == 1


def test_a_refusal_names_the_rule_and_says_what_it_says_and_nothing_happens() -> None:
    """HT-PLACE-1"""
    game = hansa.new(seed=7)
    game.play("place_piece", post="Hamburg~Lübeck/1", shape="trader")
    before = game.bundle()
    with pytest.raises(kontor.RuleViolation) as refusal:
        game.play("place_piece", post="Hamburg~Lübeck/1", shape="trader")
    error = refusal.value
    assert (error.rule, error.code) == ("HT-PLACE-1", "post_occupied")
    assert error.facts == {"post": "Hamburg~Lübeck/1"}
    assert error.text == hansa.rule("HT-PLACE-1")
    assert "HT-PLACE-1" in str(error)
    assert "displace" in error.detail
    assert game.bundle() == before


@pytest.mark.parametrize(
    "command",
    [
        {"type": "fly"},
        {"type": "place_piece"},
        {"type": "place_piece", "post": 1, "shape": "trader"},
        hansa.PlacePiece("Hamburg~Lübeck/1", "knight"),  # type: ignore[arg-type]  # that is the point
    ],
    ids=["unknown", "incomplete", "of another form", "an object with nonsense in it"],
)
def test_a_value_that_is_not_a_command_is_refused_before_any_rule(command: object) -> None:
    with pytest.raises(kontor.BadCommand):
        hansa.new(seed=7).play(command)  # type: ignore[arg-type]


def test_a_command_of_another_game_is_a_mistake_in_the_program() -> None:
    with pytest.raises(TypeError, match="a command is one of place_pawn"):
        hansa.new(seed=7).play(merchants.RollDice())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pass fields only with the name"):
        hansa.new(seed=7).play(hansa.EndTurn(), post="x")
    with pytest.raises(TypeError, match="None is not a command"):
        hansa.new(seed=7).play(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a seat must be a number"):
        hansa.new(seed=7).play("end_turn", seat="1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seats must be the number of seats"):
        hansa.new(seats="3")  # type: ignore[arg-type]


def test_a_seat_without_a_decision_gets_an_error() -> None:
    game = hansa.new(seed=7)
    with pytest.raises(kontor.NotNow, match="the game waits for seat 1") as refusal:
        game.play("end_turn", seat=2)
    assert refusal.value.code == "not-your-decision"
    assert not game.legal(2)
    assert list(game.legal(2)) == []
    with pytest.raises(kontor.BadCommand, match="must be from 1 to 3"):
        game.play("end_turn", seat=9)


def test_a_game_is_played_to_its_end_and_scored() -> None:
    game = played_out(tiny())
    assert game.status == "finished"
    assert [each.rank for each in game.ranking] == sorted(each.rank for each in game.ranking)
    assert {(each.seat, each.total) for each in game.ranking} == {
        (each.seat, each.total) for each in game.score().seats
    }
    assert game.winners == tuple(each.seat for each in game.ranking if each.rank == 1)
    assert not game.legal()
    with pytest.raises(kontor.NotNow):
        game.play({"type": "take_card"})


def test_without_a_seat_the_first_awaited_one_plays() -> None:
    game = discarding()
    first, second = game.awaiting[:2]
    assert (game.seat, game.legal().seat) == (first, first)
    game.play(game.legal().choice(random.Random(1)))
    assert game.seat == second
    assert played_out(tiny()).seat is None


def discarding() -> "merchants.Game":
    """A game in which several seats must discard."""
    for seed in range(100):
        game, luck = merchants.new(seats=3, seed=seed), random.Random(seed)
        for _ in range(400):
            if game.is_over:
                break
            if len(game.awaiting) > 1:
                return game
            game.play(game.legal().choice(luck))
    raise AssertionError("nobody had to discard")


# ---------------------------------------------------------------- what is legal


@BOTH
def test_all_that_is_listed_is_legal_each_once_and_every_kind_is_there(ruleset: "type[hansa]") -> None:
    game = ruleset.new(seats=3, seed=7)
    legal = game.legal()
    listed = list(islice(legal, 300))
    assert len(set(listed)) == len(listed)
    assert all(command in legal for command in listed)
    assert {type(command) for command in legal.some()} == {type(command) for command in listed}
    game.copy().play(listed[-1])


def test_an_illegal_command_is_not_in_legal() -> None:
    legal = hansa.new(seed=7).legal()
    assert hansa.EndTurn() in legal
    assert hansa.PlacePiece("Nowhere/1", "trader") not in legal
    assert merchants.RollDice() not in legal
    assert "end_turn" not in legal


def test_a_sample_follows_from_its_seed() -> None:
    legal = hansa.new(seed=7).legal()
    assert legal.sample(5, seed=1) == legal.sample(5, seed=1)
    assert legal.sample(5, seed=1) != legal.sample(5, seed=2)


@BOTH
def test_a_choice_is_legal_follows_from_its_rng_and_every_kind_comes_up(ruleset: "type[hansa]") -> None:
    game = ruleset.new(seats=3, seed=7)
    legal = game.legal()
    drawn = [legal.choice(luck) for luck in [random.Random(1)] * 200]
    assert drawn == [legal.choice(luck) for luck in [random.Random(1)] * 200]
    assert all(command in legal for command in drawn)
    share = Counter(type(command) for command in drawn)
    assert len(share) == len(legal.kinds)
    assert min(share.values()) > 200 / len(share) / 2, "each kind alike, however many commands it has"


def test_without_an_rng_choice_and_sample_follow_pythons_own() -> None:
    legal = hansa.new(seed=7).legal()
    for draw in (legal.choice, lambda: legal.sample(3)):
        random.seed(1)
        drawn = [draw() for _ in range(8)]
        assert any(each != drawn[0] for each in drawn)
        random.seed(1)
        assert drawn == [draw() for _ in range(8)]


def test_a_choice_of_nothing_is_refused() -> None:
    game = hansa.new(seed=7)
    for nothing in (game.legal(2), game.legal().of("move_pawn"), played_out(tiny()).legal()):
        with pytest.raises(kontor.NotNow):
            nothing.choice()
        assert nothing.sample(3) == []


def test_a_ruleset_without_a_drawer_of_its_own_draws_from_its_options() -> None:
    game = tiny()
    assert game.legal().choice(random.Random(1)) in game.legal()


def test_legal_commands_of_some_kinds() -> None:
    legal = hansa.new(seed=7).legal()
    places = legal.of("place_piece")
    assert {type(command) for command in places} == {hansa.PlacePiece}
    assert list(places) == list(legal.of(hansa.PlacePiece))
    assert (places.kinds, legal.of("place_piece", "end_turn").of("end_turn").kinds) == (("place_piece",), ("end_turn",))
    assert hansa.EndTurn() not in places
    assert isinstance(places.choice(random.Random(1)), hansa.PlacePiece)
    assert not legal.of("move_pawn")
    with pytest.raises(kontor.BadCommand, match=r"Hansa Teutonica has no command fly\. The commands are place_pawn"):
        legal.of("fly")


def test_some_commands_without_some_kinds() -> None:
    legal = hansa.new(seed=7).legal()
    assert {type(each) for each in legal.some(5)} == {hansa.PlacePiece, hansa.TakeIncome, hansa.EndTurn}
    some = legal.some(5, without=("place_piece", hansa.EndTurn))
    assert some
    assert {type(each) for each in some} == {hansa.TakeIncome}


@BOTH
def test_there_are_at_most_as_many_as_the_bound_says(ruleset: "type[hansa]") -> None:
    game = ruleset.new(seats=3, seed=7)
    assert 0 < len(list(game.legal())) <= game.legal().at_most
    assert game.legal(game.awaiting[0] % 3 + 1).at_most == 0


@pytest.mark.parametrize("listed", [list, tuple, sorted, lambda legal: [*legal]], ids=["list", "tuple", "sorted", "*"])
def test_a_list_of_too_many_commands_fails_at_once_and_says_what_to_use(listed: "type[list[object]]") -> None:
    legal = crowded().legal()
    assert legal.at_most > 50_000
    with pytest.raises(
        kontor.TooMany, match=r"legal commands, which is too many for a list\. Pick one command with choice\(\)"
    ):
        listed(legal)
    assert len(list(islice(legal, 1000))) == 1000
    assert next(iter(legal)) in legal


def crowded() -> "hansa.Game":
    """A game in which pieces can be moved in very many ways."""
    game, luck = hansa.new(seed=7), random.Random(7)
    while game.legal().at_most <= 50_000:
        game.play(game.legal().choice(luck))
    return game


# ---------------------------------------------------------------- taking back, copies, history


def test_undo_takes_back_the_last_command_as_if_it_had_never_been_given() -> None:
    game = tiny()
    bundles = []
    while not game.is_over:
        bundles.append(game.bundle())
        seat = game.awaiting[0]
        game.play(game.legal(seat).sample(1, seed=game.version)[0], seat)
    moves = game.history
    for move, bundle in zip(reversed(moves), reversed(bundles), strict=True):
        assert game.undo() == move
        assert game.bundle() == bundle
    with pytest.raises(kontor.NotNow, match="no command has been played yet"):
        game.undo()


@BOTH
def test_a_long_game_is_taken_back_step_by_step_and_branches(ruleset: "type[hansa]") -> None:
    game, luck = ruleset.new(seats=3, seed=7), random.Random(3)
    views = []
    for _ in range(150):
        views.append((game.version, game.view(1, 2, 3)))
        game.play(game.legal().choice(luck))
    bundle, moves, copied = game.bundle(), game.history, game.copy()
    for move, (version, view) in zip(reversed(moves), reversed(views[30:]), strict=False):
        assert game.undo() == move
        assert (game.version, game.view(1, 2, 3)) == (version, view)
    assert copied.bundle() == bundle, "what is undone in one is not undone in its copy"
    for move in moves[30:]:
        assert game.play(move.command, move.seat) == move.events
    assert (game.bundle(), game.history) == (bundle, moves)


def test_a_dry_run_says_what_would_happen_as_far_as_it_can_be_known_and_nothing_happens() -> None:
    game = hansa.new(seats=3, board="hansa-3", seed=7)
    place = hansa.PlacePiece("Hamburg~Lübeck/1", "trader")
    events, undetermined = game.dry_run(place)
    assert (game.history, undetermined) == ((), False)
    assert game.play(place) == events
    with pytest.raises(kontor.RuleViolation, match="HT-PLACE-1"):
        game.dry_run(place)
    rolled = merchants.new(seats=3, seed=1)
    assert rolled.dry_run("roll_dice", rolled.awaiting[0]) == ((), True), "dice are not shown before they are thrown"


def test_a_command_that_is_undone_and_repeated_draws_the_same() -> None:
    game = merchants.new(seed=3)
    while "roll_dice" not in game.legal().kinds:
        game.play(next(iter(game.legal())))
    first = game.play("roll_dice")
    game.undo()
    assert game.play("roll_dice") == first


def test_a_copy_goes_its_own_way() -> None:
    game = hansa.new(seed=7)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        other.play("end_turn")
        assert (game.awaiting, other.awaiting) == ((1,), (2,))


def test_a_game_is_the_same_as_another_where_the_same_was_played_from_the_same_seed() -> None:
    game, other = hansa.new(seed=7), hansa.new(seed=7)
    assert game == other == pickle.loads(pickle.dumps(game))
    game.play(hansa.EndTurn())
    assert game != other
    other.play("end_turn")
    assert game == other
    assert game != hansa.new(seed=8)
    assert game != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_str_draws_the_board_and_repr_is_short() -> None:
    game = hansa.new(seed=7)
    assert str(game) == game.text()
    assert repr(game) == "<Hansa Teutonica: 3 seats, running, version 9, awaiting 1>"
    assert repr(game.look()) == "<what seat 1 sees; it may place_piece, take_income, end_turn>"


def test_the_history_lists_seats_commands_and_events() -> None:
    game = hansa.new(seed=7)
    told = game.play(hansa.EndTurn())
    (move,) = game.history
    assert (move.seat, move.command, move.events, move.version) == (1, hansa.EndTurn(), told, game.version)


# ---------------------------------------------------------------- looking


def test_a_view_shows_what_its_seats_may_know() -> None:
    game = merchants.new(seed=3)
    for _ in range(12):
        game.play(game.legal().sample(1)[0])
    assert game.view(1) != game.view(2) != game.view()
    with pytest.raises(kontor.BadCommand):
        game.view(7)


@BOTH
def test_a_notebook_draws_the_game_as_a_spectator_sees_it(ruleset: "type[hansa]") -> None:
    game = ruleset.new(seats=3, seed=7)
    assert game._repr_svg_() == game.svg()
    assert game.svg().startswith("<svg")
    assert game.svg(1, theme="dark") != game.svg(1)
    assert len(game.text(1).splitlines()) > 10


@pytest.mark.parametrize("ruleset", [hansa, merchants])
def test_random_is_asked_without_json_and_answers_as_on_a_server(ruleset: "type[hansa]") -> None:
    game = ruleset.new(seats=3, seed=3)
    for _ in range(40):
        luck = bot_luck(game._now.joint, game.version, game.seat or 0)
        served = random_bot(game.look(), Budget(1.0, lambda: 0.0, luck)).command
        command = game.ask("random")
        assert command == read_command(game._rules, served or {})
        game.play(command)


def test_bots_are_asked_by_name_or_as_functions() -> None:
    game = hansa.new(seed=7)
    assert game.ask("greedy") in game.legal()
    assert game.ask(lambda look: look.commands(3)[0]) in game.legal()
    assert game.ask(lambda look: hansa.EndTurn()) == hansa.EndTurn()
    assert game.ask(lambda look: None) is None
    with pytest.raises(kontor.KontorError, match=r"Hansa Teutonica has no bot deep\. The bots are random, "):
        game.ask("deep")


def test_a_game_of_2009_draws_who_begins_unless_an_order_is_named() -> None:
    """HT-SETUP-9"""
    orders = {hansa.new(seats=3, seed=seed, edition="classic").turn_order for seed in range(9)}
    assert orders == {(1, 2, 3), (2, 3, 1), (3, 1, 2)}
    assert hansa.new(seats=3, seed=1, edition="classic", order="listed").turn_order == (1, 2, 3)
    assert hansa.new(seats=3, seed=1).turn_order == (1, 2, 3)


EVERY_BOT = [(ruleset, bot) for ruleset in (hansa, merchants) for bot in (*ruleset.BOTS, lambda look: None)]


@pytest.mark.parametrize(("ruleset", "bot"), EVERY_BOT)
def test_no_bot_is_asked_for_a_seat_that_has_nothing_to_decide(ruleset: "type[hansa]", bot: str) -> None:
    game = ruleset.new(seats=3, seed=7)
    with pytest.raises(kontor.NotNow, match="has nothing to decide now") as refusal:
        game.ask(bot, game.awaiting[0] % 3 + 1)
    assert refusal.value.code == "not-your-decision"
    with pytest.raises(kontor.NotNow, match="The game is over"):
        played_out(tiny()).ask("random", 1)


def test_trying_a_command_changes_nothing() -> None:
    game = hansa.new(seats=3, board="hansa-3", seed=7)
    look, place = game.look(), hansa.PlacePiece("Hamburg~Lübeck/1", "trader")
    tried = look.try_(place)
    assert tried == look.try_({"type": "place_piece", "post": "Hamburg~Lübeck/1", "shape": "trader"})
    assert (game.history, look.view) == ((), game.view(1))
    game.play(place)
    assert tried == game.view(1), "nothing is hidden here: it is what happens"


def test_trying_a_command_deals_hidden_values_at_random() -> None:
    game = merchants.new(seats=3, seed=3)
    while "roll_dice" not in game.legal().kinds:
        game.play(next(iter(game.legal())))
    look, roll = game.look(), merchants.RollDice()
    rolled = [look.try_(roll, deal)["dice"] for deal in range(8)]
    assert rolled == [look.try_(roll, deal)["dice"] for deal in range(8)]
    assert len({str(dice) for dice in rolled}) > 1, "it tells nothing of the roll to come"


def test_one_ply_of_search_needs_only_a_look() -> None:
    def supply(view: Any) -> int:
        return sum(view["seats"][0]["supply"].values())

    game = hansa.new(seed=7)
    best = game.ask(lambda look: max(look.commands(24), key=lambda command: supply(look.try_(command))))
    assert isinstance(best, hansa.TakeIncome)


def test_a_bot_may_draw_its_command() -> None:
    game = hansa.new(seed=7)
    drawn = [game.ask(lambda look, n=n: look.choice(random.Random(n))) for n in range(30)]
    assert {type(command) for command in drawn} == {hansa.PlacePiece, hansa.TakeIncome, hansa.EndTurn}
    assert all(command in game.legal() for command in drawn)
    assert tiny().ask(lambda look: look.choice(random.Random(1))) in tiny().legal()
