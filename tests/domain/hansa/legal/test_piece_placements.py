"""Lists of pieces set on posts one after the other, on crowded boards (HT-DISPLACE-12, -17, HT-EAST-12, HT-BRIT-16)."""

from random import Random

import pytest

from kontor.domain.hansa.rulebook.displace import PieceDisplaced
from kontor.domain.hansa.rulebook.displacement_targets import compensation, targets
from kontor.domain.hansa.rulebook.marker_move import Setting
from kontor.domain.hansa.rulebook.permanent_markers import PermanentMarkerOffered, ResolvePermanentMarker, has_effect
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.rules import Command, evolve
from kontor.domain.hansa.state import State, owner_of, shape_of
from kontor.domain.hansa.words import MERCHANT, SHAPES, Pool
from kontor.domain.kernel.states import put, working_copy
from tests.domain.hansa.board_files import normal_posts
from tests.domain.hansa.crowds import crowded, on_crowds, require_laws
from tests.domain.hansa.displacements import displaced_from
from tests.domain.hansa.factories import BLUE, GREEN, Play, answer, placed

POOLS: tuple[Pool, ...] = ("stock", "supply", "board")


@on_crowds
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
            places = [Placement("displaced", SHAPES[shape], luck.choice([*free, *own]))]
            for _ in range(luck.randint(0, 2)):
                pool = luck.choice(POOLS)
                origin = luck.choice(own) if own and pool == "board" else None
                extra = Placement(pool, luck.choice(SHAPES), luck.choice([*free, *own]), origin)
                places.insert(luck.randint(0, len(places)), extra)
            return PlaceDisplaced(tuple(places))

        require_laws(waiting, luck, listed)
        require_laws(without_other_sources(waiting, owner), luck, listed)


def without_other_sources(state: State, owner: int) -> State:
    """All extras of the owner come from the board (HT-DISPLACE-6, HT-RULING-12)."""
    bare = working_copy(state)
    bare.stock, bare.supply = put(state.stock, owner, (0, 0)), put(state.supply, owner, (0, 0))
    return bare


@on_crowds
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


def all_near_taken(own: int, rules: int) -> tuple[Play, list[str]]:
    """A merchant of Blue's was displaced from Minden~Münster. Every post of the adjacent routes is taken, the first
    `own` of them by Blue; Blue has one trader in the stock. With these posts."""
    around = {"Minden", "Münster"}
    near = [
        post
        for post in normal_posts("hansa-45")
        if around & set(post.rpartition("/")[0].split("~")) and not post.startswith("Minden~Münster/")
    ]
    taken = (placed(BLUE, *near[:own]), placed(GREEN, *near[own:]))
    return displaced_from(*taken, shape="merchant", boxed=(1, 0), rules=rules), near


def leaving(post: str) -> PlaceDisplaced:
    """The second extra leaves that post, and the displaced merchant takes it."""
    return answer(
        ("stock", "trader", "Arnheim~Duisburg/1"),
        ("board", "trader", "Arnheim~Duisburg/2", post),
        ("displaced", "merchant", post),
    )


def test_an_extra_does_not_leave_a_full_ring() -> None:
    """HT-DISPLACE-12, HT-RULING-12: lifted, it leaves the one empty post of the nearest ring."""
    game, near = all_near_taken(own=1, rules=1)
    assert not game.lists(BLUE, leaving(near[0]))
    game.when(BLUE, leaving(near[0])).refused_by("HT-DISPLACE-12", "not_nearest_ring", post=near[0])


def test_an_extra_comes_from_further_out_or_from_a_ring_with_room() -> None:
    """HT-DISPLACE-12, HT-DISPLACE-10, HT-RULING-12"""
    game, near = all_near_taken(own=0, rules=1)
    far = game.given(*placed(BLUE, "Hamburg~Lübeck/1"))
    from_afar = answer(
        ("stock", "trader", "Arnheim~Duisburg/1"),
        ("displaced", "merchant", "Arnheim~Duisburg/2"),
        ("board", "trader", "Arnheim~Duisburg/3", "Hamburg~Lübeck/1"),
    )
    far.when(BLUE, from_afar).accepted()
    roomy = displaced_from(placed(BLUE, near[0]))  # a trader: one extra, and nothing but posts to take it from
    roomy.when(BLUE, answer(("board", "trader", near[1], near[0]), ("displaced", "trader", near[0]))).accepted()


def test_until_version_1_an_extra_left_a_full_ring_while_the_stock_lasted_for_the_first_one_only() -> None:
    """HT-DISPLACE-6, HT-DISPLACE-12"""
    game, near = all_near_taken(own=1, rules=0)
    assert game.lists(BLUE, leaving(near[0]))
    game.when(BLUE, leaving(near[0])).accepted()
