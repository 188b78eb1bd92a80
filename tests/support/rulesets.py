"""The shipped rulesets by name, as the registry's setting lists them: tools and worlds need no list of their own."""

from kontor.service.settings import Settings

SHIPPED = tuple(place.partition(":")[0].rpartition(".")[2] for place in Settings().rulesets)
