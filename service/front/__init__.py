"""The processes of the API: HAProxy on the public address, and behind it, on Unix sockets, the request processes and
the streams process (docs/decisions/0007-front.md)."""
