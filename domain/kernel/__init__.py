"""The kernel: what every ruleset is made of, and the log that makes a game provable. Standard library only."""
