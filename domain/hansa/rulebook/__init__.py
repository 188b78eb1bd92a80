"""The rules of Hansa Teutonica, one module per concept, in the order of `rules.md`. `rules.py` is the table of
contents."""
