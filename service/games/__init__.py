"""Games over HTTP; `Games` is the one road by which they change."""

from service.games.folding import Seen
from service.games.games import Answered, Contention, Games, Keyed, Move, Moved, NoSuchGame

__all__ = ["Answered", "Contention", "Games", "Keyed", "Move", "Moved", "NoSuchGame", "Seen"]
