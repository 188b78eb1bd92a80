"""Boards: the shipped ones as data, the check of a file, and the tables for play."""
