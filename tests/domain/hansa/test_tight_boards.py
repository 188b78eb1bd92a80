"""The three laws where posts are rare: displaced pieces, moves and permanent markers on crowded boards."""

from collections.abc import Callable
from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, random_command
from kontor.domain.hansa.legal.as_commands import fill
from kontor.domain.hansa.legal.enumeration import offers
from kontor.domain.hansa.rulebook.displace import PieceDisplaced
from kontor.domain.hansa.rulebook.displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.displacement_targets import compensation, targets
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.permanent import PermanentMarkerOffered, ResolvePermanentMarker, Setting, has_effect
from kontor.domain.hansa.rulebook.rules import COMMANDS, Command, decide, decider, evolve
from kontor.domain.hansa.state import State, owner_of, piece_of, shape_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, SHAPES, TRADER, Pool
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.legality import covers, is_complete
from kontor.domain.kernel.model import write
from kontor.domain.kernel.play import read_command
from kontor.domain.kernel.violation import Violation
from tests.domain.hansa.test_engine_smoke import begun, table_of

CROWDS: list[tuple[str, int, dict[str, Json]]] = [
    ("hansa-3", 3, {}),
    ("hansa-45", 4, {"favours": True}),
    ("east", 3, {}),
    ("britannia-3", 3, {"edition": "classic"}),
    ("britannia-45", 5, {"open_borders": True}),
    ("hansa-3", 2, {"two_player_variant": "provinces"}),
    ("east", 2, {"two_player_variant": "neutral"}),
    ("britannia-3", 2, {"two_player_variant": "neutral"}),
]
POOLS: tuple[Pool, ...] = ("stock", "supply", "board")
NAMES = {form: name for name, form in COMMANDS.items()}


def is_accepted(state: State, seat: int, command: Command) -> bool:
    try:
        decide(state, seat, command)
    except Violation:
        return False
    return True


def require_laws(state: State, luck: Random, made: Callable[[], Command] | None = None) -> None:
    """Complete options are accepted, every family has an accepted command, and what is accepted is covered."""
    seat = decider(state)
    options = RULESET.legal(state, seat)
    for option in options:
        if is_complete(option):
            assert is_accepted(state, seat, read_command(RULESET, option)), option
    for offer in offers(state, seat):
        assert is_accepted(state, seat, fill(state, offer, luck)), offer
    for _ in range(60 if made else 0):
        command = made() if made else None
        if command is not None and is_accepted(state, seat, command):
            body: JsonObject = {"type": NAMES[type(command)], **_written(command)}
            assert any(covers(option, body) for option in options), body


def _written(command: Command) -> JsonObject:
    body = write(command)
    assert isinstance(body, dict)
    return body


def crowded(state: State, empty: int, luck: Random) -> State:
    """The same position with pieces on all posts but a few, and little in supplies and stocks."""
    now = state.copy()
    board = now.board
    owners = [*now.seats, NEUTRAL] if now.options.two_player_variant == "neutral" else [*now.seats]
    free = luck.sample(range(board.size), empty)
    posts = bytearray(board.size)
    for post in range(board.size):
        owner = luck.choice(owners)
        wide = owner != NEUTRAL and (not board.is_normal[post] or luck.random() < 0.3)
        posts[post] = 0 if post in free else piece_of(owner, MERCHANT if wide else TRADER)
    now.posts = bytes(posts)
    now.supply = tuple((luck.choice((0, 1, 3)), luck.choice((0, 0, 2))) for _ in now.supply)
    now.stock = tuple((luck.choice((0, 0, 3)), luck.choice((0, 0, 1))) for _ in now.stock)
    now.offices = tuple(
        bytes(piece_of(luck.choice(now.seats), TRADER) * (luck.random() < 0.6) for _ in row) for row in now.offices
    )
    now.unused = tuple((1, 2, 3) if seat == now.active else () for seat in range(len(now.unused)))
    now.at_route = (0,) * len(now.at_route)
    return now


@pytest.fixture(params=CROWDS, ids=lambda crowd: f"{crowd[0]}-{crowd[1]}")
def state(request: pytest.FixtureRequest) -> State:
    now = begun(table_of(*request.param), 5)
    return (
        advance(now, decider(now), random_command(now, decider(now), Random(5))) if now.phase == "place_pawn" else now
    )


@pytest.mark.parametrize("empty", [0, 1, 2, 4, 9])
def test_moves_and_markers_on_a_crowded_board(state: State, empty: int) -> None:
    """HT-MOVE-3, HT-MARKER-11, HT-MARKER-12, HT-DISPLACE-18"""
    luck = Random(empty)
    now = crowded(state, empty, luck)
    names = now.board.post_names

    def moved() -> Command:
        steps = tuple(Step(luck.choice(names), luck.choice(names)) for _ in range(luck.randint(1, 3)))
        return MovePieces(steps) if luck.random() < 0.5 else UseMarker(f"m0{luck.randint(1, 3)}", moves=steps)

    require_laws(now, luck, moved)


@pytest.mark.parametrize("empty", [1, 2, 3, 6])
def test_displaced_pieces_on_a_crowded_board(state: State, empty: int) -> None:
    """HT-DISPLACE-6, HT-DISPLACE-12, HT-DISPLACE-17, HT-2P-NEUT-7"""
    luck = Random(empty)
    now = crowded(state, empty, luck)
    names, foreign = now.board.post_names, [n for n, each in enumerate(now.posts) if owner_of(each) != now.active]
    for post in luck.sample([post for post in foreign if now.posts[post]], 4):
        owner, shape = owner_of(now.posts[post]), shape_of(now.posts[post])
        if not targets(now, owner, shape, now.board.route_of[post]):
            continue
        extras = compensation(now, owner, shape)
        displaced = PieceDisplaced(now.active, owner, SHAPES[shape], SHAPES[MERCHANT], names[post], extras)
        waiting = evolve(now, displaced, now.version + 1)
        own = [name for name, each in zip(names, waiting.posts, strict=True) if owner_of(each) == owner]
        free = [name for name, each in zip(names, waiting.posts, strict=True) if not each]

        def listed(shape: int = shape, own: list[str] = own, free: list[str] = free) -> Command:
            places = [Placement("displaced", SHAPES[shape], luck.choice(free))]
            for _ in range(luck.randint(0, 2)):
                pool = luck.choice(POOLS)
                origin = luck.choice(own) if own and pool == "board" else None
                extra = Placement(pool, luck.choice(SHAPES), luck.choice([*free, *own]), origin)
                places.insert(luck.randint(0, len(places)), extra)
            return PlaceDisplaced(tuple(places))

        require_laws(waiting, luck, listed)


@pytest.mark.parametrize("empty", [0, 1, 3])
def test_permanent_markers_on_a_crowded_board(state: State, empty: int) -> None:
    """HT-EAST-9, HT-EAST-12, HT-BRIT-16"""
    luck, names = Random(empty), state.board.post_names
    for route in state.board.routes:
        now = crowded(state, empty, luck)
        if route.permanent is None or not has_effect(now, now.active, route.permanent):
            continue
        hand = (2, 1) if route.permanent == "redeploy_two" else (0, 0)
        offered = evolve(now, PermanentMarkerOffered(now.active, route.name, route.permanent, *hand), now.version + 1)

        def settings() -> Command:
            pieces = tuple(Setting(luck.choice(SHAPES), luck.choice(names), luck.choice(POOLS)) for _ in range(2))
            return ResolvePermanentMarker(True, placements=pieces[: luck.randint(1, 2)])

        require_laws(offered, luck, settings)
