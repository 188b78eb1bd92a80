"""The rules of Merchants of Europe, one room a concept, as in `rules.md`; `rules.py` is the table of contents."""
