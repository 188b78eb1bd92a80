"""The legal commands of a seat: enumerated once, then listed as options or drawn as complete commands."""
