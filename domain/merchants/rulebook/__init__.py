"""The rules of Merchants of Europe. There is one module per concept, as in `rules.md`. `rules.py` is the table of
contents.
"""
