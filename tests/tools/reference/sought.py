"""Games played towards what the recorded ones lack: a bot decides, but now and then for a kind of command that leads
there. Seeds were found by trying."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kontor import hansa, merchants
from kontor.domain.kernel.commits import Commit
from kontor.engine import Game

OFTEN = 0.6  # how often a kind that is sought is chosen where it is legal
SOME = 40  # commands of which it is chosen


@dataclass(frozen=True, slots=True)
class Search:
    """A game, and which kinds of command are sought in it."""

    name: str
    game: "Game[object, object, object]"
    seed: int
    kinds: frozenset[str] = frozenset()


def searches(ruleset: str) -> Iterator[Search]:
    match ruleset:
        case "hansa":
            sought = frozenset({"buy_favour", "resolve_favour_income", "set_standing_order"})
            yield Search("hansa-3-favours", hansa.new(3, "hansa-3", 2, favours=True), 2, sought)
            yield Search("britannia-3-link", hansa.new(3, "britannia-3", 11), 11)
            yield Search("east-2-seats-neutral", hansa.new(2, "east", 4, two_player_variant="neutral"), 4)
        case "merchants":
            sought = frozenset({"buy_card", "play_card", "trade_with_bank", "buy_resource"})
            yield Search("merchants-short-cards", merchants.new(3, seed=1), 1, sought)


def played(search: Search) -> Sequence[Commit[object]]:
    """Its commits, to the end."""
    game, luck = search.game, random.Random(search.seed)
    rules = game._rules
    names = {form: name for name, form in rules.commands.items()}
    while not game.is_over:
        seat = game.awaiting[0]
        legal = game.legal(seat)
        wanted: list[object] = []
        if search.kinds & set(legal.kinds) and luck.random() < OFTEN:
            wanted = [each for each in legal.some(SOME) if names[type(each)] in search.kinds]
        game.play(luck.choice(wanted) if wanted else game.ask("greedy", seat), seat)
    return game._log.written(rules)
