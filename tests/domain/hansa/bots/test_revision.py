"""The revision of the bots, which their notes name: whoever changes what they choose raises it."""

import hashlib
from collections.abc import Sequence
from itertools import islice
from random import Random

from kontor.domain.hansa.bots.choice import REVISION
from kontor.domain.hansa.bots.expert import expert
from kontor.domain.hansa.bots.greedy import greedy
from kontor.domain.hansa.bots.planner import planner
from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.ruleset import Bot, Budget
from tests.domain.hansa.bots.positions import positions

# by revision: the first digits of the hash of what is chosen below
CHOICES = {2: "fc7aa675acf51989"}
CHOICES_OF_EXPERT = {2: "9032c57e89f7535d"}


def chosen(nodes: Sequence[int], *bots: Bot) -> str:
    hashed = hashlib.sha256()
    for board, seats in (("hansa", 3), ("east", 4), ("britannia", 3)):
        for position in islice(positions(3, board, seats), 4, 200, 24):
            for bot in bots:
                hashed.update(canonical(bot(position.look(), Budget(0.0, lambda: 0.0, Random(7), nodes)).command))
    return hashed.hexdigest()[:16]


def test_the_choices_of_the_bots_belong_to_their_revision() -> None:
    """If this fails, they choose otherwise: raise REVISION in domain/hansa/bots/choice.py, and note the new hash."""
    assert {REVISION: chosen([2, 6], greedy, planner)} == CHOICES
    assert {REVISION: chosen([6, 12, 6], expert)} == CHOICES_OF_EXPERT
