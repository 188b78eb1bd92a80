"""The traders of the neutral colour on posts, in the variant for two players (HT-2P-NEUT-1 to -10). `neutral_route.py`
contains the rules for routes of the neutral colour."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.piece_sources import draw_from_stock
from kontor.domain.hansa.state import NEUTRAL_TRADER, State, add_pieces
from kontor.domain.hansa.words import NEUTRAL, TRADER, Count, PostName
from kontor.domain.kernel.states import put_byte


@dataclass(frozen=True, slots=True)
class NeutralPlaced:
    """Neutral traders were put on these posts, during set-up or because a marker was placed at the route (HT-2P-NEUT-2,
    HT-2P-NEUT-17)."""

    posts: tuple[PostName, ...]


@dataclass(frozen=True, slots=True)
class NeutralReturned:
    """There was no post for a displaced neutral trader, so it went back to the neutral stock (HT-2P-NEUT-9).

    `count`: how many neutral traders went back.
    """

    count: Count


def evolve(new: State, event: NeutralPlaced | NeutralReturned) -> None:
    match event:
        case NeutralPlaced(posts):
            for name in posts:
                draw_from_stock(new, NEUTRAL, TRADER)
                new.posts = put_byte(new.posts, new.board.post_named[name], NEUTRAL_TRADER)
        case NeutralReturned(count):
            new.stock = add_pieces(new.stock, NEUTRAL, count, 0)
            new.displaced = None
            new.phase = "actions"
