"""`make prose`: check that docs, docstrings, UI texts and messages are plain English (decision 0014)."""
