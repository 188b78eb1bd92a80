"""Games over HTTP; `Games` is the one road by which they change."""

from service.games.folding import Seen
from service.games.games import Answered, Contention, Games, Keyed, Moved
from service.games.moves import Move
from service.games.rooms import NoSuchGame

__all__ = ["Answered", "Contention", "Games", "Keyed", "Move", "Moved", "NoSuchGame", "Seen"]
