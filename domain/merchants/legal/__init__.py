"""What a seat may do now, told as options or as complete commands."""
