"""Audit: bundles of games, and the checks that need nothing else (docs/audit.md).

| to learn how | read |
| --- | --- |
| one game is checked, from a file or from the database | checker.py: the checks in order |
| a bundle is read and written | bundle.py, bundle_writer.py; many in one file: archive.py |
| a stored game is read | stored_game.py; what follows from its log: projections.py |
| signatures, receipts and checkpoints are checked | signatures.py |
| the whole database is checked | database.py; answers of the Idempotency-Key: stored_answers.py |
| games are folded again, projections corrected | replay.py, rebuild.py |
| games leave and enter a server | changed_games.py, export.py, import_games.py |

Every check reports `Finding`s (domain/kernel/finding.py). JSON reports, metrics and tables call them flaws.
"""
