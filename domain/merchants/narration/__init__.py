"""The events of a game as sentences, one sentence for each kind of event."""

from kontor.domain.merchants.narration.english import STORY
from kontor.domain.merchants.narration.places import place_names

__all__ = ["STORY", "place_names"]
