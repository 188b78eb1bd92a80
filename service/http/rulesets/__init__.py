"""Rulesets, boards and rules over HTTP."""
