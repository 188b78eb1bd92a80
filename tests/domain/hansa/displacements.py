"""A displacement that has just happened, for tests of what its owner may answer."""

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.words import PieceCount, Shape
from tests.domain.hansa.factories import BLUE, RED, TRADER, Happened, Play, placed, position, share

POST = "Minden~Münster/1"


def displaced_from(
    *happened: Happened,
    post: str = POST,
    shape: Shape = TRADER,
    board: str = "hansa-45",
    own: tuple[int, int] = (0, 0),
    boxed: tuple[int, int] = (0, 0),
    rules: int = RULESET.version,
) -> Play:
    """Blue's piece has just been displaced by Red; Blue has `own` in the supply and `boxed` in the stock."""
    fee = PieceCount(1, 0) if shape == TRADER else PieceCount(2, 0)
    return position(
        board,
        placed(BLUE, post, shape=shape),
        *happened,
        shares=[share(RED, (5, 1)), share(BLUE, own, boxed)],
        rules=rules,
    ).when(RED, DisplacePiece(post, TRADER, fee))
