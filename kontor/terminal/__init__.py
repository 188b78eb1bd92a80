"""Kontor in a terminal: commands that call a server as any client does, and `kontor play`.

They come with the bare package and know no ruleset. Legal commands come from the resource legal-commands, names from
the schemas, and the picture of the board from `board.txt`.
"""
