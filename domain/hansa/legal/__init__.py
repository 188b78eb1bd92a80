"""What a seat may do now: enumerated once, told as options or as complete commands."""
