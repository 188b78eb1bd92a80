"""Boards: the shipped boards as data, the check of a board file, and the tables that the rules use."""
