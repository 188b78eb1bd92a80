"""What is enumerated exactly: every command of a kind is listed if and only if it is accepted (HT-DEC)."""

from collections.abc import Iterable
from itertools import product
from typing import Any, cast

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.britannia import PayOpenBorders
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.favours import BuyFavour, FavoursRevealed, ResolveFavourIncome, SetStandingOrder
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced
from kontor.domain.hansa.rulebook.neutral_route import ResolveNeutralRoute
from kontor.domain.hansa.rulebook.permanent_markers import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.provinces import MovePawn, PawnPlaced, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import Assignment, PlaceReplacements, ReplacementDrawn
from kontor.domain.hansa.rulebook.rewards import (
    AbilityReward,
    ExtraOfficeReward,
    NoReward,
    OfficeReward,
    Reward,
    SpecialReward,
)
from kontor.domain.hansa.rulebook.rules import Command
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import ABILITIES, SHAPES, TILES, PieceCount
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.violation import Violation
from tests.domain.hansa.board_files import all_posts, routes
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    Play,
    extra,
    favoured,
    full_city,
    held,
    offices,
    owns,
    placed,
    position,
    share,
    started,
)
from tests.domain.hansa.seen import seen
from tests.support.scenario import KEY


def accepted(play: Play, seat: int, command: Command) -> bool:
    try:
        RULESET.decide(play.state, seat, command, Dice(KEY, {}))
    except Violation:
        return False
    return True


def exactly(play: Play, seat: int, commands: Iterable[Command]) -> int:
    """How many of the commands are accepted; just these must be listed."""
    count = 0
    for command in commands:
        is_accepted = accepted(play, seat, command)
        assert play.lists(seat, command) == is_accepted, command
        count += is_accepted
    return count


def cities(play: Play) -> list[str]:
    return [each["city"] for each in seen(play)["cities"]]


def test_every_purchase_of_a_favour_tile() -> None:
    """HT-DEC-1"""
    play = position(
        "hansa-45",
        FavoursRevealed(TILES[:4]),
        *(owns(RED, f"m0{n}", "swap_offices") for n in (1, 2, 3)),
        owns(BLUE, "m04", "swap_offices"),
        favours=True,
    )
    ids = [f"m0{n}" for n in (1, 2, 3, 4, 5)]
    commands = [BuyFavour(tile, (a, b)) for tile in TILES for a, b in product(ids, ids) if a < b]
    assert exactly(play, RED, commands) == 4 * 3


def test_every_income() -> None:
    """HT-DEC-3"""
    commands = [TakeIncome(traders, merchants) for traders in range(9) for merchants in range(5)]
    play = position("hansa-45", shares=[share(RED, stock=(4, 2), bursa=1)])
    assert exactly(play, RED, commands) == 15 - 1 - 1  # five traders by three merchants, without none and all six


def test_every_place_with_every_permission() -> None:
    """HT-DEC-4, HT-DEC-17"""
    words = (None, "Cardiff", "Carlisle", "London", "open_borders")
    commands = [
        PlacePiece(post, shape, word) for post in all_posts("britannia-45") for shape in SHAPES for word in words
    ]
    happened = (
        offices(RED, "Cardiff", 1),
        offices(RED, "London", 1),
        placed(BLUE, "London~Oxford/1", "Cardiff~Pembroke/1"),
    )
    both = position("britannia-45", *happened, shares=[share(RED, (2, 1))])
    assert exactly(both, RED, commands) > 200
    traders = position("britannia-45", *happened, shares=[share(RED, (2, 0))])
    assert exactly(traders, RED, commands) > 100


def test_every_displacement() -> None:
    """HT-DEC-5"""
    fees = [PieceCount(traders, merchants) for traders in range(4) for merchants in range(4)]
    taken = ("Minden~Münster/1", "Minden~Münster/2", "Minden~Münster/3", "Hamburg~Stade/1")
    commands = [DisplacePiece(post, shape, fee) for post in taken for shape in SHAPES for fee in fees]
    play = position(
        "hansa-45",
        placed(BLUE, taken[0]),
        placed(GREEN, taken[1], shape=MERCHANT),
        placed(RED, taken[2]),
        shares=[share(RED, (2, 1))],
    )
    # against the trader two of the three pieces serve, in three ways; against the merchant all three, the new one a
    # trader or the merchant
    assert exactly(play, RED, commands) == 3 + 2


def test_every_establish_and_every_reward() -> None:
    """HT-DEC-8, HT-DEC-9"""
    play = position(
        "hansa-45",
        held("hansa-45", RED, "Hamburg~Stade"),
        held("hansa-45", BLUE, "Emden~Stade"),
        placed(RED, "Warburg~Coellen/1", "Warburg~Coellen/2", "Warburg~Coellen/3"),
        placed(RED, "Warburg~Coellen/4", shape=MERCHANT),
        offices(BLUE, "Hamburg", 1),
        SpecialSpaceTaken(BLUE, 8),
        owns(RED, "m01", "extra_office"),
        owns(RED, "m02", "swap_offices"),
        shares=[share(RED, privilegium=1)],
    )
    rewards: list[Reward] = [NoReward()]
    for city in ("Hamburg", "Stade", "Warburg", "Coellen", "Emden"):
        rewards += [OfficeReward("office", city, shape) for shape in SHAPES]
        rewards += [
            ExtraOfficeReward("extra_office", city, shape, marker)
            for shape in SHAPES
            for marker in ("m01", "m02", "m03")
        ]
        rewards += [AbilityReward("ability", city, ability) for ability in ABILITIES]
        rewards += [SpecialReward("special", city, space) for space in (7, 8, 9, 11, 12)]
    commands = [EstablishRoute(route, reward) for route in routes("hansa-45") for reward in rewards]
    # Hamburg~Stade: none, Hamburg's orange office, an extra one there, privilegium in Stade;
    # Warburg~Coellen: none, an office in each city, the space of seven points
    assert exactly(play, RED, commands) == 4 + 4


def test_every_swap_and_every_development() -> None:
    """HT-DEC-11, HT-DEC-12"""
    play = position(
        "hansa-45",
        offices(RED, "Minden", 1),
        offices(BLUE, "Minden", 2),
        offices(RED, "Minden", 3),
        offices(BLUE, "Stendal", 1),
        offices(GREEN, "Stendal", 2, MERCHANT),
        extra(RED, "Stendal"),
        owns(RED, "m01", "swap_offices"),
        owns(RED, "m02", "develop_ability"),
        shares=[share(RED, keys=4, bursa=3)],
    )
    swaps = [UseMarker("m01", city=city, left_index=left) for city in cities(play) for left in range(9)]
    assert exactly(play, RED, swaps) == 2
    assert exactly(play, RED, [UseMarker("m02", ability=ability) for ability in ABILITIES]) == 3


def test_every_route_for_a_replacement() -> None:
    """HT-DEC-15"""
    play = position(
        "britannia-45",
        placed(BLUE, "London~Oxford/1"),
        full_city("britannia-45", BLUE, "Bristol"),
        full_city("britannia-45", BLUE, "Salisbury"),
        then=[ReplacementDrawn(RED, 11, 1)],
    ).when(RED, EndTurn())
    commands = [PlaceReplacements((Assignment("m04", route),)) for route in (*routes("britannia-45"), None)]
    # 40 routes: 7 lie in Wales, 6 in Scotland; 2 have permanent markers, 3 a marker, 1 a piece, 1 full cities
    assert exactly(play, RED, commands) == 40 - 13 - 2 - 3 - 1 - 1


def test_the_income_share_is_taken_or_not() -> None:
    """HT-DEC-16"""
    play = position(
        "hansa-45",
        favoured("income_share", RED),
        shares=[share(RED, stock=(1, 0)), share(BLUE, stock=(1, 0))],
        turn=BLUE,
        favours=True,
    )
    asked = play.when(RED, SetStandingOrder("ask")).when(BLUE, TakeIncome(1, 0))
    assert exactly(asked, RED, [ResolveFavourIncome(True), ResolveFavourIncome(False)]) == 2


def test_every_payment_for_open_borders() -> None:
    """HT-DEC-18"""
    happened = (
        owns(RED, "m01", "swap_offices"),
        owns(RED, "m02", "swap_offices", is_used=True),
        owns(BLUE, "m03", "swap_offices"),
    )
    commands = [PayOpenBorders(f"m0{n}") for n in (1, 2, 3, 4)]
    assert exactly(position("britannia-45", *happened, open_borders=True), RED, commands) == 1
    assert exactly(position("britannia-45", *happened), RED, commands) == 0


def test_every_province_for_the_pawn() -> None:
    """HT-DEC-19, HT-DEC-20"""
    provinces = cast("list[dict[str, Any]]", RULESET.boards()["hansa-3"]["provinces"])
    names = [str(each["id"]) for each in provinces]
    fresh = started("hansa-3", two_player_variant="provinces")
    assert exactly(fresh, BLUE, [PlacePawn(name) for name in (*names, "rome")]) == 16
    play = position("hansa-3", PawnPlaced("outer-harz"), two_player_variant="provinces")
    assert exactly(play, RED, [MovePawn(name, "action") for name in names]) == 15
    # over one border outer-south and outer-east; over two their neighbours as well
    near = exactly(play, RED, [MovePawn(name, "free") for name in names])
    assert 2 < near < 15


def test_every_city_and_order_of_neutral_routes() -> None:
    """HT-DEC-22, HT-DEC-23"""
    play = position(
        "hansa-3",
        NeutralPlaced(("Stendal~Magdeburg/1", "Stendal~Magdeburg/2", "Goslar~Magdeburg/1", "Duisburg~Dortmund/1")),
        owns(RED, "m01", "move_three"),
        two_player_variant="neutral",
    ).when(
        RED,
        UseMarker(
            "m01",
            moves=(
                Step("Stendal~Magdeburg/1", "Goslar~Magdeburg/2"),
                Step("Stendal~Magdeburg/2", "Duisburg~Dortmund/2"),
            ),
        ),
    )
    names = [None, *cities(play)]
    commands = [ResolveNeutralRoute(route, city) for route in routes("hansa-3") for city in names]
    assert exactly(play, RED, commands) == 4


def test_declining_a_permanent_marker_is_always_listed() -> None:
    """HT-DEC-10"""
    play = position("east", held("east", RED, "Stralsund~Malmö")).when(
        RED, EstablishRoute("Stralsund~Malmö", NoReward())
    )
    assert exactly(play, RED, [ResolvePermanentMarker(False), ResolvePermanentMarker(True)]) == 2
    green = position("east", held("east", RED, "Malmö~Visby"), shares=[share(RED, (1, 0))]).when(
        RED, EstablishRoute("Malmö~Visby", NoReward())
    )
    commands = [ResolvePermanentMarker(True, city=city, shape=shape) for city in cities(green) for shape in SHAPES]
    assert exactly(green, RED, commands) == 3
    assert exactly(green, RED, [ResolvePermanentMarker(False, city="Dresden", shape=TRADER)]) == 0
