"""Work after a commit, best effort: job queues, wake-ups of waiting clients, and metrics about them."""
