"""Bots, and what they think with. No rule lives here."""
