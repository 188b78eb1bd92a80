"""Pictures of boards and positions: a pure function of the table and a view."""

from kontor.domain.hansa.drawing.picture import draw

__all__ = ["draw"]
