"""Families of commands: none is forgotten."""

from typing import get_args

from kontor.domain.hansa.legal import families
from kontor.domain.hansa.legal.families import Family


def test_every_family_belongs_to_the_union() -> None:
    named = {each for name, each in vars(families).items() if name.endswith("Family") and isinstance(each, type)}
    assert named == set(get_args(Family))
