"""Crowded boards, on which posts are rare, and the three laws of legal options (docs/contract/commands.md)."""

from collections.abc import Callable
from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, random_command
from kontor.domain.hansa.legal.as_commands import draw_command
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.rulebook.rules import COMMANDS, Command, decide
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, TRADER
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.legality import covers, is_complete
from kontor.domain.kernel.model import write
from kontor.domain.kernel.play import read_command
from kontor.domain.kernel.states import working_copy
from kontor.domain.kernel.violation import Violation
from tests.domain.hansa.playouts import begun, table_of

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
    for family in legal_families(state, seat):
        assert is_accepted(state, seat, draw_command(state, family, luck)), family
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
    now = working_copy(state)
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


def crowd_of(board: str, seats: int, options: dict[str, Json]) -> State:
    """A state in which a turn has begun."""
    now = begun(table_of(board, seats, options), 5)
    return (
        advance(now, decider(now), random_command(now, decider(now), Random(5))) if now.phase == "place_pawn" else now
    )


NAMES_OF_CROWDS = [f"{board}-{seats}" for board, seats, _ in CROWDS]
on_crowds = pytest.mark.parametrize("state", [crowd_of(*each) for each in CROWDS], ids=NAMES_OF_CROWDS)
