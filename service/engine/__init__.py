"""Load, cache and change games. `Games.handle` is the only function that changes a game. This package does not use
Flask."""

from kontor.service.engine.game_at import GameAt
from kontor.service.engine.games import Games
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Contention, IdempotencyKey, Move, Moved, Reply

__all__ = ["Contention", "GameAt", "Games", "IdempotencyKey", "Move", "Moved", "NoSuchGame", "Reply"]
