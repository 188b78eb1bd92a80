"""How to play Merchants of Europe: the short page, its pictures and the first game, as package data."""
