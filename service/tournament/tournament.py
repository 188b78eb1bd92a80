"""Many games between bots on all cores, seats changing from game to game."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from service.registry import Registry
from service.tournament.match import Outcome, Setting, play_match


@dataclass(frozen=True, slots=True)
class Entry:
    """One game to be played, by a ruleset named as the registry names it."""

    ruleset: str
    setting: Setting
    bots: tuple[str, ...]
    number: int


def entries(ruleset: str, setting: Setting, field: Sequence[str], seats: int, games: int) -> Iterator[Entry]:
    """The field is filled up with its last bot; in each game everybody sits one seat further on."""
    filled = [*field, *[field[-1]] * (seats - len(field))]
    for number in range(games):
        turn = number % seats
        yield Entry(ruleset, setting, tuple(filled[turn:] + filled[:turn]), number)


def play_entry(rulesets: Sequence[str], entry: Entry) -> tuple[Entry, Outcome]:
    """For a process of its own: everything it needs is named, nothing is shared."""
    rules = Registry.load(rulesets)[entry.ruleset]
    return entry, play_match(rules, entry.setting, entry.bots, entry.number)


def play_all(rulesets: Sequence[str], games: Sequence[Entry], processes: int) -> Iterator[tuple[Entry, Outcome]]:
    """Outcomes as they come in."""
    with ProcessPoolExecutor(processes) as pool:
        for done in as_completed([pool.submit(play_entry, rulesets, entry) for entry in games]):
            yield done.result()
