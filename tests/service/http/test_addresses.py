"""Addresses that count as one."""

import pytest

from kontor.service.http.internal_headers import address_group


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, ""),
        ("unix", "unix"),
    ],
)
def test_a_network_of_ipv6_addresses_counts_as_one(address: str | None, counted: str) -> None:
    assert address_group(address) == counted
