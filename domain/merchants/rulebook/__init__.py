"""The rules of Merchants of Europe, one module per concept, as in `rules.md`; `rules.py` is the table of contents."""
