"""Audit: write bundles of games, and check bundles and stored games (docs/audit.md).

| task | module |
| --- | --- |
| check one game, from a file or from the database | checker.py: the checks in order |
| read and write a bundle | bundle.py, bundle_writer.py; many bundles in one file: archive.py |
| report on files | verification.py; in a browser: verifier_page.py |
| read a stored game | stored_game.py; compare its projections: projections.py |
| check signatures, receipts and checkpoints | signatures.py |
| check the whole database | database.py; stored answers of the Idempotency-Key: stored_answers.py |
| replay games, correct projections | replay.py, rebuild.py |
| export and import games | changed_games.py, export.py, import_games.py |

Every check reports `Finding`s (domain/kernel/finding.py). JSON reports, metrics and tables call them flaws.
"""
