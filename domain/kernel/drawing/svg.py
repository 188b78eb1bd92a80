"""Write a drawing as SVG. Colours are attributes, not styles, so that a page with a strict policy may include the
picture.

A group that represents an object has `data-kind` and `data-id`, and a title for screen readers. `data-of` is the object
that contains it, and `data-changed` is set if the last commit changed it. A page may show the map and the panels
separately: `data-map` of the picture and `data-area` of each panel (`data-part`) are values for `viewBox`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape

from kontor.domain.kernel.drawing.metrics import FAMILY, is_measured
from kontor.domain.kernel.drawing.model import Area, Box, Circle, Drawing, Group, Paint, Shape, Text, Thing
from kontor.domain.kernel.drawing.palette import Theme, palette

NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BASELINE = 0.35  # share of a text's size between its middle and its baseline
KEPT = 8192  # cached numbers and texts: most are the same as in the previous picture
SHORT = 3  # letters: a text so short is hardly wider in another typeface
HALO = 5  # distance of the mark around a change


def svg(drawing: Drawing, theme: Theme = "light") -> str:
    colours = palette(drawing.colours, theme)
    left, top = drawing.origin
    shown = f"{_n(left)} {_n(top)} {_n(drawing.width)} {_n(drawing.height)}"
    ground = Box(_whole(drawing), Paint("paper"))
    body = "\n".join(_group(group, colours) for group in drawing.groups)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}" width="{_n(drawing.width)}"'
        f' height="{_n(drawing.height)}"{_map(drawing.map)} font-family="{FAMILY}" role="img">\n'
        f"<title>{_escape(drawing.title)}</title>\n<desc>{_escape(drawing.about)}</desc>\n"
        f"{_shape(ground, colours)}\n{body}\n</svg>\n"
    )


def _whole(drawing: Drawing) -> Area:
    left, top = drawing.origin
    return Area(left, top, left + drawing.width, top + drawing.height)


def _group(group: Group, colours: Mapping[str, str]) -> str:
    inside = "".join(
        _group(part, colours) if isinstance(part, Group) else _shape(part, colours) for part in group.parts
    )
    halo = _halo(group, colours) if group.changed else ""
    part = _part(group)
    if group.thing is None:
        return f"<g{part}>{inside}{halo}</g>"
    changed = ' data-changed="true"' if group.changed else ""
    return f"<g{part}{_names(group.thing)}{changed}><title>{_escape(group.thing.title)}</title>{inside}{halo}</g>"


def _map(area: Area | None) -> str:
    return "" if area is None else f' data-map="{_view(area)}"'


def _part(group: Group) -> str:
    """Return the SVG attributes with the name and the area of a panel. The area has space for the marks around changed
    objects."""
    if not group.part or group.area is None:
        return ""
    return f' data-part="{group.part}" data-area="{_view(group.area.grown(HALO + 2))}"'


def _view(area: Area) -> str:
    return f"{_n(area.left)} {_n(area.top)} {_n(area.right - area.left)} {_n(area.bottom - area.top)}"


def _names(thing: Thing) -> str:
    of = "" if thing.of is None else f' data-of="{_escape(thing.of)}"'
    return f' data-kind="{_escape(thing.kind)}" data-id="{_escape(thing.id)}"{of}'


def _halo(group: Group, colours: Mapping[str, str]) -> str:
    if group.area is None:
        return ""
    return _shape(Box(group.area.grown(HALO), Paint(None, "mark", 3, "7 4"), 9), colours)


def _shape(shape: Shape, colours: Mapping[str, str]) -> str:
    if isinstance(shape, Text):
        return _text(shape, colours)
    paint = _paint(shape.paint, colours)
    if isinstance(shape, Circle):
        return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"{paint}/>'
    if isinstance(shape, Box):
        area = shape.within
        radius = f' rx="{_n(shape.radius)}"' if shape.radius else ""
        place = f'x="{_n(area.left)}" y="{_n(area.top)}" width="{_n(area.right - area.left)}"'
        return f'<rect {place} height="{_n(area.bottom - area.top)}"{radius}{paint}/>'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'<{"polygon" if shape.closed else "polyline"} points="{points}"{paint}/>'


def _text(text: Text, colours: Mapping[str, str]) -> str:
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{_n(text.x)}" y="{_n(text.y + BASELINE * text.size)}" font-size="{_n(text.size)}"'
    return f'<text {place} fill="{colours[text.colour]}"{bold}{anchor}{_length(text)}>{_escape(text.text)}</text>'


def _length(text: Text) -> str:
    """Return attributes that fix the width of a text. If none of our typefaces is installed, another typeface must fit
    in the same space."""
    if len(text.text) <= SHORT or not is_measured(text.text):
        return ""
    return f' textLength="{_n(text.area.right - text.area.left)}" lengthAdjust="spacingAndGlyphs"'


def _paint(paint: Paint, colours: Mapping[str, str]) -> str:
    told = f' fill="{colours[paint.fill] if paint.fill else "none"}"'
    if paint.stroke:
        told += f' stroke="{colours[paint.stroke]}" stroke-width="{_n(paint.width)}"'
    if paint.stroke and paint.width > 4:
        told += ' stroke-linecap="round" stroke-linejoin="round"'
    if paint.dash:
        told += f' stroke-dasharray="{paint.dash}"'
    if paint.opacity != 1:
        told += f' opacity="{paint.opacity}"'
    return told


@lru_cache(KEPT)
def _escape(text: str) -> str:
    """Escape a text for XML, and replace characters that XML does not allow."""
    return escape(NO_XML.sub("\ufffd", text))


@lru_cache(KEPT)
def _n(value: float) -> str:
    """Write a number with at most one decimal."""
    return f"{round(value, 1):g}"
