"""The view of a seat, and a full state that agrees with a view."""
