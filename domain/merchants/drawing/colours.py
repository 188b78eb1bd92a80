"""The colours of lands, sites and the sea, for light and dark mode."""

from kontor.domain.kernel.drawing.model import Colours

COLOURS: Colours = {
    "forest": ("#c3d6a8", "#33452b"),
    "mountain_forest": ("#a9c497", "#2c4030"),
    "pasture": ("#e2ecb9", "#46522c"),
    "mountain_pasture": ("#ccdda6", "#3b4a30"),
    "farmland": ("#f3e1a0", "#5a4d24"),
    "mountains": ("#d5cec4", "#46443f"),
    "salt_works": ("#f4ece9", "#4f464b"),
    "sea": ("#d3e5ec", "#223742"),
    "hex_edge": ("#b9ac8d", "#5a5647"),
    "chip_field": ("#b9ac8d", "#aaa188"),
    "sea_edge": ("#b3ccd6", "#2f4752"),
    "disc": ("#fffdf6", "#e9e2cf"),
    "number": ("#2b2a26", "#25221a"),
    "hot": ("#b3261e", "#b3261e"),
    "lumber": ("#4f7a34", "#6fa04f"),
    "wool": ("#8aa12c", "#a8c044"),
    "grain": ("#b8860b", "#d6a52a"),
    "ore": ("#6d675e", "#a39c90"),
    "salt": ("#b9a6ad", "#d8c6cd"),
    "violet": ("#7a4fa3", "#a67fd0"),
    "brown": ("#8a5a34", "#b98357"),
    "card_back": ("#9c6b4a", "#6d4a33"),
    "robber": ("#1f1d1a", "#000000"),
    "arrow": ("#8d3b72", "#d68bb9"),
}
