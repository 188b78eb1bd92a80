"""The rulesets that are served, loaded once from the settings, and bots of one's own that play them. Nothing else in
service/ or workers/ names one."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeAlias

from kontor.domain.kernel.game import Game
from kontor.domain.kernel.ruleset import Bot, Ruleset
from kontor.domain.kernel.user_bots import OWN, as_bot

# A ruleset's state, commands and events are its own business: to the service they are opaque.
AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
AnyGame: TypeAlias = Game[Any]


class NoSuchRuleset(ValueError):
    """A name in the settings that leads to no ruleset."""


class NoSuchBot(ValueError):
    """A name that leads to no function that could play."""


class Registry(Mapping[str, AnyRuleset]):
    """Rulesets by name, in the order of the settings."""

    def __init__(self, rulesets: Iterable[AnyRuleset]) -> None:
        self._rulesets = {rules.name: rules for rules in rulesets}

    @classmethod
    def load(cls, places: Iterable[str], bots: Iterable[str] = ()) -> "Registry":
        """From places like `package.module:ATTRIBUTE`. `bots`: functions of one's own (`domain.kernel.user_bots`) in
        places like `module:name`, or `ruleset=module:name` for one ruleset only; each bears its place as its name."""
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
        raise NoSuchRuleset(f"KONTOR_RULESETS names {place!r}, which is no ruleset.")
    return found


def own_bots(names: Iterable[str]) -> tuple[str, ...]:
    """Those names of bots that are places of functions."""
    return tuple(name for name in names if OWN in name)


def _with_bot(rulesets: Iterable[AnyRuleset], named: str) -> list[AnyRuleset]:
    only, _, place = named.rpartition("=")
    known = {rules.name for rules in rulesets}
    if only and only not in known:
        raise NoSuchBot(f"{named!r} is a bot for {only}, which is none of the rulesets {', '.join(sorted(known))}.")
    return [_plus(rules, place) if only in ("", rules.name) else rules for rules in rulesets]


def _plus(rules: AnyRuleset, place: str) -> AnyRuleset:
    return replace(rules, bots={place: _bot(rules, place), **rules.bots})  # the last one stays the strongest


def _bot(rules: AnyRuleset, place: str) -> Bot:
    module, colon, name = place.partition(OWN)
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # where people keep what they are at work on; last, so that it shadows nothing
    try:
        choose = getattr(import_module(module), name) if module and colon and name else None
    except Exception as error:  # the module is somebody's own: whatever is wrong with it is said in a sentence
        raise NoSuchBot(f"The bot {place!r} cannot be loaded: {error!r}.") from error
    if not callable(choose):
        raise NoSuchBot(f"The bot {place!r} is no function: name one as module:name.")
    return as_bot(rules.commands, choose)
