"""The rules of Kontor: pure functions over immutable values, standard library only."""
