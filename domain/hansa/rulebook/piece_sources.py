"""The sources from which a seat takes further pieces: first its stock, then its supply, then its posts (HT-DISPLACE-6,
HT-BRIT-16)."""

from kontor.domain.hansa.state import State, add_piece, piece_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, TRADER, Pieces, Pool

COLOUR = 27  # traders of an unused colour


def source_of_extras(state: State, owner: int, taken: int = 0) -> Pool:
    """Return the source of the owner's next extra piece: the first source that is not empty after `taken` pieces were
    taken. It is determined again for each piece (HT-DISPLACE-6)."""
    stock = sum(state.stock[owner])
    if owner == NEUTRAL or taken < stock:
        return "stock"
    return "supply" if taken < stock + sum(state.supply[owner]) else "board"


def available(state: State, owner: int, source: Pool) -> Pieces:
    """Return how many traders and merchants an owner can take from a source. The neutral colour always has a trader
    (HT-2P-NEUT-4)."""
    if owner == NEUTRAL:
        return (1, 0)
    match source:
        case "stock":
            return state.stock[owner]
        case "supply":
            return state.supply[owner]
        case "board":
            return (state.posts.count(piece_of(owner, TRADER)), state.posts.count(piece_of(owner, MERCHANT)))


def draw_from_stock(new: State, owner: int, shape: int) -> None:
    """Take one piece from an owner's stock. The neutral stock never runs out, because the traders of an unused colour
    are added to it (HT-2P-NEUT-4)."""
    if owner == NEUTRAL and not new.stock[NEUTRAL][TRADER]:
        new.stock = add_piece(new.stock, NEUTRAL, TRADER, COLOUR)
    new.stock = add_piece(new.stock, owner, shape, -1)
