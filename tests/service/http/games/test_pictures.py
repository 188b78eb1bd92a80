"""The board of a game as a picture: as the caller may see it, at any version, with ids that commands understand."""

import gzip
import re
from xml.etree import ElementTree

import pytest
from flask import Flask

from tests.support.callers import Caller, a_dealt_game, a_game, opened, problem, version_of

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def hansa(shipped_app: Flask) -> tuple[Caller, str]:
    """Anna and a game of hers for three, just begun."""
    anna = opened(shipped_app)
    return anna, a_game(anna, "me", "me", "me", ruleset="hansa", board="hansa-3")


def things(svg: str, kind: str) -> dict[str, ElementTree.Element]:
    """The groups of a picture that stand for things of a kind, by id."""
    found = ElementTree.fromstring(svg).iter(f"{SPACE}g")
    return {each.attrib["data-id"]: each for each in found if each.get("data-kind") == kind}


def test_a_picture_names_posts_routes_and_cities_as_commands_do(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    svg = anna.get(f"{game}/board.svg").text
    board = anna.get("/v1/rulesets/hansa/boards/hansa-3").json
    routes = {f"{each['a']}~{each['b']}": len(each["posts"]) for each in board["routes"]}
    assert things(svg, "route").keys() == routes.keys()
    assert things(svg, "post").keys() == {f"{name}/{n}" for name, size in routes.items() for n in range(1, size + 1)}
    assert things(svg, "city").keys() == {each["name"] for each in board["cities"]}


def test_changes_of_the_last_commit_are_marked(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    seat = anna.get(game).json["awaiting"][0]
    placed = {"type": "place_piece", "post": "Emden~Groningen/2", "shape": "trader", "seat": seat}
    answer = anna.post(f"{game}/commands", placed)
    assert answer.status_code == 201, answer.text
    now, before = anna.get(f"{game}/board.svg").text, version_of(anna, game) - len(answer.json["events"])
    marked = [id_ for id_, group in things(now, "post").items() if group.get("data-changed")]
    assert marked == ["Emden~Groningen/2"]
    earlier = things(anna.get(f"{game}/board.svg?version={before}").text, "post")["Emden~Groningen/2"]
    assert earlier.findtext(f"{SPACE}title") == "Post Emden~Groningen/2: empty"
    assert "Post Emden~Groningen/2: " in anna.get(f"{game}/board.txt").text.partition("Changed by the last commit")[2]


def test_themes_differ_in_colours_only(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    light, dark = (anna.get(f"{game}/board.svg?theme={theme}").text for theme in ("light", "dark"))
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    assert anna.get(f"{game}/board.svg").text == light
    problem(anna.get(f"{game}/board.svg?theme=pink"), 400, "unreadable")


def test_a_picture_can_do_nothing_but_be_seen(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    for path in (f"{game}/board.svg", "/v1/rulesets/hansa/boards/east/board.svg"):
        answer = anna.get(path)
        assert answer.content_type == "image/svg+xml"
        policy = set(answer.headers["Content-Security-Policy"].split("; "))
        assert policy == {
            "default-src 'none'",
            "style-src 'unsafe-inline'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        }
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_picture_is_packed_and_not_sent_again(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    for path in (f"{game}/board.svg", f"{game}/board.txt", "/v1/rulesets/hansa/boards/east/board.svg"):
        plain, packed = anna.get(path), anna.get(path, Accept_Encoding="gzip")
        assert gzip.decompress(packed.data) == plain.data
        assert anna.get(path, If_None_Match=plain.headers["ETag"]).status_code == 304
    assert anna.get(f"{game}/board.svg").headers["Cache-Control"] == "private, no-cache"
    tags = {anna.get(f"{game}/board.{form}").headers["ETag"] for form in ("svg", "svg?theme=dark", "txt")}
    assert len(tags) == 3


def test_only_a_terminal_is_sent_escape_sequences(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    plain, coloured = anna.get(f"{game}/board.txt").text, anna.get(f"{game}/board.txt?ansi=true").text
    assert "\x1b" not in plain
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain


def test_text_is_as_wide_as_one_asks(hansa: tuple[Caller, str]) -> None:
    anna, game = hansa
    wide, narrow = anna.get(f"{game}/board.txt").text, anna.get(f"{game}/board.txt?columns=80&legend=false").text
    assert max(map(len, narrow.splitlines())) <= 80 < max(map(len, wide.splitlines()))
    assert "Legend" in wide
    assert "Legend" not in narrow
    assert anna.get(f"{game}/board.txt?columns=20").status_code == 400
    empty = anna.get("/v1/rulesets/hansa/boards/east/board.txt?columns=80").text
    assert max(map(len, empty.splitlines())) <= 80


def test_a_hand_is_in_the_picture_for_its_holder_alone(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert anna.post(f"{game}/commands", {"type": "take_card"}).status_code == 201
    [card] = things(anna.get(f"{game}/board.svg").text, "card")
    assert card in anna.get(f"{game}/board.txt").text
    for caller in (ben, nobody):
        assert not things(caller.get(f"{game}/board.svg").text, "card")
        assert card not in caller.get(f"{game}/board.txt").text
    assert not things(anna.get(f"{game}/board.svg?as=spectator").text, "card")
    problem(ben.get(f"{game}/board.svg?as=seat:1"), 403, "forbidden")


def test_a_game_that_has_not_begun_shows_its_board(anna: Caller) -> None:
    answer = anna.get(f"{a_game(anna, 'me', 'open')}/board.svg")
    assert answer.status_code == 200
    assert "Market day on the square" in answer.text


def test_a_private_game_has_no_picture_for_other_callers(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, visibility="private")
    for form in ("svg", "txt"):
        assert anna.get(f"{game}/board.{form}").status_code == 200
        problem(ben.get(f"{game}/board.{form}"), 404, "not-found")
