"""Pictures: one model of a drawing, which a ruleset makes from a board and a view, and two painters, SVG and text.

A drawing consists of shapes in groups. A group may represent a thing of the game. Then it has the kind (`x-kind` of the
schemas) and the id by which commands name the thing. So a page can make it clickable. Colours are names of a palette.
The model knows the width of texts, so that a test can find covered labels.
"""
