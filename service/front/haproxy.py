"""The configuration of HAProxy: limits, timeouts, and which process answers which request.

An idle or half-sent connection costs a few kilobytes in HAProxy, and nothing in the other processes. HAProxy sends a
request process far more requests at once than the process has threads. A client that does not read its answer occupies
a connection, but no thread. Each request carries its arrival time, and the request process refuses a request that has
waited too long for a thread.
"""

import json
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

from kontor.service.front import cors
from kontor.service.front.haproxy_program import find_program
from kontor.service.front.sockets import (
    health_socket,
    inside_socket,
    mcp_socket,
    no_request_socket,
    request_socket,
    streams_socket,
)
from kontor.service.http.internal_headers import FRONT, SINCE
from kontor.service.http.problems import KINDS, MEDIA_TYPE, Problem, members_of
from kontor.service.settings import LONGEST_SENDING, Settings
from kontor.service.stack import processes
from kontor.service.stack.processes import Child

MOST_CONNECTIONS = 20_000
MOST_INSIDE = 100  # further connections for internal sockets: clients must not use them up
AT_ONCE = 250  # requests at a process at the same time: most of them are answers that clients have not read yet
UNREAD = 32  # unread answers per address: with more, HAProxy refuses further requests
NEIGHBOURS = "src,ipmask(32,64)"  # the holder of one IPv6 address usually has 2⁶⁴ of them
CHECKS = "checks"
# Clients wait for a process that restarts, so HAProxy checks it often.
OFTEN = "check inter 1s fastinter 200ms downinter 200ms"
# A frozen process is removed after three unanswered checks, within 2.1 seconds. A busy one may miss two.
LIVES = "check inter 400ms fastinter 100ms downinter 200ms fall 3 rise 1"
GAME = "hash path,field(4,/)"  # of /v1/games/{game}/…
LARGE = 12_000  # bytes: HAProxy does not buffer a larger body before it forwards it
STOP_SECONDS = 2  # seconds for answers that are being sent
LONGEST_ANSWER = 60.0  # seconds for a request process to answer

# The bodies of HAProxy's own refusals. If it cannot parse the header of a request, it sends its built-in page instead.
REFUSALS = {
    400: (
        "unreadable",
        "The HTTP request is malformed: it needs exactly one Host header, a method in capitals and a path that begins "
        "with one slash.",
    ),
    408: (
        "too-slow",
        "The header of a request must arrive within {header:g} seconds, and its body within {body:g}. Send it without "
        "pauses.",
    ),
    429: ("too-many-requests", "Too many requests at the same time. Wait a moment, then try again."),
    502: ("unavailable", "The server process ended before it could answer. Send the request again."),
    503: ("unavailable", "No server process is free. Nothing was changed; try again."),
    504: (
        "unavailable",
        "The answer took too long. Send the request again, with the same Idempotency-Key if it had one.",
    ),
}

# A local socket accepts a connection at once or not at all. If the process is missing, HAProxy retries for three
# seconds: 15 retries, 200 ms each.
DEFAULTS = """
defaults
    mode http
    timeout connect 200ms
    timeout http-request {header}
    timeout http-keep-alive 30s
    timeout client {client}
    timeout server {server}
    timeout queue 5s
    retries 15
    retry-on conn-failure
    option redispatch 1
    option abortonclose
    option http-ignore-probes
    unique-id-format %[uuid()]
"""

# While HAProxy parses a request, it drops a second Host header with the same value, so rules cannot count it. The rule
# searches the raw bytes instead. The possessive *+ does not backtrack, so that no request takes long to search.
OTHER_LINES = r"((?!host:)[^\r\n][^\n]*\n)*+"
TWO_HOSTS = rf"^[\r\n]*{OTHER_LINES}host:[^\n]*\n{OTHER_LINES}host:"
WHOLE_HEAD = r"[^\r\n]\r?\n\r?\n"

# Only TCP mode gives access to the raw bytes. So a connection begins in TCP mode and becomes HTTP when its first header
# is complete; later requests on it are HTTP from the start. `HTTP or !HTTP` waits until HAProxy knows which it is. A
# connection without a complete header goes to a frontend that does not wait; otherwise HAProxy would wait for it
# again. A client that does not close a refused connection is cut off after one second (client-fin).
# Rules compare decoded paths, because the application decodes them too.
PUBLIC = """
frontend public
    mode tcp
    bind {address}
    maxconn {most_connections}
    {per_address}
    timeout client-fin 1s
    tcp-request inspect-delay {header}
    tcp-request content set-var(txn.sent) req.payload(0,0) if HTTP or !HTTP
    tcp-request content switch-mode http if {{ var(txn.sent) -m reg '{whole_head}' }}
    {cors}
    http-request wait-for-body time {body}
    acl large req.hdr_val(content-length) gt {large}
    acl large req.hdr(transfer-encoding) -m found
    acl one_host req.hdr_cnt(host) -m int eq 1
    acl two_hosts var(txn.sent) -m reg -i '{two_hosts}'
    acl capitals method -m reg ^[A-Z]+$
    http-request deny deny_status 400 unless one_host !two_hosts capitals {{ path_beg / }} !{{ path_beg // }}
    http-request unset-var(txn.sent)
    {preflights}
    {per_reader}
    http-request del-header {front}
    http-request set-header {since} %[date(0,ms)]
    http-request set-header X-Forwarded-For {forwarded}
    http-request deny deny_status 503 if {{ path /healthz }} {{ nbsrv(streams) eq 0 }}
    acl reads method GET HEAD
    acl streams path,url_dec -m reg ^/v1/(me|games/[^/]+)/stream/?$
    acl events path,url_dec -m reg ^/v1/games/[^/]+/events/?$
    acl waits url_param(wait) -m found
    http-response del-header Server
    {without_a_word}
    use_backend no_request unless HTTP
    use_backend streams if reads streams or reads events waits
    use_backend mcp if {{ path,url_dec -m reg ^/mcp/?$ }}
    use_backend uploads if large
    use_backend games if {{ path_beg /v1/games/ }}
    default_backend api

backend no_request
    mode tcp
    tcp-request content reject if {{ req.len 0 }}
    server refuses unix@{no_request}

frontend no_request
    bind unix@{no_request} mode 600
    timeout http-request 1ms
    http-request deny deny_status 408

# The streams process and the MCP process ask the API whether to admit a client. MCP tools call the API here, too.
frontend inside
    bind unix@{inside} mode 600
    http-request set-header {since} %[date(0,ms)]
    acl asks req.hdr({front}) -m found
    acl waits url_param(wait) -m found
    use_backend streams if waits !asks {{ path_end /events }}
    use_backend games if {{ path_beg /v1/games/ }}
    default_backend api

# by address: the number of answers being sent, and of large bodies being received
backend answers
    stick-table type ipv6 size 100k expire 1m store conn_cur

backend bodies
    stick-table type ipv6 size 100k expire 1m store conn_cur
"""

NOBODY_COUNTED = "# no limits by address: all connections come from a trusted proxy, or the limit is off"
PER_ADDRESS = """stick-table type ipv6 size 100k expire 1m store conn_cur
    tcp-request connection track-sc0 {neighbours}
    tcp-request connection reject if {{ sc0_conn_cur gt {connections_per_address} }}"""
PER_READER = f"""http-request deny deny_status 429 if {{ {NEIGHBOURS},table_conn_cur(answers) gt {UNREAD} }}
    http-request track-sc2 {NEIGHBOURS} table bodies if large
    http-request deny deny_status 429 if large {{ sc2_conn_cur gt 1 }}"""


def start(settings: Settings, directory: Path, log: Path | None) -> Child:
    """Write the configuration of HAProxy, and start HAProxy in the foreground."""
    path = directory / "haproxy.cfg"
    path.write_text("\n".join(configuration(settings, directory)))
    argv = [find_program(), "-db", "-q", "-f", str(path)]
    return processes.start("HAProxy", argv, stop_signal=signal.SIGUSR1, log=log)


def configuration(settings: Settings, directory: Path) -> Iterator[str]:
    yield from ("global", f"    maxconn {most_connections() + MOST_INSIDE}", "    nbthread 1", "    noreuseport")
    yield f"    hard-stop-after {STOP_SECONDS}s"
    header, body = _milliseconds(settings.header_seconds), _milliseconds(settings.body_seconds)
    silent = 2 * settings.heartbeat_seconds  # a stream is silent from one heartbeat to the next
    client, server = _milliseconds(max(LONGEST_SENDING, silent)), _milliseconds(max(LONGEST_ANSWER, silent))
    yield DEFAULTS.rstrip().format(header=header, client=client, server=server)
    yield from _error_pages(settings, directory)
    yield PUBLIC.format(
        address=_address(settings),
        most_connections=most_connections(),
        header=header,
        body=body,
        per_address=_per_address(settings),
        whole_head=WHOLE_HEAD,
        cors="\n    ".join(cors.rules(settings)),
        two_hosts=TWO_HOSTS,
        preflights="\n    ".join(cors.preflights(settings)),
        per_reader=NOBODY_COUNTED if _counts_nobody(settings) else PER_READER,
        front=FRONT,
        since=SINCE,
        forwarded='"%[req.fhdr(x-forwarded-for)], %[src]"' if settings.trusted_proxies else "%[src]",
        large=LARGE,
        without_a_word=_without_a_word(directory),
        no_request=no_request_socket(directory),
        inside=inside_socket(directory),
    )
    yield from _checks(settings, directory)
    yield from _backend("api", settings, directory, AT_ONCE)
    # The same process answers all requests about a game: another process would have to read the new commits first.
    yield from _backend("games", settings, directory, AT_ONCE, GAME)
    # A slow body occupies a thread until it is complete. So at most half of the threads get large bodies, and an
    # address may send one at a time.
    yield from _backend("uploads", settings, directory, max(1, settings.request_threads // 2))
    # Without http-no-delay, HAProxy would hold back a message for 200 ms, to send it with the next one.
    yield from ("backend streams", "    option http-no-delay", "    option httpchk GET /healthz")
    # Without `Connection: close`, the connection of a stream would stay open after a stop, for another request.
    is_stream = "res.hdr(content-type) -m beg text/event-stream application/x-ndjson"
    yield f"    http-response set-header Connection close if {{ {is_stream} }}"
    yield f"    server streams unix@{streams_socket(directory)} {OFTEN} fall 2 rise 1 observe layer4"
    yield from ("backend mcp", "    option httpchk GET /healthz")
    yield f"    server mcp unix@{mcp_socket(directory)} {OFTEN} fall 2 rise 1 observe layer4"
    yield ""


def _checks(settings: Settings, directory: Path) -> Iterator[str]:
    """Yield the backend with the health checks of the request processes. The other backends use its results."""
    yield from (f"backend {CHECKS}", "    option httpchk GET /", "    timeout check 500ms")
    for nth in range(settings.api_processes):
        yield f"    server api-{nth} unix@{health_socket(directory, nth)} {LIVES}"
    yield ""


def _backend(name: str, settings: Settings, directory: Path, at_once: int, balance: str = "leastconn") -> Iterator[str]:
    yield from (f"backend {name}", f"    balance {balance}", "    hash-type consistent")
    yield f"    http-response track-sc1 {NEIGHBOURS} table answers"
    for nth in range(settings.api_processes):
        # A request that a frozen process holds would wait for a minute. It is cut off, and the client sends it again.
        known = f"track {CHECKS}/api-{nth} on-marked-down shutdown-sessions"
        yield f"    server api-{nth} unix@{request_socket(directory, nth)} maxconn {at_once} {known}"
    yield ""


def _milliseconds(seconds: float) -> str:
    return f"{round(seconds * 1000)}ms"


def _error_pages(settings: Settings, directory: Path) -> Iterator[str]:
    for status, (kind, sentence) in REFUSALS.items():
        detail = sentence.format(header=settings.header_seconds, body=settings.body_seconds)
        text = {**members_of(Problem(kind, detail), "urn:kontor:request:%ID"), "status": status}
        _page(directory, status).write_text(f"{json.dumps(text)}\n")
        again = " hdr Retry-After 1" if KINDS[kind].status in (429, 503) else ""
        yield f"    http-error {_refusal(directory, status)}{again}"


def _without_a_word(directory: Path) -> str:
    """Return the rule that replaces granian's own refusals, which have no body, with a problem+json."""
    return f"http-response return {_refusal(directory, 400)} if {{ status 400 }} !{{ res.hdr(content-type) -m found }}"


def _refusal(directory: Path, status: int) -> str:
    headers = "hdr Cache-Control no-store hdr X-Content-Type-Options nosniff hdr X-Request-Id %ID"
    return f"status {status} content-type {MEDIA_TYPE} lf-file {_page(directory, status)} {headers}"


def _page(directory: Path, status: int) -> Path:
    return directory / f"{status}.json"


def _per_address(settings: Settings) -> str:
    if _counts_nobody(settings):
        return NOBODY_COUNTED
    return PER_ADDRESS.format(connections_per_address=settings.connections_per_address, neighbours=NEIGHBOURS)


def _counts_nobody(settings: Settings) -> bool:
    return bool(settings.trusted_proxies) or not settings.connections_per_address


def _address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{host or '*'}:{settings.port}"


def most_connections() -> int:
    """Return the maximum number of connections. Each connection needs two file descriptors, one to the client and one
    to a process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, max(100, (hard - 300) // 2))
