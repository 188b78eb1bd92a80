"""The shipped rulesets by name, from the registry's setting, so that tools and worlds need no list of rulesets."""

from kontor.service.settings import Settings

SHIPPED = tuple(place.partition(":")[0].rpartition(".")[2] for place in Settings().rulesets)
