"""Group addresses for rate limits. A client with IPv6 has 2⁶⁴ addresses, so a /64 network counts as one address.

HAProxy counts connections in the same way (`service/front/haproxy.py`).
"""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

NETWORK = 64  # bits of the prefix of an IPv6 network


@lru_cache(4096)
def address_group(address: str | None) -> str:
    try:
        found = ip_address(address or "")
    except ValueError:
        return address or ""  # a Unix socket, or a test
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), NETWORK), strict=False))
