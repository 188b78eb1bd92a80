"""Games over HTTP; `Games` is the one road by which they change."""

from kontor.service.engine.game_at import Seen
from kontor.service.engine.games import Answered, Contention, Games, Keyed, Moved
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Move

__all__ = ["Answered", "Contention", "Games", "Keyed", "Move", "Moved", "NoSuchGame", "Seen"]
