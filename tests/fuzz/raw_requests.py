"""Requests as bytes, for a socket: what a client sends that is broken, hostile or only strange."""

CRLF = b"\r\n"
GET = "GET /healthz HTTP/1.1"
ACCOUNTS = "/v1/accounts"
POST = f"POST {ACCOUNTS} HTTP/1.1"
JSON = "Content-Type: application/json"
ANNA = b'{"name":"A"}'
CHUNKED = b"c\r\n" + ANNA + b"\r\n0\r\n\r\n"


def head(start: str | bytes, *headers: str | bytes, host: bool = True, body: bytes = b"") -> bytes:
    """A request line, headers as they stand, and what follows."""
    lines = [start, *(["Host: kontor"] if host else []), *headers]
    return CRLF.join(line.encode() if isinstance(line, str) else line for line in lines) + CRLF + CRLF + body


def post(body: bytes, *headers: str | bytes, kind: str | None = "application/json") -> bytes:
    """Somebody opens an account with such a body."""
    said = [f"Content-Type: {kind}"] if kind else []
    return head(POST, *said, f"Content-Length: {len(body)}", *headers, body=body)
