"""Worlds of Hansa Teutonica: board × edition × seats × options."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, eager_command, random_command
from kontor.domain.hansa.rulebook.ending import PlayEnded
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.ruleset import Table
from tests.worlds.hansa_paper import Position
from tests.worlds.hansa_policies import collecting, eager, settling
from tests.worlds.world import Quick, World

ENDS = ("prestige", "markers", "cities")
DESK = {"keys": 4, "actiones": 5, "privilegium": 3, "bursa": 3}  # traders; liber_sophiae holds 3 merchants (HT-DESK-1)


def counted(table: Table, view: JsonObject) -> None:
    """Pieces of every seat, markers, favour tiles (HT-PIECE, HT-SETUP)."""
    shown = cast("dict[str, Any]", view)
    if shown["phase"] == "setup":
        return
    lying = Counter(_pieces(shown))
    for row in shown["seats"]:
        seat, desk = row["seat"], row["desk"]
        traders = sum(most - desk[name] for name, most in DESK.items()) + 1  # one is the score marker
        merchants = 3 - desk["liber_sophiae"]
        for place in (row["supply"], row["stock"]):
            assert place["traders"] >= 0
            assert place["merchants"] >= 0
            traders, merchants = traders + place["traders"], merchants + place["merchants"]
        assert traders + lying[seat, "trader"] == 27, seat
        assert merchants + lying[seat, "merchant"] == 4, seat
    _count_markers(shown, len(cast("list[Json]", table.board.get("blank_markers", ()))))
    tiles = [tile for row in shown["seats"] for tile in row["tiles"]] + shown["favour_display"]
    assert len(set(tiles)) == len(tiles) == (len(shown["seats"]) if shown["favours"] else 0)


def _pieces(shown: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Owner and shape of every piece on the board or in a hand."""
    rows = [each for city in shown["cities"] for each in (*city["extra_offices"], *city["offices"]) if each]
    yield from ((each["seat"], each["shape"]) for each in (*shown["posts"], *rows))
    yield from ((each["seat"], "merchant") for each in shown["special_prestige"] if each["seat"])
    waiting, permanent = shown.get("displaced"), shown.get("permanent")
    if waiting and waiting["in_hand"]:
        yield waiting["seat"], waiting["shape"]
    for shape in ("trader", "merchant"):
        if waiting:
            yield from [(waiting["seat"], shape)] * waiting["lifted"][f"{shape}s"]
        yield from [(shown["turn"]["seat"], shape)] * (permanent["hand"][f"{shape}s"] if permanent else 0)


def _count_markers(shown: dict[str, Any], blanks: int) -> None:
    open_ones = [*shown["markers"], *shown["revealed_replacements"], *shown["markers_out_of_game"]]
    open_ones += [each for row in shown["seats"] for each in (*row["unused"], *row["used"])]
    names = [each["marker"] for each in open_ones] + shown["discarded_unseen"]
    plates = sum(row["plate"] for row in shown["seats"])
    assert len(set(names)) == len(names)
    assert len(names) + plates + shown["marker_supply"] == (15 + blanks if shown["edition"] == "bigbox" else 16)
    unseen = shown["marker_supply"] + plates + len(shown["discarded_unseen"])
    assert sum(shown["unseen_markers"].values()) == unseen


def paper(table: Table, view: JsonObject) -> Position:
    """The facts for a scoring on paper, from the view of all seats together."""
    shown = cast("dict[str, Any]", view)
    rows = {row["seat"]: row for row in shown["seats"]}
    return Position(
        board=table.board,
        seats=list(rows),
        offices={
            city["city"]: [each["seat"] for each in (*city["extra_offices"], *city["offices"]) if each]
            for city in shown["cities"]
        },
        prestige={seat: row["prestige"] for seat, row in rows.items()},
        desks={seat: row["desk"] for seat, row in rows.items()},
        markers={seat: len(row["unused"]) + len(row["used"]) for seat, row in rows.items()},
        specials={each["points"]: each["seat"] for each in shown["special_prestige"] if each["seat"]},
        tiles={seat: row["tiles"] for seat, row in rows.items()},
        missions={seat: row["mission"]["cities"] for seat, row in rows.items() if row.get("mission")},
    )


def words(board: JsonObject) -> Json:
    """Routes, posts and markers, as commands name them."""
    routes = [
        (f"{each['a']}~{each['b']}", len(each["posts"])) for each in cast("list[dict[str, Any]]", board["routes"])
    ]
    return {
        "routes": [name for name, _ in routes],
        "posts": [f"{name}/{n}" for name, count in routes for n in range(1, count + 1)],
        "other_spellings": list(spellings(board)),
        "markers": [f"m{n:02}" for n in range(1, 18)],
    }


def end_of(events: Sequence[object]) -> Sequence[str]:
    return [reason for event in events if isinstance(event, PlayEnded) for reason in event.reasons]


def spellings(board: JsonObject) -> Mapping[str, str]:
    """A route may be named from either end; its posts are counted from the board file's `a` all the same."""
    other: dict[str, str] = {}
    for each in cast("list[dict[str, Any]]", board["routes"]):
        here, there = f"{each['a']}~{each['b']}", f"{each['b']}~{each['a']}"
        other[there] = here
        other.update({f"{there}/{n}": f"{here}/{n}" for n in range(1, len(each["posts"]) + 1)})
    return other


BLANKS: JsonObject = {
    "blank_markers": [
        {"title": "Fair wind", "does": "extra_actions", "number": 2},
        {"title": "Storm", "does": "remove_pieces", "number": 4},
    ]
}


def _world(
    board: str,
    seats: int,
    *,
    ends: Sequence[str] = (),
    drawn: bool = False,
    changes: JsonObject | None = None,
    **options: bool | str,
) -> World:
    return World(
        RULESET,
        board,
        seats,
        options,
        "drawn" if drawn else "listed",
        counted=counted,
        policy=eager,
        aims={"markers": collecting, "cities": settling},
        ends=ends,
        end_of=end_of,
        quick=Quick(random_command, eager_command, lambda state, seat, command, dice: advance(state, seat, command)),
        words=words,
        spellings=spellings,
        changes=changes or {},
    )


WORLDS = (
    _world("hansa-3", 3, ends=ENDS),
    _world("hansa-3", 3, edition="classic", ends=("prestige",), drawn=True),
    _world("hansa-3", 3, favours=True),
    _world("hansa-3", 3, missions=True),
    _world("hansa-3", 3, favours=True, missions=True, ends=("markers",), drawn=True),
    _world("hansa-3", 2, two_player_variant="provinces", ends=("prestige",)),
    _world("hansa-3", 2, edition="classic", two_player_variant="provinces", drawn=True),
    _world("hansa-3", 2, two_player_variant="neutral"),
    _world("hansa-3", 2, edition="classic", two_player_variant="neutral", ends=("prestige",), drawn=True),
    _world("hansa-45", 4, drawn=True),
    _world("hansa-45", 4, edition="classic", ends=("cities",)),
    _world("hansa-45", 5, ends=ENDS),
    _world("hansa-45", 5, favours=True, missions=True, ends=("markers",)),
    _world("hansa-45", 4, favours=True, changes=BLANKS),
    _world("east", 3),
    _world("east", 4, edition="classic", ends=("prestige",)),
    _world("east", 5, ends=ENDS, drawn=True),
    _world("east", 2, two_player_variant="neutral"),
    _world("east", 2, edition="classic", two_player_variant="neutral"),
    _world("britannia-3", 3, ends=ENDS),
    _world("britannia-3", 3, open_borders=True, drawn=True),
    _world("britannia-3", 3, edition="classic", open_borders=True, ends=("prestige",)),
    _world("britannia-3", 2, edition="classic", two_player_variant="neutral"),
    _world("britannia-3", 2, two_player_variant="neutral", open_borders=True),
    _world("britannia-45", 4, ends=ENDS),
    _world("britannia-45", 5, edition="classic", permission_office="printed", start_markers="drawn", drawn=True),
    _world("britannia-45", 5, open_borders=True),
    _world("britannia-45", 4, edition="classic", open_borders=True, ends=("prestige",)),
)
