"""Play games that contain the commands and events which the recorded games lack.

A bot decides, but sometimes a wanted kind of command is chosen instead. The seeds were found by trial.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kontor import hansa, merchants
from kontor.domain.kernel.commits import Commit
from kontor.engine.game import AnyGame

Wish = Callable[[AnyGame, int, random.Random], object | None]

OFTEN = 0.6  # probability that a wanted kind is chosen if it is legal
SOME = 40  # commands to choose from


@dataclass(frozen=True, slots=True)
class Search:
    """A game, the wanted kinds of commands, and the event at which it may stop."""

    name: str
    game: AnyGame
    seed: int
    wish: Wish = lambda game, seat, luck: None
    until: type | None = None


def searches(ruleset: str) -> Iterator[Search]:
    match ruleset:
        case "hansa":
            favours = of_kinds("buy_favour", "resolve_favour_income", "set_standing_order")
            yield Search("hansa-3-favours", hansa.new(3, "hansa-3", 2, favours=True), 2, favours)
            yield Search("britannia-3-link", hansa.new(3, "britannia-3", 11), 11)
            yield Search("east-2-seats-neutral", hansa.new(2, "east", 4, two_player_variant="neutral"), 4)
        case "merchants":
            cards = of_kinds("buy_card", "play_card", "trade_with_bank", "buy_resource")
            yield Search("merchants-short-cards", merchants.new(3, seed=1), 1, cards)
            routes = merchants.new(4, "merchants-short", 0)
            yield Search("merchants-short-routes", routes, 0, arrows_last, merchants.FreeRouteLapsed)


def play(search: Search) -> Sequence[Commit[object]]:
    """Return its commits, to the end."""
    game, luck = search.game, random.Random(search.seed)
    happened: Sequence[object] = ()
    while not game.is_over and search.until not in map(type, happened):
        seat = game.awaiting[0]
        happened = game.play(search.wish(game, seat, luck) or game.ask("greedy", seat), seat)
    return game._log.as_commits(game._rules)


# ---------------------------------------------------------------- wishes


def of_kinds(*kinds: str) -> Wish:
    def wish(game: AnyGame, seat: int, luck: random.Random) -> object | None:
        legal = game.legal(seat)
        if not set(kinds) & set(legal.kinds) or luck.random() >= OFTEN:
            return None
        forms = {game._rules.commands[kind] for kind in kinds}
        wanted = [each for each in legal.some(SOME) if type(each) in forms]
        return luck.choice(wanted) if wanted else None

    return wish


def arrows_last(game: AnyGame, seat: int, luck: random.Random) -> object | None:
    """Build routes around double arrows before those on them: then the free route finds no edge (ME-BUILD-12)."""
    legal = game.legal(seat)
    board, routes = game.state.board, game.state.routes

    def worth(route: merchants.BuildRoute) -> float:
        edge = board.edge_at[route.edge]
        if board.double_arrow[edge]:
            return 9.0 if all(routes[other] for other in board.adjacent[edge]) else -1.0
        return sum(board.double_arrow[other] and not routes[other] for other in board.adjacent[edge]) + luck.random()

    best = max(map(merchants.BuildRoute, _edges(legal.options)), key=worth, default=None)
    if best is not None and worth(best) >= 0:
        return best
    meanwhile = (merchants.TradeWithBank, merchants.BuyResource, merchants.EndTurn)
    some = [each for each in legal.some(12) if isinstance(each, meanwhile)]
    return luck.choice(some) if "end_turn" in legal.kinds and some else None


def _edges(options: Sequence[object]) -> Iterator[str]:
    for option in options:
        match option:
            case {"type": "build_route", "edge": str(edge)}:
                yield edge
            case {"type": "build_route", "edge": {"one_of": edges}}:
                yield from edges
