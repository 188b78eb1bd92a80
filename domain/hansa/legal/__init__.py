"""The legal commands of a seat. They are enumerated once, and then listed as options or drawn as complete commands."""
