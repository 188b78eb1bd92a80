"""Audit: bundles that hold all it takes to check a game, and the checks, which need nothing else (docs/audit.md)."""
