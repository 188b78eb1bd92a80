"""What a test asks about a position, read from its view: pieces, offices, markers, points."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from kontor.domain.hansa.words import ABILITIES, VALUES, Ability, Shape
from tests.domain.hansa.factories import MERCHANT, NEUTRAL, TRADER, Play

Pieces: TypeAlias = tuple[int, int]  # traders, merchants
Piece: TypeAlias = tuple[int, Shape]  # whose, and which


def seen(play: Play, *seats: int) -> dict[str, Any]:  # Any: JSON, of which a test picks what it asks about
    return cast("dict[str, Any]", play.view(*seats))


def seat_view(play: Play, seat: int, *viewers: int) -> dict[str, Any]:
    return next(each for each in seen(play, *viewers)["seats"] if each["seat"] == seat)


def supply(play: Play, seat: int) -> Pieces:
    return _count(seat_view(play, seat)["supply"])


def stock(play: Play, seat: int) -> Pieces:
    return _count(seat_view(play, seat)["stock"])


def prestige(play: Play, seat: int) -> int:
    if seat == NEUTRAL:
        return int(seen(play)["neutral"]["prestige"])
    return int(seat_view(play, seat)["prestige"])


def level(play: Play, seat: int, ability: Ability) -> int:
    return int(seat_view(play, seat)["desk"][ability])


def desk(play: Play, seat: int) -> Pieces:
    """Traders and merchants that still cover the desk."""
    tracks = {ability: len(VALUES[n]) - 1 for n, ability in enumerate(ABILITIES)}
    covered = {ability: tracks[ability] - level(play, seat, ability) for ability in ABILITIES}
    merchants = covered.pop("liber_sophiae")
    return sum(covered.values()), merchants


def unused(play: Play, seat: int) -> dict[str, str]:
    return {each["marker"]: each["kind"] for each in seat_view(play, seat)["unused"]}


def used(play: Play, seat: int) -> dict[str, str]:
    return {each["marker"]: each["kind"] for each in seat_view(play, seat)["used"]}


def plate(play: Play, seat: int) -> int:
    return int(seat_view(play, seat)["plate"])


def posts(play: Play) -> dict[str, Piece]:
    return {each["post"]: (each["seat"], each["shape"]) for each in seen(play)["posts"]}


def on_post(play: Play, post: str) -> Piece | None:
    return posts(play).get(post)


def city_view(play: Play, city: str) -> dict[str, Any]:
    return next(each for each in seen(play)["cities"] if each["city"] == city)


def office_at(play: Play, city: str, index: int) -> Piece | None:
    """The piece in a printed office, counted from 1."""
    return _piece(city_view(play, city)["offices"][index - 1])


def office_pieces(play: Play, city: str) -> list[Piece | None]:
    """All offices of a city from left to right, the extra ones first."""
    view = city_view(play, city)
    return [_piece(each) for each in (*view["extra_offices"], *view["offices"])]


def controller(play: Play, city: str) -> int | None:
    return cast("int | None", city_view(play, city)["controller"])


def counter(play: Play) -> int:
    return int(seen(play)["completed_cities"])


def actions_left(play: Play) -> int:
    return int(seen(play)["turn"]["left"])


def allowance(play: Play) -> int:
    return int(seen(play)["turn"]["allowance"])


def marker_supply(play: Play) -> int:
    return int(seen(play)["marker_supply"])


def markers_on_board(play: Play) -> dict[str, str]:
    """Markers by the route at which they lie."""
    return {each["route"]: each["marker"] for each in seen(play)["markers"]}


def neutral_stock(play: Play) -> int:
    return int(seen(play)["neutral"]["stock"])


def in_hand(play: Play) -> Piece | None:
    """The displaced piece that waits to be placed."""
    waiting = seen(play).get("displaced")
    return _piece(waiting) if waiting and waiting["in_hand"] else None


def points(play: Play, seat: int, category: str) -> int:
    """What a seat would score in a category of the final scoring, by its name."""
    return play.scored(seat).breakdown[category]


def all_pieces(play: Play, seat: int) -> Pieces:
    """Every trader and merchant of a seat, wherever it is (HT-PIECE-2, -3)."""
    view = seen(play)
    pieces = [
        *posts(play).values(),
        *(piece for city in view["cities"] for piece in office_pieces(play, city["city"])),
        *([in_hand(play)] if in_hand(play) else []),
        *((seat, MERCHANT) for space in view["special_prestige"] if space["seat"] == seat),
    ]
    own = Counter(piece[1] for piece in pieces if piece and piece[0] == seat)
    waiting = _count(view["permanent"]["hand"]) if view.get("permanent") and view["turn"]["seat"] == seat else (0, 0)
    rows = (supply(play, seat), stock(play, seat), desk(play, seat), waiting, (1, 0))  # one trader keeps the score
    return own[TRADER] + sum(row[0] for row in rows), own[MERCHANT] + sum(row[1] for row in rows)


def _count(view: Mapping[str, int]) -> Pieces:
    return view["traders"], view["merchants"]


def _piece(view: Mapping[str, Any] | None) -> Piece | None:
    return None if view is None else (view["seat"], view["shape"])
