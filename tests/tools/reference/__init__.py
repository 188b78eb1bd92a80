"""The reference of docs/reference/: made from code and from what was said in real runs. `make reference` writes it."""
