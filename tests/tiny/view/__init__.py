"""What a seat sees, and a state that agrees with it."""
