"""Labels: the texts that players read about commands and their choices. There is a file for each language, and a module
for names that depend on the position."""
