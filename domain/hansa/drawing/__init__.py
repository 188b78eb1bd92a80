"""Pictures of boards and positions. A picture depends only on the table and a view."""

from kontor.domain.hansa.drawing.picture import draw

__all__ = ["draw"]
