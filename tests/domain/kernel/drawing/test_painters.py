"""The two painters: what is in a drawing is in the SVG and in the text, and nothing in it is read as markup."""

from xml.etree import ElementTree

import pytest

from kontor.domain.kernel.drawing.changes import mark_changes, titles_in
from kontor.domain.kernel.drawing.metrics import shorten, text_width
from kontor.domain.kernel.drawing.model import Area, Box, Circle, Drawing, Group, Paint, Path, Shape, Text, Thing
from kontor.domain.kernel.drawing.palette import BASE, palette
from kontor.domain.kernel.drawing.room import Room, crosses
from kontor.domain.kernel.drawing.seats import looks_of, seat_looks
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.drawing.terminal import terminal
from kontor.domain.kernel.ruleset import Chair

GROUP = "{http://www.w3.org/2000/svg}g"
EVIL = "</text><script>alert(1)</script>\"'&"


def drawing(*shapes: Shape, title: str = "A thing", name: str = "One") -> Drawing:
    return Drawing(name, "about", 250, 108, (Group(shapes, Thing("post", "a~b/1", title, of="a~b")),))


def test_a_group_bears_kind_and_id_of_its_thing() -> None:
    [group] = ElementTree.fromstring(svg(drawing(Circle(10, 10, 5, Paint("ink"))))).iter(GROUP)
    assert group.attrib == {"data-kind": "post", "data-id": "a~b/1", "data-of": "a~b"}
    assert group.findtext("{*}title") == "A thing"


def test_no_text_is_read_as_markup() -> None:
    told = svg(drawing(Text(0, 20, EVIL, 20, "ink"), title=EVIL, name=EVIL))
    root = ElementTree.fromstring(told)
    assert {each.tag.partition("}")[2] for each in root.iter()} == {"svg", "title", "desc", "rect", "g", "text"}
    assert root.findtext(".//{*}text") == EVIL


def test_characters_that_xml_forbids_are_replaced() -> None:
    root = ElementTree.fromstring(svg(drawing(Text(0, 20, "a\ufffeb\x00", 20, "ink"))))
    assert root.findtext(".//{*}text") == "a\ufffdb\ufffd"


def test_a_text_whose_width_is_known_takes_no_more_room_in_another_typeface() -> None:
    known, short, foreign = "Wrocław", "12", "Γειά σου"
    made = drawing(*(Text(0, 20, text, 20, "ink", bold=True) for text in (known, short, foreign)))
    lengths = [each.get("textLength") for each in ElementTree.fromstring(svg(made)).findall(".//{*}text")]
    assert lengths == [f"{text_width(known, 20, bold=True):.1f}".removesuffix(".0"), None, None]


def test_no_id_ends_its_attribute() -> None:
    made = Drawing("x", "x", 10, 10, (Group((), Thing("city", '"><script>', "x", of='" onload="alert(1)')),))
    [group] = ElementTree.fromstring(svg(made)).iter(GROUP)
    assert group.attrib == {"data-kind": "city", "data-id": '"><script>', "data-of": '" onload="alert(1)'}


def test_shapes_show_their_characters_in_text_and_texts_themselves() -> None:
    made = drawing(
        Path(((0, 18), (250, 18)), Paint(None, "road"), plain="·"),
        Box(Area(100, 0, 125, 36), Paint("red"), plain="r"),
        Circle(200, 18, 5, Paint("ink")),
        Text(0, 54, "a name", 20, "ink"),
        Text(250, 90, "end", 20, "ink", anchor="end"),
        Text(0, 90, "hidden", 20, "ink", plain=""),
    )
    assert terminal(made).splitlines()[2:] == ["········r···········", "a name", "                 end"]


def test_a_sign_makes_way_for_a_text() -> None:
    made = drawing(Text(0, 18, "Praha", 20, "ink"), Circle(30, 18, 5, Paint("red"), plain="r%"))
    assert terminal(made).splitlines()[2] == "Prahar%"


@pytest.mark.parametrize("x", [n * 12.5 / 4 + 50 for n in range(16)])
def test_a_piece_is_between_the_brackets_of_its_office(x: float) -> None:
    office, piece = (Circle(x, 18, 5, Paint("red"), plain=plain) for plain in ("[w]", "r"))
    assert "[r]" in terminal(drawing(office, piece))


def test_control_characters_never_reach_a_terminal() -> None:
    assert "\x1b" not in terminal(drawing(Text(0, 18, "a\x1b[31mb\x9b\u202e", 20, "ink"), name="\x1b]0;x\x07"))


def test_changes_are_marked_in_svg_and_in_text() -> None:
    before, after = drawing(Circle(10, 10, 5, Paint("ink")), title="empty"), drawing(title="red trader")
    same, changed = mark_changes(before, titles_in(before)), mark_changes(after, titles_in(before))
    assert "data-changed" not in svg(same)
    assert "Changed" not in terminal(same)
    assert 'data-changed="true"' in svg(changed)
    assert terminal(changed).endswith("Changed by the last commit:\n  red trader\n")
    assert "\x1b[7m" in terminal(
        mark_changes(drawing(Text(0, 18, "x", 20, "ink"), title="new"), titles_in(before)), colours=True
    )


def test_both_themes_have_every_colour() -> None:
    own = {"mine": ("#000000", "#ffffff")}
    assert palette(own, "light").keys() == palette(own, "dark").keys() == {*BASE, "mine"}
    assert palette(own, "dark")["mine"] == "#ffffff"


# ---------------------------------------------------------------- metrics and room


def test_accents_add_nothing_and_wide_signs_are_wide() -> None:
    assert text_width("Lübeck", 20) == text_width("Lubeck", 20)
    assert text_width("漢", 20) == 20
    assert text_width("ill", 20, bold=True) > text_width("ill", 20) > 0


@pytest.mark.parametrize("room", [30, 60, 300])
def test_a_shortened_text_fits(room: float) -> None:
    assert text_width(shorten("Königsberg in Preußen", 20, room), 20) <= max(room, text_width("…", 20))
    assert shorten("ab", 20, 300) == "ab"


def test_a_label_finds_a_free_place() -> None:
    room = Room(Area(0, 0, 300, 100))
    room.take(Area(0, 0, 100, 50))
    room.take_road((200, 0), (200, 100))
    taken, crossed, free = Area(50, 10, 90, 30), Area(180, 10, 220, 30), Area(120, 10, 160, 30)
    assert room.place([taken, crossed, free]) == free
    assert room.place([taken, free, crossed]) == crossed, "free is taken by now"
    assert room.copy().place([Area(-5, 60, 20, 80), Area(5, 60, 30, 80)]) == Area(5, 60, 30, 80)


def test_a_line_crosses_what_it_runs_through() -> None:
    area = Area(10, 10, 20, 20)
    assert crosses(area, (0, 15), (30, 15))
    assert not crosses(area, (0, 5), (30, 5))
    assert not crosses(area, (15, 0), (15, 10))


# ---------------------------------------------------------------- seats


def test_each_seat_has_a_unique_colour_and_letter() -> None:
    looks = seat_looks([Chair(1), Chair(2, "red"), Chair(3)], ["red", "blue", "black"])
    assert [(look.colour, look.letter) for look in looks.values()] == [
        ("neutral", "n"),
        ("blue", "b"),
        ("red", "r"),
        ("black", "l"),
    ]
    assert looks_of({1: "b", 2: "b"})[2].letter == "2"
