"""A tiny ruleset for tests of kernel and service: it has one of everything that can be hard about a game.

Market day, two to four seats. Each seat has a secret charm. In its turn a seat rolls a die for points, takes a card
from the pile unseen by others, or shows one for points; before that it may offer points to whoever accepts first.
A six challenges the next seat, which answers out of turn. After each round all seats bid at once, in secret.
"""

from tests.tiny.rules import RULESET

__all__ = ["RULESET"]
