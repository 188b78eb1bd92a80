"""Merchants of Europe (Aufbruch der Händler): the rules of `data/rules.md` as a ruleset."""
