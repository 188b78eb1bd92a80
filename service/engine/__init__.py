"""Games as a process caches and changes them. `Games.handle` is the one function that changes one. No Flask in here."""

from kontor.service.engine.game_at import GameAt
from kontor.service.engine.games import Games
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Answered, Contention, IdempotencyKey, Move, Moved, Reply

__all__ = ["Answered", "Contention", "GameAt", "Games", "IdempotencyKey", "Move", "Moved", "NoSuchGame", "Reply"]
