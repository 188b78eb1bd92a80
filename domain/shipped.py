"""The rulesets that come with Kontor, by name: the one line that a further one costs outside of its folder."""

from collections.abc import Mapping
from typing import Final

SHIPPED: Final[Mapping[str, str]] = {"hansa": "kontor.domain.hansa", "merchants": "kontor.domain.merchants"}
