"""The rulesets that are served, loaded once from the settings. Nothing else in service/ or workers/ names one."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from kontor.domain.kernel.game import Game
from kontor.domain.kernel.ruleset import Ruleset

# A ruleset's state, commands and events are its own business: to the service they are opaque.
AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
AnyGame: TypeAlias = Game[Any]


class NoSuchRuleset(ValueError):
    """A name in the settings that leads to no ruleset."""


class Registry(Mapping[str, AnyRuleset]):
    """Rulesets by name, in the order of the settings."""

    def __init__(self, rulesets: Iterable[AnyRuleset]) -> None:
        self._rulesets = {rules.name: rules for rules in rulesets}

    @classmethod
    def load(cls, places: Iterable[str]) -> "Registry":
        """From places like `package.module:ATTRIBUTE`."""
        return cls(_ruleset(place) for place in places)

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
