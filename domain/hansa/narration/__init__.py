"""What happened in a game, in sentences, one for each kind of event."""

from kontor.domain.hansa.narration.english import STORY

__all__ = ["STORY"]
