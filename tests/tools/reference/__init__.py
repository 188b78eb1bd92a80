"""The generator of docs/reference/: from the code and from the output of real runs. `make reference` writes it."""
