"""The colours of all pictures, light and dark. Colour-blind people can distinguish the colours of seats."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from kontor.domain.kernel.drawing.model import Colours

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)

BASE: Colours = {
    "paper": ("#f6f1e4", "#1d1f22"),
    "panel": ("#fdfaf2", "#26292d"),
    "rule": ("#d8cdb4", "#454a50"),
    "ink": ("#2b2a26", "#ece6d8"),
    "faint": ("#6b6557", "#a9a492"),
    "road": ("#a08d68", "#7d735d"),
    "stone": ("#e9dfc6", "#34383d"),
    "gold": ("#e3b341", "#d9a92f"),
    "on_gold": ("#3a2c05", "#241b02"),
    "mark": ("#b3126b", "#ff7ac2"),
    # pieces: bright enough on both backgrounds, and different in lightness as well as in hue
    "red": ("#c8451b", "#e2612f"),
    "blue": ("#1c6fb0", "#4a9be0"),
    "green": ("#0f8a66", "#24b489"),
    "yellow": ("#f2d53c", "#f2d53c"),
    "purple": ("#8d5aa6", "#b98ad0"),
    "white": ("#ffffff", "#f4f1ea"),
    "orange": ("#eb9420", "#f0a63c"),
    "black": ("#2f3136", "#0d0e10"),
    "neutral": ("#8f8b80", "#8f8b80"),
    "on_dark": ("#ffffff", "#ffffff"),
    "on_light": ("#25221a", "#25221a"),
}
LIGHT_COLOURS = frozenset({"yellow", "white", "orange"})  # emblems on these are dark


def palette(own: Colours, theme: Theme) -> Mapping[str, str]:
    """Return every colour by its name: the common colours and the ruleset's own colours."""
    which = THEMES.index(theme)
    return {name: both[which] for name, both in {**BASE, **own}.items()}
