"""Hansa Teutonica: five board sides, two editions, every variant."""

from domain.hansa.ruleset import RULESET as RULESET
