"""Headers that HAProxy, the streams process and the request processes send each other. They never reach a client. This
module also groups the addresses of clients for the rate limits.

HAProxy removes these headers from every request that comes from outside. Request processes listen on internal sockets
only.
"""

import json
import time
from dataclasses import asdict, dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Self
from uuid import UUID

from kontor.service.http.problems import Problem

if TYPE_CHECKING:
    from kontor.service.store.lookup import Caller  # HAProxy is started before psycopg is loaded

NETWORK = 64  # bits of the prefix of an IPv6 network that counts as one address
SINCE = "Kontor-Since"  # set by HAProxy: when it forwarded the request, in milliseconds since 1970
LONGEST, FORGOTTEN = 5.0, 60.0  # seconds; a wait of more than a minute means that a clock was set
FRONT = "Kontor-Front"  # set by the streams process, which asks for a client that wants to wait
ASKS, AGAIN = "asks", "asks-again"  # AGAIN: the rate limit has already counted this request
ADMITTED = "Kontor-Admitted"  # set by the request process if it admits the client: an `Admitted` as JSON


@dataclass(frozen=True, slots=True)
class Admitted:
    """A client that a request process has admitted to a stream or a long poll. The client waits for the events of a
    game after a version, or for the messages of its account. All values can be written as JSON."""

    address: str  # or the network that counts as one address
    caller: str | None  # None: a caller without a key
    account: str | None
    key: str | None  # the hash of the key, as hex: the streams process looks it up again before it sends anything
    game: str | None = None
    after: int = 0  # a version of the game
    since: str = ""  # a position in the caller's own stream
    wait: int = 0  # seconds of a long poll
    as_lines: bool = False  # NDJSON
    is_replaced: bool = False  # the log no longer has the event of version `after` that the client has

    @classmethod
    def of(cls, caller: "Caller", address: str | None, game_id: UUID | None) -> Self:
        return cls(
            address_group(address),
            None if caller.id is None else caller.name,
            None if caller.account is None else str(caller.account),
            None if caller.digest is None else caller.digest.hex(),
            None if game_id is None else str(game_id),
        )

    @property
    def header(self) -> dict[str, str]:
        return {ADMITTED: json.dumps(asdict(self))}

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(**json.loads(text))


def require_recent(since: str) -> None:
    """Refuse a request that has waited too long for a thread, so that the requests behind it are not late too. `since`:
    the header in which HAProxy says when it forwarded the request."""
    if since.isdecimal() and LONGEST < time.time() - int(since) / 1000 < FORGOTTEN:
        raise Problem("unavailable", "The server was too busy to answer in time. No stored data is lost; try again.")


@lru_cache(4096)
def address_group(address: str | None) -> str:
    """Return the address or network for which a limit counts requests. A client with IPv6 has 2⁶⁴ addresses, so a /64
    network counts as one address. HAProxy counts connections in the same way (`service/front/haproxy.py`)."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return address or ""  # a Unix socket, or a test
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), NETWORK), strict=False))
