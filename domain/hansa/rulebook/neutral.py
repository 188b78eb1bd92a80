"""The neutral colour of the variant for two: its traders on posts (HT-2P-NEUT-1 to -10). Routes: `neutral_route.py`."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.piece_sources import draw_from_stock
from kontor.domain.hansa.state import NEUTRAL_TRADER, State, add_pieces
from kontor.domain.hansa.words import NEUTRAL, TRADER, Count, PostName
from kontor.domain.kernel.states import put_byte


@dataclass(frozen=True, slots=True)
class NeutralPlaced:
    """Neutral traders are on these posts now, at the start or where a marker was laid (HT-2P-NEUT-2, HT-2P-NEUT-17)."""

    posts: tuple[PostName, ...]


@dataclass(frozen=True, slots=True)
class NeutralReturned:
    """A displaced neutral trader found no post and went back to the neutral stock (HT-2P-NEUT-9)."""

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
