"""The shipped rulesets by name, from the registry's setting: tools and worlds need no own list."""

from kontor.service.settings import Settings

SHIPPED = tuple(place.partition(":")[0].rpartition(".")[2] for place in Settings().rulesets)
