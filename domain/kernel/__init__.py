"""The kernel: everything that all rulesets share, and the log that makes a game provable. It uses only the standard
library."""
