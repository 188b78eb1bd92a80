"""The kernel: what all rulesets share, and the log that makes a game provable. Standard library only."""
