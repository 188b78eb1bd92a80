"""A flaw that a check has found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong, by which check, and at which version where it is one's."""

    check: str
    message: str
    version: int | None = None

    def __str__(self) -> str:
        where = "" if self.version is None else f"version {self.version}, "
        return f"{where}{self.check}: {self.message}"
