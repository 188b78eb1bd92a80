"""What happens after a commit, best effort: queues of jobs, wake-ups, and how far behind they are."""
