"""The guard in front of other people's networks: which URLs and addresses are called, and which never."""

import socket

import pytest

from kontor.service.webhooks.ssrf import Forbidden, checked_addresses, require_allowed_address, require_allowed_url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://user:secret@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://[::1/",
        "nonsense",
        "https://example.org/" + "x" * 2000,
        "https://10.0.0.1",
        "https://10.0.0.1:8443/hook",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://127.0.0.1./",
        "https://[::1]/",
        "https://[::ffff:192.168.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://[2606:4700::1111%25eth0]/",
        "https://[v1.x:y]/",
        "https://[v1.xy]/",
        "https://[vF.2606:4700::1111]/",
        "https://[::1.2.3]/",
        "https://[]/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://0x7F000001/",
        "https://0x7f.1/",
        "https://192.168.257/",
        "https://0300.0250.0.1/",
        "https://256.1.1.1/",
        "https://8.8.8.8.8/",
        "https://0x100000000/",
        "https://08.8.8.8/",
        "https://example.0x/",
        "https://localhost/",
        "https://api.localhost./",
    ],
)
def test_a_url_that_cannot_be_meant_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(Forbidden, match=r"\.$"):
        require_allowed_url(url, loopback=False)


def test_loopback_is_for_development_only() -> None:
    for url in (
        "https://example.org/hook",
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/",
        "https://10.example/",
        "https://134744072/",
    ):
        require_allowed_url(url, loopback=False)
    require_allowed_url("http://localhost:9000/hook", loopback=True)
    require_allowed_url("http://127.0.0.1:9000/hook", loopback=True)
    require_allowed_address("127.0.0.1", loopback=True)
    require_allowed_address("::1", loopback=True)
    with pytest.raises(Forbidden):
        require_allowed_address("127.0.0.1", loopback=False)


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1",
        "172.16.5.4",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:0:a00:1::f5ff:fffe",
    ],
)
def test_no_private_address_is_called_even_in_development(address: str) -> None:
    with pytest.raises(Forbidden, match="not a public address"):
        require_allowed_address(address, loopback=True)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"])
def test_a_public_address_is_called(address: str) -> None:
    require_allowed_address(address, loopback=False)


def test_one_private_address_among_several_spoils_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in ("93.184.215.14", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: rows)
    with pytest.raises(Forbidden, match="no public address"):
        checked_addresses("rebinding.example", 443, loopback=False)
