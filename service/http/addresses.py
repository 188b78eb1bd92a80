"""Who counts as one by their address. Whoever has an IPv6 address has 2⁶⁴ of them: a network of that size is one.

The front counts connections alike (`service/front/haproxy.py`).
"""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

NETWORK = 64  # bits that a network has in common


@lru_cache(4096)
def neighbours(address: str | None) -> str:
    try:
        found = ip_address(address or "")
    except ValueError:
        return address or ""  # of a socket, or of a test
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), NETWORK), strict=False))
