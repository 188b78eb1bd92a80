"""The server's front: HAProxy on the public address, and behind it, on sockets of their own, the request processes and
the one process for streams (docs/decisions/0007-front.md)."""
