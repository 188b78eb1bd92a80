"""Boards: the boards that Kontor ships, the check of a board file, and the tables that a game uses."""
