"""Signing keys, receipts and cursors."""
