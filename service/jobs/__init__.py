"""Work after a commit: job queues, wake-ups of waiting clients, and metrics about them. This work is best effort."""
