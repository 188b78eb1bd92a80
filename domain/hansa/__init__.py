"""Hansa Teutonica: five board sides, two editions, every variant."""

from kontor.domain.hansa.ruleset import RULESET as RULESET
