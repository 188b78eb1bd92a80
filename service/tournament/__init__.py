"""Tournaments of bots without a server: games in memory, win rates with intervals, ratings."""
