"""What a bot is shown and what it makes of it; and the bot that any ruleset can have, `random`."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, require_state, table_of
from kontor.domain.kernel.legal_pages import drawn, page
from kontor.domain.kernel.legality import Option, sample
from kontor.domain.kernel.luck import Luck, luck_of
from kontor.domain.kernel.own_bots import body_of_choice
from kontor.domain.kernel.play import body_of, is_accepted, read_command
from kontor.domain.kernel.ruleset import Budget, C, Choice, E, Look, Ruleset, S, Table

LOOKED_AT = 500  # fillings looked at for a page: so long may an answer take


def random_bot(look: Look, budget: Budget) -> Choice:
    """Any legal command; a seat that is only invited may as well pass."""
    return Choice(look.choice(budget.luck))


class Stages:
    """The time of a bot that thinks in stages, and how many positions it looks at in each: with as many, and the same
    luck, it chooses the same again on any machine."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = budget.clock()
        self.nodes: list[int] = []

    def until(self, share: float) -> Callable[[], bool]:
        """The next stage, which may last until that share of the time is over: asked before each position, whether it
        is too late for one more."""
        budget, stage = self._budget, len(self.nodes)
        self.nodes.append(0)

        def is_late() -> bool:
            if budget.nodes is None:
                late = budget.clock() - self._began > share * budget.seconds
            else:
                late = self.nodes[stage] >= sum(budget.nodes[stage : stage + 1])
            self.nodes[stage] += not late
            return late

        return is_late


def imagined(look: Look, luck: Luck, determinize: Callable[[Table, JsonObject, Dice], S]) -> S:
    """A full state as the seat may imagine it. What its view does not tell is dealt anew, with luck that the
    hidden things have no part in."""
    return determinize(look.table, look.view, Dice(luck.randbytes(32), {}))


def look(rules: Ruleset[S, C, E], game: Game[S], seat: int) -> Look:
    """The game as a bot on `seat` may see it."""
    state = require_state(game)

    def commands(wanted: int) -> Sequence[JsonObject]:
        return expand(rules, game, seat, wanted, seen.options)[0]

    def draw(luck: Luck) -> JsonObject | None:
        if rules.random_command is None or seat not in rules.may_act(state):
            return None
        return body_of(rules.commands, rules.random_command(state, seat, luck))

    seen = Look(
        partial(table_of, game),
        seat,
        partial(rules.view, state, frozenset({seat})),
        partial(rules.legal, state, seat),
        commands,
        attempts(rules, game.version),
        draw if rules.random_command else None,
    )
    return seen


def attempts(rules: Ruleset[S, C, E], version: int) -> Callable[[Look, object, int], JsonObject]:
    """How a look at that version tries commands: on a state that agrees with the view, dealt once for each number of a
    deal. Nothing of the seed is used."""
    dealt: dict[int, S] = {}

    def attempt(seen: Look, command: object, deal: int) -> JsonObject:
        if deal not in dealt:
            dealt[deal] = imagined(seen, luck_of("deal", version, deal), rules.determinize)
        body = body_of_choice(rules.commands, command)
        if body is None:
            return seen.view
        state, dice = dealt[deal], Dice(luck_of("attempt", version, deal).randbytes(32), {})
        events = rules.decide(state, seen.seat, read_command(rules, body), dice)
        for at, event in enumerate(events, version + 1):
            state = rules.evolve(state, event, at)
        return rules.view(state, frozenset({seen.seat}))

    return attempt


def expand(
    rules: Ruleset[S, C, E], game: Game[S], seat: int, wanted: int, options: Sequence[Option] | None = None
) -> tuple[list[JsonObject], bool]:
    """Up to `wanted` complete commands and whether there may be more; depends on version, seat and number only.
    `options`: what is legal, where that is known already."""
    if options is None:
        options = rules.legal(require_state(game), seat)
    luck = luck_of("expand", game.version, seat, wanted)
    found, truncated = sample(options, wanted, luck, lambda body: is_accepted(rules, game, seat, body))
    if options and not found:
        found = _of_the_ruleset(rules, game, seat, min(wanted, 1), luck)
    return found, truncated


def expand_on(
    rules: Ruleset[S, C, E],
    game: Game[S],
    seat: int,
    options: Sequence[Option],
    start: int,
    wanted: int,
    told: Collection[JsonObject],
) -> tuple[list[JsonObject], int | None]:
    """A further page of all complete commands, from number `start` on, less what `expand` has `told`; and where the
    next one begins."""
    return page(options, start, wanted, LOOKED_AT, lambda body: is_accepted(rules, game, seat, body), told)


def drawn_commands(
    rules: Ruleset[S, C, E], game: Game[S], seat: int, options: Sequence[Option], wanted: int, seed: int
) -> list[JsonObject]:
    """So many complete commands, each drawn for itself; depends on version, seat and seed only."""
    return draw_commands(rules, game, seat, options, wanted, luck_of("sample", game.version, seat, seed))


def draw_commands(
    rules: Ruleset[S, C, E], game: Game[S], seat: int, options: Sequence[Option], wanted: int, luck: Luck
) -> list[JsonObject]:
    """So many complete commands, each drawn for itself."""
    found = drawn(options, wanted, luck, lambda body: is_accepted(rules, game, seat, body))
    missing = wanted - len(found) if options else 0
    return [*found, *_of_the_ruleset(rules, game, seat, missing, luck)]


def _of_the_ruleset(rules: Ruleset[S, C, E], game: Game[S], seat: int, wanted: int, luck: Luck) -> list[JsonObject]:
    """Legal commands as the ruleset itself draws them, where chance finds none in its options."""
    if rules.random_command is None:
        return []
    state = require_state(game)
    return [body_of(rules.commands, rules.random_command(state, seat, luck)) for _ in range(wanted)]
