"""The form of a board file: market day needs no more than a name for the place."""

from dataclasses import dataclass
from typing import Annotated

from kontor.domain.kernel.model import Names, Pattern


@dataclass(frozen=True, slots=True)
class BoardForm:
    name: Annotated[str, Pattern("[a-z]{1,20}"), Names("board")]
