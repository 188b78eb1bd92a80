"""Pictures: a ruleset makes a drawing from a board and a view, and two painters write it as SVG or as text.

A drawing consists of shapes in groups. A group may represent an object of the game. Then it has the kind (`x-kind` of
the schemas) and the id by which commands name the object. So a page can make the object clickable. Colours are names of
a palette. The drawing knows the width of texts, so that a test can find covered labels.
"""
