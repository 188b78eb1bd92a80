"""The pages of docs/ as a site: `make docs`. Why so: docs/decisions/0008-manual.md."""
