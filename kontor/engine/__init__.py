"""The rules as a library: games in memory, without a server, a database or other packages."""

from kontor.engine.files import load
from kontor.engine.game import Game, Move
from kontor.engine.legal import Legal
from kontor.engine.new_game import new

__all__ = ["Game", "Legal", "Move", "load", "new"]
