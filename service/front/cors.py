"""CORS: which web pages of other origins may call the API. HAProxy sets the headers, because every answer passes
through it: HAProxy's own refusals, the answers of all processes, and preflights. So preflights need no request process.

Web pages may call only the paths for programs. They must not read /metrics: it trusts every client on this machine,
including a browser.
"""

import re
from collections.abc import Iterator

from kontor.service.settings import BadSetting, Settings

ANY = "*"
PATHS = (
    r"^/(v1|problems)(/.*)?$|^/(openapi|asyncapi|\.well-known/kontor-keys)\.json$"
    r"|^/\.well-known/oauth-[a-z-]+(/.*)?$|^/mcp/?$"
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
ALLOWED = (  # `*` would not include Authorization
    "Authorization",
    "Accept",
    "Cache-Control",
    "Content-Encoding",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Mcp-Method",
    "Mcp-Name",
    "Mcp-Protocol-Version",
    "X-Request-Id",
    "traceparent",
)
EXPOSED = (
    "Allow",
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotent-Replayed",
    "Kontor-Log-Damaged",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "WWW-Authenticate",
    "X-Request-Id",
    "traceparent",
)
REMEMBERED = 7200  # seconds for which a browser caches a preflight; no browser allows more than a day

ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
USUAL_PORTS = {"http": "80", "https": "443"}  # browsers leave these ports out

OPEN = "{ var(txn.for_pages) -m found }"
LET_IN = "{ var(txn.origin) -m found }"


def rules(settings: Settings) -> Iterator[str]:
    """Yield HAProxy's rules for CORS headers, or no rules if no origin is allowed. These rules must come before the
    rule that waits for a body, because a body may never arrive."""
    origins = _check_origins(settings.cors_origins)
    if not origins:
        return
    is_any = origins == (ANY,)
    known = "" if is_any else f" {{ req.fhdr(origin) -m str {' '.join(origins)} }}"
    yield f"http-request set-var(txn.for_pages) bool(true) if {{ path,url_dec -m reg {_quote(PATHS)} }}"
    yield f"http-request set-var(txn.origin) {'str(*)' if is_any else 'req.fhdr(origin)'} if {OPEN}{known}"
    yield f"http-after-response set-header Access-Control-Allow-Origin %[var(txn.origin)] if {LET_IN}"
    yield f'http-after-response set-header Access-Control-Expose-Headers "{", ".join(EXPOSED)}" if {LET_IN}'
    if not is_any:
        yield f"http-after-response add-header Vary Origin if {OPEN}"


def preflights(settings: Settings) -> Iterator[str]:
    """Yield HAProxy's rules that answer CORS preflights."""
    if not settings.cors_origins:
        return
    asks = f"{{ method OPTIONS }} {OPEN} {{ req.hdr(access-control-request-method) -m found }}"
    yield f"http-request return status 204 hdr X-Request-Id %ID {_answers()} if {asks} {LET_IN}"
    yield f"http-request return status 204 hdr X-Request-Id %ID if {asks}"


def _answers() -> str:
    """Return the CORS headers for an answer to a preflight."""
    told = {
        "Access-Control-Allow-Methods": ", ".join(METHODS),
        "Access-Control-Allow-Headers": ", ".join(ALLOWED),
        "Access-Control-Max-Age": str(REMEMBERED),
    }
    return " ".join(f'hdr {name} "{value}"' for name, value in told.items())


def _check_origins(origins: tuple[str, ...]) -> tuple[str, ...]:
    """Check that each origin is written as browsers send it: lower-case scheme and host, no path. Any other origin
    would never match."""
    if origins == (ANY,):
        return origins
    for each in origins:
        found = ORIGIN.fullmatch(each)
        if found is None or found[2] == USUAL_PORTS.get(found[1], ""):
            raise BadSetting(
                f"KONTOR_CORS_ORIGINS must be * or origins like https://games.example.org, separated by commas; "
                f"{each!r} is not an origin: use lower case, no path, and no default port."
            )
    return origins


def _quote(text: str) -> str:
    return f"'{text}'"
