"""Signing keys, and the receipts that are signed with them."""
