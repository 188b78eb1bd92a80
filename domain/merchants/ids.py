"""Names of places and pieces as clients meet them."""

from typing import Annotated, Final, Literal, TypeAlias

from domain.kernel.model import Doc, Range

Seat: TypeAlias = Annotated[int, Range(1, 4)]
HexId: TypeAlias = Annotated[str, Doc("a hex, like h:3,-2")]
EdgeId: TypeAlias = Annotated[str, Doc("an edge, like e:3,-2,ne")]
IntersectionId: TypeAlias = Annotated[str, Doc("an intersection, like i:3,-2,n")]
SiteId: TypeAlias = Annotated[str, Doc("a city site, like bern")]
ChipId: TypeAlias = Annotated[str, Doc("a number chip, like salt-1")]
CardId: TypeAlias = Annotated[str, Doc("a development card, like d07")]
KindId: TypeAlias = Annotated[str, Doc("a kind of development card, as the board file names it")]
ColourId: TypeAlias = Annotated[str, Doc("a colour: red, blue, white or orange")]
OfferId: TypeAlias = Annotated[int, Range(1, 2**31), Doc("the number of a trade offer")]
MerchantId: TypeAlias = Literal["m1", "m2"]
CaravanId: TypeAlias = Literal["c1", "c2"]

COLOURS: Final = ("red", "blue", "white", "orange")
MERCHANTS: Final[tuple[MerchantId, ...]] = ("m1", "m2")
CARAVANS: Final[tuple[CaravanId, ...]] = ("c1", "c2")
PIECE: Final[dict[str, int]] = {"m1": 0, "m2": 1, "c1": 0, "c2": 1}


def card_id(number: int) -> str:
    """Card 7 is d07; numbers go on rising with every reshuffle (ME-CARD-5)."""
    return f"d{number:02}"


def card_number(card: str) -> int | None:
    """The number of a card's id, or None if it is no such id."""
    digits = card[1:]
    if card[:1] != "d" or not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    return int(digits) if card_id(int(digits)) == card else None
