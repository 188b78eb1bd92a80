"""The pages of docs/ as a site: `make docs`. docs/decisions/0008-manual.md explains the choice."""
