"""The rules of Hansa Teutonica, one room a concept, in the order of `rules.md`; `rules.py` is the table of contents."""
