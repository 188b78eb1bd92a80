"""What a seat sees, and a full state that agrees with it."""
