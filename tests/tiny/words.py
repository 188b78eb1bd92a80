"""Words of market day: what its commands and events name."""

from typing import Annotated, TypeAlias

from kontor.domain.kernel.model import Names

KINDS = {"card": "a card of the pile, c01 to c12", "seat": "a seat of the table"}
CARDS = tuple(f"c{n:02}" for n in range(1, 13))

Seat: TypeAlias = Annotated[int, Names("seat")]
CardId: TypeAlias = Annotated[str, Names("card")]
