"""`make soak`: hours of steady load on `kontor up`, to find what grows without a limit."""
