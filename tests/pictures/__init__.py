"""Pictures of every board and of positions on it, as they shall look."""
