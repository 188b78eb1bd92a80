"""The stack of one machine: PostgreSQL and Redis from their wheels, API and workers, as children of `kontor up`."""
