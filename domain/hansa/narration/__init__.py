"""English sentences about the events of a game, one for each kind of event."""

from kontor.domain.hansa.narration.english import STORY
from kontor.domain.hansa.narration.places import place_names, province_title

__all__ = ["STORY", "place_names", "province_title"]
