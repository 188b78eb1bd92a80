"""Accounts and keys over HTTP."""
