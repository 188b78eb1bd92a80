"""Games over HTTP; `Games` is the one road by which they change."""

from kontor.service.games.folding import Seen
from kontor.service.games.games import Answered, Contention, Games, Keyed, Moved
from kontor.service.games.moves import Move
from kontor.service.games.rooms import NoSuchGame

__all__ = ["Answered", "Contention", "Games", "Keyed", "Move", "Moved", "NoSuchGame", "Seen"]
