"""Keep webhooks out of private networks: resolve a name once, check all its addresses, and connect to one of them.

If the name were resolved again after the check, it could lead to another address. So the connection uses the checked
address, while TLS still verifies the name. `loopback` is the setting KONTOR_WEBHOOKS_LOOPBACK, for development.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpcore

from kontor.service.webhooks.deadline import BoundedStream, Deadline

LONGEST_URL = 2000
NUMBER = re.compile(r"\d+|0x[0-9a-f]*", re.ASCII | re.IGNORECASE)  # the last part of an IPv4 address, never of a name
NO_PUBLIC_ADDRESS = "The host of the URL has no public address."


class Forbidden(ValueError):
    """The server does not send webhook messages to this address. The message of the exception says why."""


def require_allowed_url(url: str, loopback: bool) -> None:
    """Raise `Forbidden` if webhooks may not use this URL. Only the text of the URL is checked here."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("This is not a URL. Send a URL like https://example.org/kontor.") from None
    if len(url) > LONGEST_URL or any(ord(letter) < 33 or ord(letter) > 126 for letter in url):
        raise Forbidden(f"A URL may have at most {LONGEST_URL} characters, all of them ASCII and without spaces.")
    if parts.username is not None or parts.password is not None:
        raise Forbidden(
            "The URL must not contain a user name or password, which would appear in logs; use a secret path."
        )
    if not parts.hostname or port == 0:
        raise Forbidden("The URL has no host.")
    if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
        raise Forbidden(
            "The URL must use https. On a server for one machine the operator can allow http to 127.0.0.1 with "
            "KONTOR_WEBHOOKS_LOOPBACK=true."
        )
    _require_allowed_host(parts.hostname, "[" in parts.netloc, loopback)


def _require_allowed_host(host: str, is_bracketed: bool, loopback: bool) -> None:
    """Raise `Forbidden` if the host is `localhost`, or an address that is not public, in any notation. Other names are
    resolved and checked for each message."""
    if host.rstrip(".").rpartition(".")[2] == "localhost" and not loopback:
        raise Forbidden("localhost is not a public address.")
    if is_bracketed and "%" in host:
        raise Forbidden("The address has a zone, which is valid only on one machine. Leave out the % and all after it.")
    if is_bracketed:
        require_allowed_address(host, loopback)
    elif (address := _address(host)) is not None:
        require_allowed_address(address, loopback)


def _address(host: str) -> str | None:
    """Return the IPv4 address of a host, in any notation that the system accepts: 127.1, 2130706433 and 0x7f000001 are
    127.0.0.1. Return a host unchanged if it ends like an address but is invalid. Return None if the host is a name."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host.rstrip(".")))
    except OSError:
        return host if NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]) else None


def require_allowed_address(address: str, loopback: bool) -> None:
    """Raise `Forbidden` unless the address is public, or is a loopback address and `loopback` is true."""
    try:
        found = _innermost(ipaddress.ip_address(address.partition("%")[0]))
    except ValueError:
        raise Forbidden(f"{address} is not a valid address; use a name, or an address like 192.0.2.1.") from None
    if loopback and found.is_loopback:
        return
    if not _is_public(found):
        raise Forbidden(f"{address} is not a public address.")


# IANA's complete registries of special-purpose addresses, including the few that are globally reachable: no server of a
# user is there. Of IPv6 only 2000::/3 is assigned, so blocks outside of it need no entry here.
# https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry
SPECIAL_BLOCKS = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
    2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20
"""
SPECIAL = tuple(map(ipaddress.ip_network, SPECIAL_BLOCKS.split()))
GIVEN = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def _is_public(address: Address) -> bool:
    return (address.version == 4 or address in GIVEN) and not any(address in each for each in SPECIAL)


def _innermost(address: Address) -> Address:
    """Return the IPv4 address inside an IPv6 address (NAT64 or IPv4-mapped), or the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address


def checked_addresses(host: str, port: int, loopback: bool) -> Sequence[str]:
    """Return the addresses of a host, if all of them are allowed. Otherwise raise `Forbidden`, with the same message
    for every reason: the caller must not learn which names exist in private networks."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        for address in addresses:
            require_allowed_address(address, loopback)
    except (OSError, UnicodeError, Forbidden):
        raise Forbidden(NO_PUBLIC_ADDRESS) from None
    return addresses


class GuardedBackend(httpcore.SyncBackend):
    """A network backend that connects only to checked addresses, within the deadline."""

    def __init__(self, loopback: bool, deadline: Deadline) -> None:
        self._loopback = loopback
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        address = self._addresses(host, port)[0]
        stream = super().connect_tcp(address, port, self._deadline.left(), local_address, socket_options)
        return BoundedStream(stream, self._deadline)

    def _addresses(self, host: str, port: int) -> Sequence[str]:
        """Resolve a name, and check its addresses. If the look-up takes too long, raise the same error as for a missing
        name."""
        try:
            return self._deadline.waits_for(lambda: checked_addresses(host, port, self._loopback))
        except TimeoutError:
            raise Forbidden(NO_PUBLIC_ADDRESS) from None
