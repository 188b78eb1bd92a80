"""HAProxy as it is set up: who is let in, how long one may dawdle, and which process answers what.

An idle or half-sent connection costs a few kilobytes here and nothing behind. A request process is sent far more
requests at once than it has threads: whoever does not take an answer holds a connection to it and no thread. What waits
for a thread there is told from when on, and refused when that is too long ago.
"""

import json
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

from kontor.service.front import cors
from kontor.service.front.haproxy_program import find_program
from kontor.service.front.sockets import health_socket, inside_socket, no_request_socket, request_socket, streams_socket
from kontor.service.http.internal_headers import FRONT, SINCE
from kontor.service.http.problems import KINDS, MEDIA_TYPE, Problem, body_of
from kontor.service.settings import LONGEST_SENDING, Settings
from kontor.service.stack import processes
from kontor.service.stack.processes import Child

MOST_CONNECTIONS = 20_000
MOST_INSIDE = 100  # beyond those, on our own sockets: whoever fills the public side is still refused in time
AT_ONCE = 250  # requests that a process is sent: answers that nobody takes yet, above all
UNREAD = 32  # answers that an address has asked for and not taken: whoever has more is refused more
NEIGHBOURS = "src,ipmask(32,64)"  # one who has an IPv6 address has 2⁶⁴ of them
CHECKS = "checks"
# One that is down comes back within moments of its start: somebody waits for it.
OFTEN = "check inter 1s fastinter 200ms downinter 200ms"
# A frozen process is removed after three unanswered checks, within 2.1 seconds. A busy one may miss two.
LIVES = "check inter 400ms fastinter 100ms downinter 200ms fall 3 rise 1"
GAME = "hash path,field(4,/)"  # of /v1/games/{game}/…
LARGE = 12_000  # bytes: a body that HAProxy does not hold whole before it hands it on
STOP_SECONDS = 2  # for answers that are on their way
LONGEST_ANSWER = 60.0  # seconds for a request process to answer

# What HAProxy itself refuses, in our words; but where a head never became one it answers with a page of its own.
REFUSALS = {
    400: (
        "unreadable",
        "This is no HTTP request that can be understood; it needs exactly one Host, a method in capitals and a path "
        "that begins with one slash.",
    ),
    408: (
        "too-slow",
        "The head of a request must arrive within {header:g} seconds, and its body within {body:g}. Send it in one go.",
    ),
    429: ("too-many-requests", "Too many at once. Wait a moment."),
    502: ("unavailable", "The process that answered ended on the way. Send it again."),
    503: ("unavailable", "Nobody is free to answer at the moment. Nothing is lost; try again."),
    504: ("unavailable", "The answer took too long. Send it again, best with the same Idempotency-Key."),
}

# A socket of this machine takes a connection at once or not at all; who is not there is tried again for three seconds,
# as often as the time for a connection allows.
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

# A second Host that says the same as the first is dropped while HAProxy parses, before it could be counted: it is found
# in the bytes as they were sent. The possessive *+ never goes back, so that no head takes long to search.
OTHER_LINES = r"((?!host:)[^\r\n][^\n]*\n)*+"
TWO_HOSTS = rf"^[\r\n]*{OTHER_LINES}host:[^\n]*\n{OTHER_LINES}host:"
WHOLE_HEAD = r"[^\r\n]\r?\n\r?\n"

# A connection begins in TCP mode, where these bytes are at hand, and becomes HTTP when its first head is there; later
# requests on it are HTTP from the start. `HTTP or !HTTP` waits until it is known which. What is no head, or none in
# time, is left to a frontend that does not wait: HAProxy would otherwise wait for it once more. Whoever does not hang
# up when refused is cut off after another one (client-fin).
# The paths are compared decoded, as the application will see them.
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

# the streams process asks the API whom to let in
frontend inside
    bind unix@{inside} mode 600
    http-request set-header {since} %[date(0,ms)]
    default_backend api

# how many answers are on their way to whom, and how many large bodies from whom
backend answers
    stick-table type ipv6 size 100k expire 1m store conn_cur

backend bodies
    stick-table type ipv6 size 100k expire 1m store conn_cur
"""

NOBODY_COUNTED = "# whoever stands before us counts the connections of an address"
PER_ADDRESS = """stick-table type ipv6 size 100k expire 1m store conn_cur
    tcp-request connection track-sc0 {neighbours}
    tcp-request connection reject if {{ sc0_conn_cur gt {connections_per_address} }}"""
PER_READER = f"""http-request deny deny_status 429 if {{ {NEIGHBOURS},table_conn_cur(answers) gt {UNREAD} }}
    http-request track-sc2 {NEIGHBOURS} table bodies if large
    http-request deny deny_status 429 if large {{ sc2_conn_cur gt 1 }}"""


def start(settings: Settings, directory: Path, log: Path | None) -> Child:
    """Start it, in the foreground, on a configuration written anew."""
    path = directory / "haproxy.cfg"
    path.write_text("\n".join(configuration(settings, directory)))
    argv = [find_program(), "-db", "-q", "-f", str(path)]
    return processes.start("The front", argv, stop_signal=signal.SIGUSR1, log=log)


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
    # always the same process for a game: the other one would have to read what this one wrote before it can go on
    yield from _backend("games", settings, directory, AT_ONCE, GAME)
    # A body that trickles in holds a thread until it is there: half of the threads never see one, an address has one.
    yield from _backend("uploads", settings, directory, max(1, settings.request_threads // 2))
    # without delay: HAProxy would keep a message back for 200 ms, in the hope of another one
    yield from ("backend streams", "    option http-no-delay", "    option httpchk GET /healthz")
    # a stream is the last answer on its connection, which else would be kept after a stop in the hope of a request
    is_stream = "res.hdr(content-type) -m beg text/event-stream application/x-ndjson"
    yield f"    http-response set-header Connection close if {{ {is_stream} }}"
    yield f"    server streams unix@{streams_socket(directory)} {OFTEN} fall 2 rise 1 observe layer4"
    yield ""


def _checks(settings: Settings, directory: Path) -> Iterator[str]:
    """Write who is asked whether a request process lives; the other backends follow its answers."""
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
        text = {**body_of(Problem(kind, detail), "urn:kontor:request:%ID"), "status": status}
        _page(directory, status).write_text(f"{json.dumps(text)}\n")
        again = " hdr Retry-After 1" if KINDS[kind].status in (429, 503) else ""
        yield f"    http-error {_refusal(directory, status)}{again}"


def _without_a_word(directory: Path) -> str:
    """What the server behind refuses by itself, before the application sees it, is a bare status."""
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
    """A connection takes two files, one on each side."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, max(100, (hard - 300) // 2))
