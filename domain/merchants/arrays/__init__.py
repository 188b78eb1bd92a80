"""Merchants of Europe as arrays of numbers, for reinforcement learning."""

from typing import Final

from kontor.domain.kernel.learning import Arrays
from kontor.domain.merchants.arrays.commands import command
from kontor.domain.merchants.arrays.legal_numbers import legal_numbers
from kontor.domain.merchants.arrays.numbering import numbering
from kontor.domain.merchants.arrays.observation import blocks, observe
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State

ARRAYS: Final[Arrays[State, Command]] = Arrays(blocks, observe, numbering, legal_numbers, command)
