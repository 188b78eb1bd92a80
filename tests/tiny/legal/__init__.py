"""What a seat may do now."""
