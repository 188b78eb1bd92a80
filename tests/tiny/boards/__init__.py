"""Boards: the shipped ones as data, and the check of a file."""
