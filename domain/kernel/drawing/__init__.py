"""Pictures: one model of a drawing, made by a ruleset from a board and a view, and two painters of it, SVG and text.

A drawing is made of shapes in groups. A group may stand for a thing of the game: then it bears the kind (`x-kind` of
the schemas) and the id by which commands name it, so that a page can make it clickable. Colours are names of a palette;
the model knows how wide a text is, so that it can be told whether anything covers a label.
"""
