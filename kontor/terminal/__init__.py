"""Kontor in a terminal: commands that talk to a server as any client does, and `kontor play`.

They come with the bare package and know no ruleset: what can be done comes from legal-commands, names of things from
the schemas, the picture from `board.txt`.
"""
