"""Bots against bots without a server: whole games in memory, win rates with intervals, ratings."""
