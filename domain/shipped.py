"""The rulesets that come with Kontor, by name: the line by which the service, the tools and the properties have one."""

from collections.abc import Mapping
from typing import Final

SHIPPED: Final[Mapping[str, str]] = {"hansa": "kontor.domain.hansa", "merchants": "kontor.domain.merchants"}
