"""Draw the land: hexes with their numbers and chips, edges with routes, corners, and sites with posts."""

from collections.abc import Iterator, Mapping

from kontor.domain.kernel.drawing.model import Box, Circle, Group, Paint, Path, Point, Shape, Text, Thing, letters
from kontor.domain.kernel.drawing.scaling import scale
from kontor.domain.kernel.drawing.seats import NEUTRAL, emblem
from kontor.domain.merchants.boards.board_file import Edge, Hex, Site
from kontor.domain.merchants.drawing import signs
from kontor.domain.merchants.drawing.layout import COIN, DISC, FIGURE, LARGER, NAME
from kontor.domain.merchants.drawing.places import SIDE, between, outline
from kontor.domain.merchants.drawing.scene import Scene
from kontor.domain.merchants.goods import RESOURCES
from kontor.domain.merchants.view.view_fields import ChipView, PostView

HOT = (6, 8)  # the numbers that are rolled most often
UNSEEN = 0  # opacity of shapes that exist only to be clicked


# ---------------------------------------------------------------- hexes


def hexes(scene: Scene) -> Iterator[Group]:
    chips = {chip.hex: chip for chip in _chips(scene) if chip.hex is not None}
    for each in scene.board.file.hexes:
        yield _hex(scene, each, chips.get(each.id))


def _chips(scene: Scene) -> Iterator[ChipView]:
    """Yield the chips. If there is a board but no game, yield the start chips on their hexes."""
    if scene.view is not None:
        yield from scene.view.chips
        return
    board = scene.board
    for chip, (hex_, number) in zip(board.chips, board.chip_start, strict=True):
        if hex_ >= 0:
            yield ChipView(chip, RESOURCES[board.resource[hex_]], board.hexes[hex_], number)


def _hex(scene: Scene, each: Hex, chip: ChipView | None) -> Group:
    centre = scene.places.hexes[each.id]
    is_sea = each.resource is None
    edge = Paint(each.terrain, "sea_edge" if is_sea else "hex_edge", 2)
    parts: list[Shape | Group] = [Path(outline(centre), edge, closed=True)]
    if is_sea:
        parts.append(letters(*centre, signs.SEA, "sea_edge"))
    if each.resource is not None:
        parts += signs.RESOURCE_SIGNS[each.resource](*scene.ground.signs[each.id].centre)
        parts += _number(each, scene.ground.numbers[each.id], chip)
    return Group(tuple(parts), Thing("hex", each.id, _title(each, chip)))


def _title(each: Hex, chip: ChipView | None) -> str:
    named = f"{each.terrain.replace('_', ' ')}{f' ({each.region})' if each.region else ''}"
    number = f", chip {chip.chip} {chip.number}" if chip else f", {each.number}" if each.number else ""
    return f"{named}{number}"


def _number(each: Hex, centre: Point, chip: ChipView | None) -> Iterator[Shape | Group]:
    land = each.resource or " "
    if chip is not None:
        disc = Circle(*centre, DISC - 1, Paint("disc", chip.resource, 5))
        thing = Thing("chip", chip.chip, f"Chip {chip.chip}: {chip.number}, at {each.id}")
        yield Group((disc, _digits(chip.number, centre, signs.on_land(land, chip.number, chip=True))), thing)
    elif each.number is not None:
        yield Circle(*centre, DISC, Paint("disc", "hex_edge", 1.5))
        yield _digits(each.number, centre, signs.on_land(land, each.number))
    else:
        yield Circle(*centre, DISC - 7, Paint(None, "chip_field", 2, "4 4"), plain=signs.on_land(land))


def _digits(number: int | None, centre: Point, plain: str) -> Text:
    colour = "hot" if number in HOT else "number"
    return Text(*centre, str(number), 31, colour, bold=True, anchor="middle", plain=plain)


# ---------------------------------------------------------------- edges and corners


def edges(scene: Scene) -> Iterator[Group]:
    owners = {route.edge: route.seat for route in scene.view.routes} if scene.view else {}
    for each in scene.board.file.edges:
        yield _edge(scene, each, owners.get(each.id))


def _edge(scene: Scene, each: Edge, owner: int | None) -> Group:
    line = scene.places.edges[each.id]
    parts: list[Shape] = [Path((between(line, 0.2), between(line, 0.8)), Paint(None, "road", 22, opacity=UNSEEN))]
    if each.kind == "sea":
        parts.append(signs.sea_edge((between(line, 0.15), between(line, 0.85))))
    if each.double_arrow:
        x, y = between(line, 0.5)
        parts += signs.arrows(x, y, (line[1][0] - line[0][0]) / SIDE, (line[1][1] - line[0][1]) / SIDE)
    if owner is not None:
        parts += _route(scene, owner, line)
    who = f"route of {scene.looks[owner].colour}" if owner is not None else "no route"
    arrow = ", double arrow" if each.double_arrow else ""
    return Group(tuple(parts), Thing("edge", each.id, f"{scene.names[each.id]}: {each.kind} edge{arrow}, {who}"))


def _route(scene: Scene, owner: int, line: tuple[Point, Point]) -> Iterator[Shape]:
    look = scene.looks[owner]
    bar = (between(line, 0.24), between(line, 0.76))
    yield Path(bar, Paint(None, "ink", 18))
    yield Path(bar, Paint(None, look.colour, 13), plain=look.letter)
    yield from emblem(look, *between(line, 0.5), 11)


def corners(scene: Scene) -> Iterator[Group]:
    for each in scene.board.file.intersections:
        if each.site is None:
            dot = Circle(*scene.places.corners[each.id], 11, Paint("road", opacity=UNSEEN))
            yield Group((dot,), Thing("intersection", each.id, scene.names[each.id]))


# ---------------------------------------------------------------- sites


def sites(scene: Scene) -> Iterator[Group]:
    posts = {post.site: post for post in scene.view.posts} if scene.view else {}
    for each in scene.board.file.sites:
        yield _site(scene, each, posts.get(each.id))


def _site(scene: Scene, each: Site, post: PostView | None) -> Group:
    x, y = scene.places.corners[each.intersection]
    parts: list[Shape] = [*signs.site(each.kind, each.colour, x, y)]
    if post is not None:
        parts += scale(signs.post(scene.looks[post.seat], x, y), x, y, LARGER)
        if post.commodity_of is not None:
            parts += scale(signs.commodity(scene.looks[post.commodity_of], x + 13, y + 12), x, y, LARGER)
    return Group((*parts, *_label(scene, each)), Thing("site", each.id, _site_title(scene, each, post)))


def _site_title(scene: Scene, each: Site, post: PostView | None) -> str:
    told = [each.name, "start site" if each.kind == "start" else "site"]
    if each.coast_gold:
        told.append(f"{each.coast_gold} gold")
    if post is not None:
        told.append(f"post of {scene.looks[post.seat].colour}" if post.seat != NEUTRAL else "neutral post")
        if post.commodity_of is not None:
            told.append(f"commodity of {scene.looks[post.commodity_of].colour}")
    return ", ".join(told)


def _label(scene: Scene, each: Site) -> Iterator[Shape]:
    label = scene.ground.labels[each.id]
    y = label.area.centre[1]
    yield Box(label.area, Paint("paper", opacity=0.7), 6)
    if each.coast_gold:
        x = label.area.left + COIN / 2 + 2
        yield signs.coin(x, y)
        yield Text(x, y, str(each.coast_gold), 20, "on_gold", bold=True, anchor="middle")
    yield Text(label.area.right - 4, y, label.name, NAME, "ink", bold=True, anchor="end")


# ---------------------------------------------------------------- figures


def ties(scene: Scene) -> Iterator[Group]:
    """Draw a line from each caravan to its route, because several routes may be close to the caravan."""
    for figure, spot in scene.figures:
        if figure.kind == "caravan":
            yield Group((Path((spot, figure.at), Paint(None, "ink", 2.5)),))


def standing(scene: Scene) -> Iterator[Group]:
    """Draw the merchants, the caravans and the robber at free positions near their places."""
    drawn: Mapping[str, str] = {"merchant": "Merchant", "caravan": "Caravan"}
    for figure, (x, y) in scene.figures:
        where = f"{scene.names[figure.place]} ({figure.place})"  # with the id: adjacent hexes may have equal names
        if figure.kind == "robber":
            yield Group(
                (*scale(signs.robber(x, y), x, y, FIGURE),), Thing("robber", figure.id, f"The robber, in {where}")
            )
            continue
        look = scene.looks[figure.seat]
        shapes = signs.merchant(look, x, y) if figure.kind == "merchant" else signs.caravan(look, x, y)
        title = f"{drawn[figure.kind]} {figure.id} of {look.colour}, {where}"
        yield Group((*scale(shapes, x, y, FIGURE),), Thing(figure.kind, figure.id, title, of=str(figure.seat)))
