"""The rules of market day, one room a concept, as in `rules.md`; `rules.py` is the table of contents."""
