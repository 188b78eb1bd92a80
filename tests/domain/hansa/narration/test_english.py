"""The story tells what an event says in the open: which pieces, from where to where, who had what."""

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.narration import STORY, province_title
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.narration import sentence

SEATS = {0: "Neutral", 1: "Red", 2: "Blue"}
HERE, THERE = "Arnheim~Kampen/1", "Hamburg~Stade/2"


def told(kind: str, data: JsonObject) -> str:
    return sentence(STORY[kind], data, SEATS, RULESET.thing_names(RULESET.boards()["hansa-3"]))


def test_from_where_to_where_pieces_are_moved() -> None:
    moves: Json = [
        {"shape": "trader", "from": HERE, "to": THERE},
        {"shape": "merchant", "from": THERE, "to": HERE},
    ]
    assert told("pieces_moved", {"seat": 1, "moves": moves}) == (
        "Red moves a trader from Arnheim–Kampen, 1st post to Hamburg–Stade, 2nd post; "
        "a merchant from Hamburg–Stade, 2nd post to Arnheim–Kampen, 1st post."
    )


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        (
            {"source": "board", "from": HERE},
            "a trader of Blue from Arnheim–Kampen, 1st post to Hamburg–Stade, 2nd post",
        ),
        ({"source": "stock"}, "a trader of the stock to Hamburg–Stade, 2nd post"),
        ({"source": "hand"}, "a trader in hand to Hamburg–Stade, 2nd post"),
    ],
)
def test_where_relocated_pieces_come_from(piece: JsonObject, expected: str) -> None:
    pieces: Json = [{"owner": 2, "shape": "trader", "to": THERE, **piece}]
    assert told("pieces_relocated", {"by": 1, "pieces": pieces}) == f"Red moves {expected}."


def test_removed_pieces_are_named_by_owner() -> None:
    pieces: Json = [{"owner": 2, "shape": "merchant", "post": HERE}, {"owner": 0, "shape": "trader", "post": THERE}]
    assert told("pieces_removed", {"by": 1, "pieces": pieces}) == (
        "Red removes a merchant of Blue from Arnheim–Kampen, 1st post; a neutral trader from Hamburg–Stade, 2nd post."
    )


@pytest.mark.parametrize(
    ("traders", "merchants", "expected"),
    [(3, 0, "3 traders"), (0, 1, "1 merchant"), (2, 1, "2 traders and 1 merchant"), (0, 0, "nothing")],
)
def test_only_pieces_are_counted(traders: int, merchants: int, expected: str) -> None:
    pieces: JsonObject = {"traders": traders, "merchants": merchants}
    assert told("income_taken", {"seat": 1, **pieces}) == f"Red takes {expected} as income."
    back = told("route_pieces_returned", {"owner": 1, "route": "Emden~Stade", **pieces, "kept": 1})
    assert back == f"Red takes {expected} back from Emden–Stade. Red keeps 1 piece there."


def test_sentences_on_markers_missions_and_points() -> None:
    markers: Json = [{"marker": "m01", "kind": "swap_offices"}, {"marker": "m02", "kind": "move_three"}]
    assert told("replacements_revealed", {"seat": 2, "markers": markers}) == (
        "Blue reveals the markers to place: swap offices, move three."
    )
    missions: Json = [{"seat": 1, "card": 3, "cities": ["Emden", "Stade"]}]
    assert told("missions_revealed", {"missions": missions}) == "The missions are revealed: Red had Emden and Stade."
    points: Json = [{"seat": 1, "total": 30}, {"seat": 2, "total": 12}]
    assert told("final_scored", {"seats": points}) == "The final points: Red 30, Blue 12."


def test_provinces_are_called_by_names() -> None:
    """Of the board they are known by their ids alone."""
    moved: JsonObject = {"from": "outer-holstein", "to": "lower-rhine", "mode": "free"}
    assert told("pawn_moved", moved) == "The pawn moves from Outer Holstein to Lower Rhine."
    assert province_title("île-de-france") == "Île De France"


def test_no_sentence_reveals_a_secret() -> None:
    """HT-INFO-9: of a standing order everybody learns that there is one; of a mission that it was dealt."""
    assert told("standing_order_set", {"seat": 1}) == "Red gives a secret order about its share of income."
    assert told("missions_dealt", {"seats": [1, 2]}) == "A secret mission is dealt to Red and Blue."
