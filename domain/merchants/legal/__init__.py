"""The legal commands of a seat, as options or as complete commands."""
