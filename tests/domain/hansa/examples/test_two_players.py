"""Worked examples of the two-player variants (rules page, section 29.9)."""

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import RouteEstablished
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced
from kontor.domain.hansa.rulebook.neutral_route import NeutralRouteFilled, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.office import OfficeOccupied
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.provinces import MovePawn, PawnMoved, PawnPlaced
from kontor.domain.hansa.rulebook.replacement_markers import (
    Assignment,
    PlaceReplacements,
    ReplacementDrawn,
    ReplacementPlaced,
)
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import BLUE, NEUTRAL, RED, TRADER, lies, offices, position, share, started
from tests.domain.hansa.seen import actions_left, neutral_stock, on_post, posts


def test_the_pawn_must_border_the_route() -> None:
    """HT-EX-75, HT-2P-PROV-6, HT-2P-PROV-9"""
    given = position(
        "hansa-3",
        PawnPlaced("westphalia"),
        shares=[share(RED, (4, 0))],
        two_player_variant="provinces",
    )
    muenster, hannover = PlacePiece("Minden~Münster/1", TRADER), PlacePiece("Minden~Hannover/1", TRADER)
    given.when(RED, muenster).accepted().when(RED, hannover).refused_by("HT-2P-PROV-9", "pawn_elsewhere")
    moved = given.when(RED, MovePawn("weser", "free")).then_among_others(PawnMoved("westphalia", "weser", "free"))
    moved.when(RED, hannover).accepted()
    moved.when(RED, muenster).refused_by("HT-2P-PROV-9", "pawn_elsewhere")


def test_a_free_move_of_the_pawn_after_an_action_closes_the_turn() -> None:
    """HT-EX-76, HT-2P-PROV-7, HT-2P-PROV-8"""
    given = position(
        "hansa-3",
        PawnPlaced("westphalia"),
        shares=[share(RED, (4, 0), actiones=1)],
        used=1,
        two_player_variant="provinces",
    )
    place = PlacePiece("Bremen~Minden/1", TRADER)
    free = given.when(RED, MovePawn("osnabrueck-minden", "free")).accepted()
    free.when(RED, place).refused_by("HT-2P-PROV-7", "no_actions_left")
    paid = given.when(RED, MovePawn("osnabrueck-minden", "action")).accepted()
    assert actions_left(paid) == 1
    paid.when(RED, place).accepted()


def test_neutral_traders_start_at_feature_cities_and_start_markers() -> None:
    """HT-EX-77, HT-2P-NEUT-2, HT-2P-NEUT-4"""
    after = started("britannia-3", two_player_variant="neutral")
    standing = {post for post, piece in posts(after).items() if piece == (NEUTRAL, TRADER)}
    features = ("Newcastle", "Chester", "York", "Norwich", "London", "Plymouth", "Cardiff")
    routes = {post.rpartition("/")[0] for post in standing}
    ending = {city: {route for route in routes if city in route.split("~")} for city in features}
    assert [len(ending[city]) for city in features] == [2, 2, 2, 2, 3, 1, 4]
    taverns = {"Richmond~Lancaster", "Coventry~Nottingham", "Salisbury~Southampton"}
    assert routes == set().union(*ending.values()) | taverns
    assert (len(standing), neutral_stock(after)) == (19, 7)


def test_a_full_neutral_route_is_established_at_once() -> None:
    """HT-EX-78, HT-2P-NEUT-7, HT-2P-NEUT-11, HT-2P-NEUT-12"""
    route = "Salisbury~Southampton"
    given = position(
        "britannia-3",
        NeutralPlaced(("Salisbury~Plymouth/1", f"{route}/1")),
        lies("m01", "extra_office", route),
        shares=[share(RED, (3, 0))],
        two_player_variant="neutral",
    )
    stock_before = neutral_stock(given)
    filled = (
        given.when(RED, DisplacePiece("Salisbury~Plymouth/1", TRADER, PieceCount(1, 0)))
        .when(
            BLUE,
            PlaceDisplaced(
                (
                    Placement("displaced", TRADER, f"{route}/2"),
                    Placement("stock", TRADER, "Salisbury~Bristol/1"),
                )
            ),
        )
        .then_among_others(NeutralRouteFilled(route))
    )
    filled.when(RED, EndTurn()).refused_by("HT-TURN-4", "wrong_phase")
    after = (
        filled.when(RED, ResolveNeutralRoute(route, "Southampton"))
        .then(
            RouteEstablished(NEUTRAL, route),
            MarkerLeftGame("m01", "extra_office", "neutral_route"),
            ReplacementDrawn(RED, 11, 1),
            OfficeOccupied(NEUTRAL, "Southampton", 1, TRADER),
            RoutePiecesReturned(NEUTRAL, route, 1, 0),
        )
        .then_no(PrestigeGained)
    )
    assert [on_post(after, f"{route}/{n}") for n in (1, 2)] == [None, None]
    assert neutral_stock(after) == stock_before - 1 + 1
    assert actions_left(after) == 1


def test_one_neutral_trader_stays_on_a_route_to_a_feature_city() -> None:
    """HT-EX-79, HT-2P-NEUT-12"""
    route = "London~Canterbury"
    given = position(
        "britannia-3",
        NeutralPlaced((f"{route}/1", f"{route}/2", "London~Cambridge/1")),
        shares=[share(RED, (3, 0))],
        two_player_variant="neutral",
    )
    stock_before = neutral_stock(given)
    after = (
        given.when(RED, DisplacePiece("London~Cambridge/1", TRADER, PieceCount(1, 0)))
        .when(
            BLUE,
            PlaceDisplaced(
                (
                    Placement("displaced", TRADER, f"{route}/3"),
                    Placement("stock", TRADER, "London~Oxford/1"),
                )
            ),
        )
        .when(RED, ResolveNeutralRoute(route, "Canterbury"))
        .then_among_others(
            OfficeOccupied(NEUTRAL, "Canterbury", 1, TRADER), RoutePiecesReturned(NEUTRAL, route, 1, 0, kept=1)
        )
    )
    assert [on_post(after, f"{route}/{n}") for n in (1, 2, 3)] == [(NEUTRAL, TRADER), None, None]
    assert neutral_stock(after) == stock_before - 1 + 1


def test_a_replacement_brings_a_neutral_trader() -> None:
    """HT-EX-80, HT-2P-NEUT-17"""
    route = "Durham~Lancaster"
    after = (
        position("britannia-3", then=[ReplacementDrawn(RED, 11, 1)], two_player_variant="neutral")
        .when(RED, EndTurn())
        .when(RED, PlaceReplacements((Assignment("m04", route),)))
        .then_among_others(ReplacementPlaced("m04", route, False), NeutralPlaced((f"{route}/1",)))
    )
    assert on_post(after, f"{route}/1") == (NEUTRAL, TRADER)


def test_a_neutral_trader_displaced_in_wales_stays_in_wales() -> None:
    """HT-EX-83, HT-2P-NEUT-8"""
    given = position(
        "britannia-3",
        offices(RED, "Cardiff", 1),
        NeutralPlaced(("Montgomery~Cardiff/1",)),
        shares=[share(RED, (3, 0))],
        two_player_variant="neutral",
    ).when(RED, DisplacePiece("Montgomery~Cardiff/1", TRADER, PieceCount(1, 0)))
    welsh = ("Cardiff~Pembroke/1", "Montgomery~Pembroke/1", "Montgomery~Conway/1", "Montgomery~Hereford/1")
    for first, second in zip(welsh, (*welsh[1:], welsh[0]), strict=True):
        both = (Placement("displaced", TRADER, first), Placement("stock", TRADER, second))
        given.when(BLUE, PlaceDisplaced(both)).accepted()
    for english in ("Oxford~Cardiff/1", "Coventry~Cardiff/1"):
        displaced = (Placement("displaced", TRADER, english), Placement("stock", TRADER, welsh[0]))
        additional = (Placement("displaced", TRADER, welsh[0]), Placement("stock", TRADER, english))
        given.when(BLUE, PlaceDisplaced(displaced)).refused_by("HT-2P-NEUT-8", "border")
        given.when(BLUE, PlaceDisplaced(additional)).refused_by("HT-2P-NEUT-8", "border")
