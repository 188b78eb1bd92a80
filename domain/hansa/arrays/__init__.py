"""Hansa Teutonica as arrays of numbers, for reinforcement learning."""

from typing import Final

from kontor.domain.hansa.arrays.actions import command, legal_numbers
from kontor.domain.hansa.arrays.numbering import numbering
from kontor.domain.hansa.arrays.observation import blocks, observe
from kontor.domain.hansa.rulebook.catalogue import Command
from kontor.domain.hansa.state import State
from kontor.domain.kernel.learning import Arrays

ARRAYS: Final[Arrays[State, Command]] = Arrays(blocks, observe, numbering, legal_numbers, command)
