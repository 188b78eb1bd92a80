"""The rulesets that come with Kontor, by name. A new ruleset needs one line here; then the service, the tools and the
tests use it."""

from collections.abc import Mapping
from typing import Final

SHIPPED: Final[Mapping[str, str]] = {"hansa": "kontor.domain.hansa", "merchants": "kontor.domain.merchants"}
