"""Games as tables, for data analysis: `kontor.frames` (docs/python.md §4). It needs the extra `kontor[data]`."""

from kontor.extras import extra

with extra("data"):
    from kontor.data.tables import Frames, PandasFrames, frames, write_parquet

__all__ = ["Frames", "PandasFrames", "frames", "write_parquet"]
