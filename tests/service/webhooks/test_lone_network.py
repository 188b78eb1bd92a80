"""Webhooks in a network in which every address leads to a listener: nobody is called at an address that is not public,
and the owner of a webhook is not told what a name leads to."""

from collections.abc import Mapping

import pytest

from tests.support.lone_network import Tried, tried

# One address or more of each block of IANA's registries of special-purpose addresses, and of what else is nobody's.
BLOCKS = """
    0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.254 192.0.0.1 192.0.0.8 192.0.0.9 192.0.0.10 192.0.0.170 192.0.0.171 192.0.2.1 192.31.196.1 192.52.193.1
    192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.254 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
    240.0.0.1 255.255.255.255
    :: ::1 ::7f00:1 ::ffff:10.0.0.1 ::ffff:192.0.0.1 64:ff9b::10.0.0.1 64:ff9b::192.0.0.8 64:ff9b:1::1
    100::1 100:0:0:1::1 2001::1 2001:0:5db8:d70e::1 2001:1::1 2001:1::2
    2001:1::3 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1
    2001:30::1 2001:db8::1 2002:a00:1::1 2002:5db8:d70e::1 2620:4f:8000::1 3fff::1 3fff:fff::1 5f00::1 4000::1 8000::1
    fc00::1 fd12:3456:789a::1 fe80::1 fec0::1 feff::1 ff02::1 ff0e::1
"""
SPECIAL = BLOCKS.split()
PUBLIC = ["93.184.215.14", "1.1.1.1", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2a00:1450::1"]
PUBLIC += ["64:ff9b::5db8:d70e", "::ffff:93.184.215.14"]
HOSTS = {
    "inside.example": "10.11.12.13",
    "metadata.example": "169.254.169.254",
    "six.example": "fd00::1",
    "outside.example": "93.184.215.14",
}


def _url(host: str) -> str:
    return f"https://[{host}]/" if ":" in host else f"https://{host}/"


@pytest.fixture(scope="module")
def found() -> Mapping[str, Tried]:
    asked = [_url(each) for each in (*SPECIAL, *PUBLIC, *HOSTS, "nowhere.example")]
    return tried(asked, HOSTS)


def test_special_addresses_are_never_called(found: Mapping[str, Tried]) -> None:
    called = [each for each in SPECIAL if found[_url(each)].calls]
    assert called == []
    assert all("not a public address" in found[_url(each)].error for each in SPECIAL)


def test_public_addresses_are_called(found: Mapping[str, Tried]) -> None:
    assert [each for each in (*PUBLIC, "outside.example") if not found[_url(each)].calls] == []


def test_the_addresses_of_a_name_are_not_revealed(found: Mapping[str, Tried]) -> None:
    """Nor whether there is such a name, which could be seen by how long the refusal took."""
    inside = ("inside.example", "metadata.example", "six.example", "nowhere.example")
    assert [found[_url(name)].calls for name in inside] == [0] * len(inside)
    assert [found[_url(name)].milliseconds for name in inside] == [0] * len(inside)
    [told] = {found[_url(name)].error for name in inside}
    assert not [address for address in HOSTS.values() if address in told]
