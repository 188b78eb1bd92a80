"""Build everything that a bot may see, and read the bot's choice. This module also has the bot `random`, which every
ruleset can use."""

import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from typing import TypeAlias, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, require_created, require_state, table_of
from kontor.domain.kernel.legal_pages import draw_legal, page
from kontor.domain.kernel.legality import Option, sample
from kontor.domain.kernel.play import body_of, is_accepted, read_command
from kontor.domain.kernel.random_numbers import Luck, luck_of
from kontor.domain.kernel.ruleset import Bot, Budget, C, Choice, E, Look, Ruleset, S, Table

OWN = ":"  # part of the name of every bot of a user, `module:name`, and of no other bot
LOOKED_AT = 500  # commands examined per page: this limits the time of a response

Choose: TypeAlias = Callable[[Look], object]  # a user's bot: returns a command as object or JSON, or None to pass


def random_bot(look: Look, budget: Budget) -> Choice:
    """Choose any legal command. A seat for which the game does not wait may also pass."""
    return Choice(look.choice(budget.luck))


def stand_in(rules: Ruleset[S, C, E], game: Game[S]) -> str:
    """Return the name of the bot that plays for a late or resigned player. This is the bot that the creator of the game
    chose, or a quick bot."""
    return require_created(game).stand_in or quick_bot(rules)


def quick_bot(rules: Ruleset[S, C, E]) -> str:
    """Return the name of the bot that replaces other bots and people. It is not `random` if there is another quick bot,
    because games of `random` may take 40,000 decisions."""
    return "greedy" if "greedy" in rules.bots else "random"


class Stages:
    """The time of a bot that thinks in stages, and the number of positions that it examines in each stage. With the
    same numbers and the same random numbers, the bot makes the same choice on any machine."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = budget.clock()
        self.nodes: list[int] = []

    def until(self, share: float) -> Callable[[], bool]:
        """Begin the next stage, which may last until this share of the time is used. Return a function that reports
        whether the stage must end. The bot must call it before each position."""
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


def imagine(look: Look, luck: Luck, determinize: Callable[[Table, JsonObject, Dice], S]) -> S:
    """Return a full state that agrees with the seat's view. Its hidden values are dealt at random, independently of the
    real values."""
    return determinize(look.table, look.view, Dice(luck.randbytes(32), {}))


def look(rules: Ruleset[S, C, E], game: Game[S], seat: int) -> Look:
    """Return the game as a bot on `seat` may see it."""
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
    """Return the function with which a `Look` at this version tries commands. The function never uses the seed. It
    deals a state that agrees with the view, once for each `deal` number."""
    dealt: dict[int, S] = {}

    def attempt(seen: Look, command: object, deal: int) -> JsonObject:
        if deal not in dealt:
            dealt[deal] = imagine(seen, luck_of("deal", version, deal), rules.determinize)
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
    """Return up to `wanted` complete commands, and whether there may be more. The result depends only on the version,
    the seat and `wanted`. `options`: the legal options, if the caller knows them."""
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
    """Return the page of complete commands that begins with number `start`, and the number with which the next page
    begins. Omit the commands in `told`: `expand` has already returned them."""
    return page(options, start, wanted, LOOKED_AT, lambda body: is_accepted(rules, game, seat, body), told)


def drawn_commands(
    rules: Ruleset[S, C, E], game: Game[S], seat: int, options: Sequence[Option], wanted: int, seed: int
) -> list[JsonObject]:
    """Draw `wanted` complete commands independently. The result depends only on the version, the seat and the seed."""
    return draw_commands(rules, game, seat, options, wanted, luck_of("sample", game.version, seat, seed))


def draw_commands(
    rules: Ruleset[S, C, E], game: Game[S], seat: int, options: Sequence[Option], wanted: int, luck: Luck
) -> list[JsonObject]:
    """Draw `wanted` complete commands independently."""
    found = draw_legal(options, wanted, luck, lambda body: is_accepted(rules, game, seat, body))
    missing = wanted - len(found) if options else 0
    return [*found, *_of_the_ruleset(rules, game, seat, missing, luck)]


def _of_the_ruleset(rules: Ruleset[S, C, E], game: Game[S], seat: int, wanted: int, luck: Luck) -> list[JsonObject]:
    """Draw legal commands with the ruleset's own function. It is used if filling in the options at random finds no
    legal command."""
    if rules.random_command is None:
        return []
    state = require_state(game)
    return [body_of(rules.commands, rules.random_command(state, seat, luck)) for _ in range(wanted)]


# ---------------------------------------------------------------- bots written by users


class BotFailed(Exception):
    """A bot raised an error, or chose an impossible command. The message says what happened and where."""


def as_bot(commands: Mapping[str, type[C]], choose: Choose) -> Bot:
    """Turn a user's function into a bot for a ruleset with these commands. The bot ignores the budget."""

    def bot(look: Look, budget: Budget) -> Choice:
        try:
            return Choice(body_of_choice(commands, choose(look)))
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error} ({_where(error)})") from error

    return bot


def _where(error: Exception) -> str:
    """Return the file and line at which an error was raised. It is most likely in the bot's code."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"


def body_of_choice(commands: Mapping[str, type[C]], chosen: object) -> JsonObject | None:
    """Return a bot's choice as JSON. Raise TypeError if it is neither a command of the ruleset nor JSON nor None."""
    if chosen is None:
        return None
    if isinstance(chosen, Mapping):
        return cast(JsonObject, chosen)
    if is_dataclass(chosen) and type(chosen) in commands.values():
        return body_of(commands, cast(C, chosen))
    raise TypeError(f"a command is one of {', '.join(commands)} or its JSON, not {chosen!r}")
