"""How to play Hansa Teutonica: the short page, its pictures and the first game, as package data."""
