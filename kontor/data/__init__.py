"""Games as tables, for whoever counts and draws: `kontor.frames` (docs/python.md §4; needs `kontor[data]`)."""

from kontor.data.frames import Frames, PandasFrames, frames

__all__ = ["Frames", "PandasFrames", "frames"]
