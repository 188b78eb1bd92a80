"""The names that clients use for places and pieces, and the kinds of these names."""

from typing import Annotated, Final, Literal, TypeAlias

from kontor.domain.kernel.model import Doc, Names, Range

# every `x-kind` of this ruleset's schemas, and the meaning of such a name
KINDS: Final[dict[str, str]] = {
    "seat": "a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour",
    "colour": "a colour of pieces: red, blue, white or orange",
    "board": "a board, as its file names it",
    "hex": "a hex of the board, like h:3,-2",
    "edge": "an edge of the board, and the route on it, like e:3,-2,ne",
    "intersection": "an intersection of the board, like i:3,-2,n",
    "site": "a city site of the board, and the post on it, like bern",
    "site_colour": "the printed colour of a site: violet or brown",
    "terrain": "the kind of land of a hex, or the sea",
    "resource": "one of the five resources",
    "good": "a resource, or gold",
    "chip": "a number chip, like salt-1",
    "chip_colour": "the colour of the number chips of one resource, as the board file names it",
    "card": "a development card, like d07",
    "card_kind": "a kind of development card, as the board file names it",
    "merchant": "one of the two merchants of a seat: m1 or m2",
    "caravan": "one of the two caravans of a seat: c1 or c2",
    "offer": "a trade offer, by its number in the game",
}

Seat: TypeAlias = Annotated[int, Range(1, 4), Names("seat")]
SeatOrNobody: TypeAlias = Annotated[int, Range(0, 4), Names("seat")]  # 0 is no seat, or the neutral colour
HexId: TypeAlias = Annotated[str, Names("hex"), Doc("a hex, like h:3,-2")]
EdgeId: TypeAlias = Annotated[str, Names("edge"), Doc("an edge, like e:3,-2,ne")]
IntersectionId: TypeAlias = Annotated[str, Names("intersection"), Doc("an intersection, like i:3,-2,n")]
SiteId: TypeAlias = Annotated[str, Names("site"), Doc("a city site, like bern")]
PlaceId: TypeAlias = IntersectionId | SiteId  # the destination of a merchant: the site names its intersection
ChipId: TypeAlias = Annotated[str, Names("chip"), Doc("a number chip, like salt-1")]
CardId: TypeAlias = Annotated[str, Names("card"), Doc("a development card, like d07")]
KindId: TypeAlias = Annotated[str, Names("card_kind"), Doc("a kind of development card, as the board file names it")]
ColourId: TypeAlias = Annotated[str, Names("colour"), Doc("a colour: red, blue, white or orange")]
OfferId: TypeAlias = Annotated[int, Range(1, 2**31), Names("offer"), Doc("the number of a trade offer")]
MerchantId: TypeAlias = Annotated[Literal["m1", "m2"], Names("merchant")]
CaravanId: TypeAlias = Annotated[Literal["c1", "c2"], Names("caravan")]

COLOURS: Final = ("red", "blue", "white", "orange")  # ME-PIECE-3
MERCHANTS: Final[tuple[MerchantId, ...]] = ("m1", "m2")  # ME-PIECE-3, ME-PIECE-8
CARAVANS: Final[tuple[CaravanId, ...]] = ("c1", "c2")  # ME-PIECE-3, ME-PIECE-8
PIECE: Final[dict[str, int]] = {"m1": 0, "m2": 1, "c1": 0, "c2": 1}


def card_id(number: int) -> str:
    """Return the id of a development card: the id of card 7 is d07. After a reshuffle, the cards get new and higher
    numbers (ME-CARD-5).
    """
    return f"d{number:02}"


def card_number(card: str) -> int | None:
    """Return the number of a development card from its id, or None if the text is not such an id."""
    digits = card[1:]
    if card[:1] != "d" or not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    return int(digits) if card_id(int(digits)) == card else None
