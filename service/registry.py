"""Load the served rulesets, and the operator's own bots, from the settings. No other module in service/ or workers/
names a ruleset."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeAlias

from kontor.domain.kernel.bots import OWN, as_bot
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.ruleset import Bot, Ruleset

# The service does not read a ruleset's state, commands and events.
AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
AnyGame: TypeAlias = Game[Any]


class NoSuchRuleset(ValueError):
    """A setting names a ruleset that does not exist."""


class NoSuchBot(ValueError):
    """A setting or an option names a bot that does not exist."""


class Registry(Mapping[str, AnyRuleset]):
    """Rulesets by name, in the order of the settings."""

    def __init__(self, rulesets: Iterable[AnyRuleset]) -> None:
        self._rulesets = {rules.name: rules for rules in rulesets}

    @classmethod
    def load(cls, places: Iterable[str], bots: Iterable[str] = ()) -> "Registry":
        """Load rulesets by names like `package.module:ATTRIBUTE`. `bots` are functions (`domain.kernel.bots`), with
        names like `module:name`, or `ruleset=module:name` for a bot of one ruleset only. The players see the bot as
        `module:name`."""
        rulesets = [_ruleset(place) for place in places]
        for bot in bots:
            rulesets = _with_bot(rulesets, bot)
        return cls(rulesets)

    def __getitem__(self, name: str) -> AnyRuleset:
        return self._rulesets[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulesets)

    def __len__(self) -> int:
        return len(self._rulesets)


def _ruleset(place: str) -> AnyRuleset:
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise NoSuchRuleset(f"KONTOR_RULESETS names {place!r}, which cannot be loaded: {error}.") from error
    if not isinstance(found, Ruleset):
        raise NoSuchRuleset(f"KONTOR_RULESETS names {place!r}, which is not a ruleset.")
    return found


def own_bots(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of operators' own bots, which have the form `module:name`."""
    return tuple(name for name in names if OWN in name)


def _with_bot(rulesets: Iterable[AnyRuleset], named: str) -> list[AnyRuleset]:
    only, _, place = named.rpartition("=")
    known = {rules.name for rules in rulesets}
    if only and only not in known:
        raise NoSuchBot(
            f"The bot {named!r} is for {only}, which is not served; the rulesets are {', '.join(sorted(known))}."
        )
    return [_plus(rules, place) if only in ("", rules.name) else rules for rules in rulesets]


def _plus(rules: AnyRuleset, place: str) -> AnyRuleset:
    return replace(rules, bots={place: _bot(rules, place), **rules.bots})  # first: the last bot must stay the strongest


def _bot(rules: AnyRuleset, place: str) -> Bot:
    module, colon, name = place.partition(OWN)
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # users start Kontor in the bot's directory; last, so that it shadows no module
    try:
        choose = getattr(import_module(module), name) if module and colon and name else None
    except Exception as error:  # the user's module may raise anything
        raise NoSuchBot(f"The bot {place!r} cannot be loaded: {error!r}.") from error
    if not callable(choose):
        raise NoSuchBot(f"The bot {place!r} is not a function: name one as module:name.")
    return as_bot(rules.commands, choose)
