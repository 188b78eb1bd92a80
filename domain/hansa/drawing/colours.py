"""The light and dark colours of the boards: privileges, countries and green cities."""

from kontor.domain.kernel.drawing.model import Colours

SEAT_COLOURS = ("red", "blue", "green", "yellow", "purple")

COLOURS: Colours = {
    "privilege_white": ("#ffffff", "#e9e5da"),
    "privilege_orange": ("#f3a95c", "#d98b3a"),
    "privilege_pink": ("#e9a5bf", "#cf7f9e"),
    "privilege_black": ("#4a4a4f", "#0b0b0d"),
    "office_edge": ("#5d533d", "#8d846e"),
    "green_city": ("#cfe0b4", "#3c5230"),
    "ship": ("#e3f0f5", "#1d3540"),
    "sea": ("#c4dde7", "#1c3039"),
    "shallow": ("#aecfdc", "#274450"),
    "land": ("#efe7cf", "#2d2f2b"),
    "sea_edge": ("#3f7f97", "#6fb0c8"),
    "tavern": ("#8a5a2b", "#c98f55"),
    "plate": ("#fff3c9", "#4b4223"),
    "plate_edge": ("#b08a2a", "#c9a548"),
    "permanent": ("#e3e9f3", "#303a4c"),
    "permanent_edge": ("#5a6d93", "#8fa5cf"),
    "land_wales": ("#dfe9c6", "#35472b"),
    "land_scotland": ("#d6e2ef", "#2b3c54"),
    "road_england": ("#a08d68", "#7d735d"),
    "road_wales": ("#74903c", "#8fae53"),
    "road_scotland": ("#5b7fae", "#7aa0d2"),
    "province": ("#7b6a45", "#a99a74"),
}
