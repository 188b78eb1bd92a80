"""Run everything on one machine: `kontor up` starts PostgreSQL, Redis, the API and the workers as child processes."""
