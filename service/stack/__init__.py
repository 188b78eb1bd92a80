"""All on one machine: PostgreSQL and Redis from their wheels, API and workers, child processes of `kontor up`."""
