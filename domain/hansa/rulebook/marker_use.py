"""Using a bonus marker: what each kind demands and does (HT-MARKER-1 to -12)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from kontor.domain.hansa.rulebook import ability
from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.rulebook.lookups import require_city, require_post, require_unused
from kontor.domain.hansa.rulebook.markers import (
    ActionsGranted,
    MarkerUsed,
    OfficesSwapped,
    PiecesRelocated,
    PiecesRemoved,
    Relocation,
    RemovedPiece,
    UseMarker,
)
from kontor.domain.hansa.rulebook.move import Lift, require_lifts, require_same_country
from kontor.domain.hansa.state import State, owner_of, shape_of
from kontor.domain.hansa.words import ABILITIES, NOBODY, SHAPES, MarkerKind
from kontor.domain.kernel.violation import Violation

GRANTS = {"plus_three_actions": 3, "plus_four_actions": 4}
MOST = 3  # pieces that move_three and remove_three touch
FIELDS: dict[MarkerKind, tuple[str, ...]] = {
    "extra_office": (),
    "swap_offices": ("city", "left_index"),
    "move_three": ("moves",),
    "remove_three": ("posts",),
    "develop_ability": ("ability",),
    "plus_three_actions": (),
    "plus_four_actions": (),
}


def swaps(state: State, seat: int, city: int) -> Sequence[int]:
    """The left ones (from 1) of neighbouring offices that the seat may exchange (HT-MARKER-7); in a green city only
    what lies on the right by a permanent marker (HT-EAST-14)."""
    # in edition classic none of the two need be the user's
    return _swaps(state.offices[city], seat, state.options.edition == "classic")


@lru_cache(maxsize=1 << 14)
def _swaps(row: bytes, seat: int, is_free: bool) -> Sequence[int]:
    owners = [owner_of(piece) for piece in row]
    return tuple(
        left + 1
        for left, (one, other) in enumerate(pairwise(owners))
        if NOBODY not in (one, other) and one != other and (is_free or seat in (one, other))
    )


def may_gain_actions(state: State) -> bool:
    """Markers that give actions are of no use once the turn has none to give (HT-FAVOUR-3, HT-2P-PROV-7)."""
    return not state.bought and not state.closed


def decide(story: Story, seat: int, command: UseMarker) -> None:
    number = require_unused(story.state, seat, command.marker)
    kind = story.state.kinds[number - 1]
    _require_fields(command, kind)
    used = MarkerUsed(seat, command.marker, kind)
    match kind:
        case "swap_offices":
            _swap(story, seat, command, used)
        case "develop_ability":
            _develop(story, seat, command, used)
        case "move_three":
            _move(story, seat, command, used)
        case "remove_three":
            _remove(story, seat, command, used)
        case "plus_three_actions" | "plus_four_actions":
            _grant(story, seat, used)
        case "extra_office":
            raise Violation(
                "HT-MARKER-4", "marker_without_effect", "extra_office is used as the reward of establish_route."
            )


def _require_fields(command: UseMarker, kind: MarkerKind) -> None:
    given = {name for name in ("city", "left_index", "ability", "moves", "posts") if getattr(command, name) is not None}
    if given != set(FIELDS[kind]):
        wanted = " and ".join(FIELDS[kind]) or "nothing but the marker"
        raise Violation(
            "HT-MARKER-1", "wrong_fields", f"{kind} asks for {wanted}.", kind=kind, fields=list(FIELDS[kind])
        )


def _swap(story: Story, seat: int, command: UseMarker, used: MarkerUsed) -> None:
    state = story.state
    city = require_city(state.board, command.city or "")
    legal, left = swaps(state, seat, city), command.left_index
    if left is None or left not in legal:
        raise Violation(
            "HT-MARKER-7",
            "illegal_pair",
            "Exchange two neighbouring occupied printed offices of different owners"
            + ("." if state.options.edition == "classic" else ", one of them yours."),
            city=state.board.cities[city].name,
            left_index=[*legal],
        )
    story.tell(used)
    story.tell(OfficesSwapped(seat, state.board.cities[city].name, left))


def _develop(story: Story, seat: int, command: UseMarker, used: MarkerUsed) -> None:
    wanted = ABILITIES.index(command.ability or "keys")
    ability.require_developable(story.state, seat, wanted)
    story.tell(used)
    ability.develop(story, seat, wanted)


def _move(story: Story, seat: int, command: UseMarker, used: MarkerUsed) -> None:
    state = story.state
    lifts = require_lifts(state, command.moves or (), MOST, "HT-MARKER-11")
    for lift in lifts:
        _require_foreign(state, seat, lift.origin, "HT-MARKER-11")
    require_same_country(state, lifts)
    story.tell(used)
    story.tell(PiecesRelocated(seat, relocations(state, lifts)))


def relocations(state: State, lifts: Sequence[Lift]) -> tuple[Relocation, ...]:
    """The pieces on their way, as an event tells them."""
    names = state.board.post_names
    return tuple(
        Relocation(owner_of(piece), SHAPES[shape_of(piece)], "board", names[target], names[origin])
        for origin, target, piece in lifts
    )


def _remove(story: Story, seat: int, command: UseMarker, used: MarkerUsed) -> None:
    state = story.state
    posts = [require_post(state.board, name) for name in command.posts or ()]
    if not posts:
        raise Violation("HT-MARKER-6", "nothing_to_do", "Name one to three foreign pieces by their posts.")
    if len(posts) > MOST or len(set(posts)) < len(posts):
        raise Violation("HT-MARKER-12", "too_many_pieces", "One to three foreign pieces can be removed, each once.")
    for post in posts:
        if not state.posts[post]:
            raise Violation("HT-MARKER-12", "post_empty", "That post is empty.", post=state.board.post_names[post])
        _require_foreign(state, seat, post, "HT-MARKER-12")
    story.tell(used)
    removed = tuple(
        RemovedPiece(owner_of(state.posts[post]), SHAPES[shape_of(state.posts[post])], state.board.post_names[post])
        for post in posts
    )
    story.tell(PiecesRemoved(seat, removed))


def _require_foreign(state: State, seat: int, post: int, rule: str) -> None:
    if owner_of(state.posts[post]) == seat:
        raise Violation(rule, "own_piece", "This marker is for foreign pieces only.", post=state.board.post_names[post])


def _grant(story: Story, seat: int, used: MarkerUsed) -> None:
    state = story.state
    if state.bought:
        raise Violation(
            "HT-FAVOUR-3",
            "marker_without_effect",
            "You gave up all actions of this turn for a favour tile; keep the marker.",
        )
    if state.closed:
        raise Violation(
            "HT-2P-PROV-7", "marker_without_effect", "The free pawn move has closed your actions; keep the marker."
        )
    story.tell(used)
    story.tell(ActionsGranted(seat, GRANTS[used.kind]))
